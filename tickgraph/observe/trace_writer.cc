#include "tickgraph/observe/trace_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/observe/json_text.h"
#include "tickgraph/observe/order_walk.h"
#include "tickgraph/observe/trace_event_stream.h"
#include "tickgraph/observe/trace_nesting.h"

namespace tickgraph {
namespace {

constexpr std::int64_t kGameThread = 1;

std::int64_t ThreadOf(std::int32_t worker) { return std::int64_t{worker} + kGameThread; }

// What a slice shows. The order of the kinds is that of nesting.
enum class SliceKind : std::uint32_t { kFrame, kGroup, kWait, kCard };

// A source with what is needed again for each of its frames.
struct PreparedSource {
  explicit PreparedSource(const TraceSource& source)
      : schedule(*source.schedule), walk(*source.schedule) {
    names.reserve(schedule.cards.size());
    for (const SnapshotCard& card : schedule.cards) names.push_back(JsonString(card.name));
  }

  const ScheduleSnapshot& schedule;
  OrderWalk walk;
  /// As JSON, by position.
  std::vector<std::string> names;
};

struct RecordOfSource {
  const FrameRecord* record = nullptr;
  PreparedSource* source = nullptr;
  /// From the first to the last time stamp in it.
  TimeSpan extent;
  /// Number of the record's first call among all calls of the trace, from 1.
  std::uint64_t first_execution = 0;
};

struct Slice {
  SliceKind kind = SliceKind::kFrame;
  const RecordOfSource* owner = nullptr;
  /// Position in the record's list of its kind.
  std::uint32_t index = 0;
};

TimeSpan ExtentOf(const FrameRecord& record) {
  TimeSpan extent = record.span;
  const auto add = [&extent](std::int64_t start_ns, std::int64_t end_ns) {
    extent.start_ns = std::min(extent.start_ns, start_ns);
    extent.end_ns = std::max(extent.end_ns, end_ns);
  };
  for (const CardRun& run : record.runs) add(run.start_ns, run.end_ns);
  for (const GameThreadWait& wait : record.waits) add(wait.start_ns, wait.end_ns);
  return extent;
}

class TraceWriter {
 public:
  TraceWriter(std::ostream& out, std::span<const TraceSource> sources,
              const TraceDefinition& definition)
      : out_(out), definition_(definition) {
    sources_.reserve(sources.size());
    for (const TraceSource& source : sources) AddSource(source);
    std::stable_sort(records_.begin(), records_.end(),
                     [](const RecordOfSource& a, const RecordOfSource& b) {
                       return a.extent.start_ns < b.extent.start_ns;
                     });
    std::uint64_t executions = 1;
    for (RecordOfSource& record : records_) {
      record.first_execution = executions;
      executions += record.record->runs.size();
    }
  }

  absl::Status Write() {
    TraceEventStream events(out_,
                            {.process_id = definition_.process_id, .origin_ns = FindOrigin()});
    events_ = &events;
    WriteMetadata();
    // Frames of several schedulers may lie inside each other; such a heap is written as one.
    for (std::size_t begin = 0; begin < records_.size();) {
      std::size_t end = begin;
      std::int64_t last = records_[begin].extent.end_ns;
      while (end < records_.size() && (end == begin || records_[end].extent.start_ns < last)) {
        last = std::max(last, records_[end++].extent.end_ns);
      }
      WriteFrames(std::span(records_).subspan(begin, end - begin));
      begin = end;
    }
    WriteTracks();
    WriteCounters();
    events.Finish();
    if (out_.good()) return absl::OkStatus();
    return absl::InternalError(
        "the trace could not be written: the stream failed; is the disk full?");
  }

 private:
  void AddSource(const TraceSource& source) {
    sources_.push_back(std::make_unique<PreparedSource>(source));
    workers_ = std::max(workers_, source.schedule->worker_count);
    for (const FrameRecord* record : source.records) {
      records_.push_back({record, sources_.back().get(), ExtentOf(*record)});
      for (const CardRun& run : record->runs) workers_ = std::max(workers_, run.worker);
    }
  }

  std::int64_t TrackThread(std::size_t track) const {
    return ThreadOf(workers_) + 1 + static_cast<std::int64_t>(track);
  }

  std::int64_t FindOrigin() const {
    std::int64_t origin = std::numeric_limits<std::int64_t>::max();
    for (const RecordOfSource& record : records_) origin = std::min(origin, record.extent.start_ns);
    for (const TraceTrack& track : definition_.tracks) {
      for (const TraceSlice& slice : track.slices) origin = std::min(origin, slice.start_ns);
    }
    for (const TraceCounter& counter : definition_.counters) {
      for (const auto& sample : counter.samples) origin = std::min(origin, sample.time_ns);
    }
    return origin == std::numeric_limits<std::int64_t>::max() ? 0 : origin;
  }

  void WriteMetadata() {
    WriteName("process_name", kGameThread, definition_.process_name);
    WriteSortIndex("process_sort_index", kGameThread, 0);
    WriteThread(kGameThread, "game thread");
    for (std::int32_t worker = 1; worker <= workers_; ++worker) {
      WriteThread(ThreadOf(worker), absl::StrCat("worker ", worker));
    }
    for (std::size_t track = 0; track < definition_.tracks.size(); ++track) {
      WriteThread(TrackThread(track), definition_.tracks[track].name);
    }
  }

  void WriteThread(std::int64_t thread, std::string_view name) {
    WriteName("thread_name", thread, name);
    WriteSortIndex("thread_sort_index", thread, thread);
  }

  void WriteName(std::string_view event, std::int64_t thread, std::string_view name) {
    events_->Begin('M', thread);
    events_->Text("name", event);
    events_->BeginArguments();
    events_->Text("name", name);
    events_->End();
  }

  void WriteSortIndex(std::string_view event, std::int64_t thread, std::int64_t index) {
    events_->Begin('M', thread);
    events_->Text("name", event);
    events_->BeginArguments();
    events_->Integer("sort_index", index);
    events_->End();
  }

  void WriteFrames(std::span<const RecordOfSource> records) {
    std::vector<Slice> slices;
    std::vector<std::vector<TraceSpan>> threads(static_cast<std::size_t>(workers_) + 1);
    for (const RecordOfSource& record : records) Collect(record, slices, threads);
    for (std::size_t worker = 0; worker < threads.size(); ++worker) {
      NestSpans(threads[worker]);
      for (const TraceSpan& span : threads[worker]) {
        WriteSlice(ThreadOf(static_cast<std::int32_t>(worker)), span, slices[span.payload]);
      }
    }
    for (const RecordOfSource& record : records) {
      WriteOverrun(record);
      if (definition_.arrows) WriteArrows(record);
    }
  }

  static void Collect(const RecordOfSource& owner, std::vector<Slice>& slices,
                      std::vector<std::vector<TraceSpan>>& threads) {
    const auto add = [&](std::int32_t worker, std::int64_t start_ns, std::int64_t end_ns,
                         SliceKind kind, std::size_t index) {
      threads[static_cast<std::size_t>(worker)].push_back(
          {start_ns, end_ns, static_cast<std::uint32_t>(kind),
           static_cast<std::uint32_t>(slices.size())});
      slices.push_back({kind, &owner, static_cast<std::uint32_t>(index)});
    };
    const FrameRecord& record = *owner.record;
    add(0, record.span.start_ns, record.span.end_ns, SliceKind::kFrame, 0);
    for (std::size_t group = 0; group < record.groups.size(); ++group) {
      const TimeSpan& span = record.groups[group];
      if (span.end_ns > span.start_ns) {
        add(0, span.start_ns, span.end_ns, SliceKind::kGroup, group);
      }
    }
    for (std::size_t index = 0; index < record.waits.size(); ++index) {
      const GameThreadWait& wait = record.waits[index];
      add(0, wait.start_ns, wait.end_ns, SliceKind::kWait, index);
    }
    for (std::size_t index = 0; index < record.runs.size(); ++index) {
      const CardRun& run = record.runs[index];
      add(run.worker, run.start_ns, run.end_ns, SliceKind::kCard, index);
    }
  }

  void WriteSlice(std::int64_t thread, const TraceSpan& span, const Slice& slice) {
    events_->Begin('X', thread);
    events_->Time("ts", span.start_ns);
    events_->Duration("dur", span.end_ns - span.start_ns);
    switch (slice.kind) {
      case SliceKind::kFrame:
        WriteFrameBody(*slice.owner);
        break;
      case SliceKind::kGroup:
        events_->Text("name", TickGroupName(static_cast<TickGroup>(slice.index)));
        events_->Text("cat", "group");
        events_->BeginArguments();
        break;
      case SliceKind::kWait:
        WriteWaitBody(slice.owner->record->waits[slice.index], *slice.owner->source);
        break;
      case SliceKind::kCard:
        WriteCardBody(*slice.owner, slice.index);
        break;
    }
    events_->End();
  }

  void WriteFrameBody(const RecordOfSource& owner) {
    const FrameRecord& record = *owner.record;
    const std::string& scheduler = owner.source->schedule.name;
    events_->Text("name", sources_.size() > 1
                              ? absl::StrCat("Frame ", record.frame, " of ", scheduler)
                              : absl::StrCat("Frame ", record.frame));
    events_->Text("cat", "frame");
    events_->BeginArguments();
    events_->Integer("frame", static_cast<std::int64_t>(record.frame));
    events_->Integer("cards", static_cast<std::int64_t>(record.runs.size()));
    events_->Text("scheduler", scheduler);
  }

  void WriteWaitBody(const GameThreadWait& wait, const PreparedSource& source) {
    const bool for_card = wait.reason == WaitReason::kPrerequisite;
    const std::string_view group = TickGroupName(wait.group);
    const std::string_view card = source.schedule.NameOf(wait.card);
    events_->Text("name", for_card ? absl::StrCat("wait before ", ToAbsl(card))
                                   : absl::StrCat("wait for the end of ", ToAbsl(group)));
    events_->Text("cat", "wait");
    events_->BeginArguments();
    events_->Text("reason", for_card ? "prerequisite" : "group end");
    events_->Text("group", group);
    if (for_card) events_->Text("card", card);
  }

  void WriteCardBody(const RecordOfSource& owner, std::uint32_t index) {
    const CardRun& run = owner.record->runs[index];
    const auto position = owner.source->schedule.Find(run.card);
    if (position.has_value()) {
      const SnapshotCard& card = owner.source->schedule.cards[*position];
      events_->Json("name", owner.source->names[*position]);
      events_->Text("cat", card.engine_stage ? "stage" : "tick");
      if (card.registered_at.line != 0) events_->Text("loc", ToString(card.registered_at));
    } else {
      events_->Text("name", owner.source->schedule.NameOf(run.card));
      events_->Text("cat", "tick");
    }
    events_->BeginArguments();
    events_->Text("group", TickGroupName(run.group));
    events_->Text("lane", run.lane == Lane::kGameThread ? "GameThread" : "AnyThread");
    events_->Integer("exec", static_cast<std::int64_t>(owner.first_execution + index));
    events_->Integer("worker", run.worker);
  }

  void WriteOverrun(const RecordOfSource& owner) {
    const TimeSpan& span = owner.record->span;
    if (definition_.frame_budget_ns <= 0 ||
        span.end_ns - span.start_ns <= definition_.frame_budget_ns) {
      return;
    }
    events_->Begin('i', kGameThread);
    events_->Text("name", "overrun");
    events_->Text("cat", "frame");
    events_->Text("s", "g");
    events_->Time("ts", span.end_ns);
    events_->BeginArguments();
    events_->Integer("frame", static_cast<std::int64_t>(owner.record->frame));
    events_->End();
  }

  void WriteArrows(const RecordOfSource& owner) {
    const std::vector<CardRun>& runs = owner.record->runs;
    std::vector<std::pair<std::size_t, std::size_t>> arrows;
    owner.source->walk.Visit(*owner.record, [&](const CardRun& before, const CardRun& after) {
      arrows.emplace_back(&before - runs.data(), &after - runs.data());
    });
    std::sort(arrows.begin(), arrows.end());
    arrows.erase(std::unique(arrows.begin(), arrows.end()), arrows.end());
    std::size_t last_before = runs.size();
    for (const auto& [before, after] : arrows) {
      const auto id = static_cast<std::int64_t>(owner.first_execution + before);
      if (std::exchange(last_before, before) != before) WriteArrowEnd('s', runs[before], id);
      WriteArrowEnd('f', runs[after], id);
    }
  }

  void WriteArrowEnd(char phase, const CardRun& run, std::int64_t id) {
    events_->Begin(phase, ThreadOf(run.worker));
    events_->Text("name", "prerequisite");
    events_->Text("cat", "edge");
    events_->Integer("id", id);
    events_->Time("ts", run.start_ns);
    // Without this the arrow would end at the slice that comes next.
    if (phase == 'f') events_->Text("bp", "e");
    events_->End();
  }

  void WriteTracks() {
    for (std::size_t index = 0; index < definition_.tracks.size(); ++index) {
      const TraceTrack& track = definition_.tracks[index];
      std::vector<TraceSpan> spans;
      spans.reserve(track.slices.size());
      for (const TraceSlice& slice : track.slices) {
        spans.push_back(
            {slice.start_ns, slice.end_ns, 0, static_cast<std::uint32_t>(spans.size())});
      }
      NestSpans(spans);
      for (const TraceSpan& span : spans) {
        const TraceSlice& slice = track.slices[span.payload];
        events_->Begin('X', TrackThread(index));
        events_->Time("ts", span.start_ns);
        events_->Duration("dur", span.end_ns - span.start_ns);
        events_->Text("name", slice.name);
        events_->Text("cat", track.category);
        events_->BeginArguments();
        for (const TraceArgument& argument : slice.arguments) events_->Argument(argument);
        events_->End();
      }
    }
  }

  void WriteCounters() {
    for (const TraceCounter& counter : definition_.counters) {
      for (const TraceCounter::Sample& sample : counter.samples) {
        if (!std::isfinite(sample.value)) continue;
        events_->Begin('C', kGameThread);
        events_->Text("name", counter.name);
        events_->Time("ts", sample.time_ns);
        events_->BeginArguments();
        events_->Number(counter.name, sample.value);
        events_->End();
      }
    }
  }

  std::ostream& out_;
  const TraceDefinition& definition_;
  std::vector<std::unique_ptr<PreparedSource>> sources_;
  std::vector<RecordOfSource> records_;
  std::int32_t workers_ = 0;
  TraceEventStream* events_ = nullptr;
};

absl::Status CheckDefinition(const TraceDefinition& definition) {
  if (definition.process_id <= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("the process id of a trace must be positive, "
                     "but is ",
                     definition.process_id));
  }
  std::set<std::string_view> names;
  for (const TraceCounter& counter : definition.counters) {
    if (!names.insert(counter.name).second) {
      return absl::InvalidArgumentError(absl::StrCat("two counters of the trace are called ",
                                                     JsonString(counter.name),
                                                     "; viewers would mix them up, rename one"));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status WriteTrace(std::ostream& out, std::span<const TraceSource> sources,
                        const TraceDefinition& definition) {
  if (absl::Status status = CheckDefinition(definition); !status.ok()) return status;
  return TraceWriter(out, sources, definition).Write();
}

absl::Status WriteTrace(std::ostream& out, const ScheduleSnapshot& schedule,
                        std::span<const FrameRecord* const> records,
                        const TraceDefinition& definition) {
  const TraceSource source = {&schedule, records};
  return WriteTrace(out, {&source, 1}, definition);
}

}  // namespace tickgraph
