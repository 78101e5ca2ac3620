#include "tools/demo_statistics.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "tickgraph/observe/overlap.h"
#include "tickgraph/world/render/render_pipeline.h"

namespace tickgraph {
namespace {

constexpr double kNanosecondsPerMillisecond = 1e6;

double MedianMilliseconds(std::vector<std::int64_t> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return static_cast<double>(*middle) / kNanosecondsPerMillisecond;
}

}  // namespace

void DemoStatistics::AddFrame(const SyncResult& sync, const PhysicsFrame& physics) {
  ++frames_;
  lag_sum_ += sync.lag();
  most_lag_ = std::max(most_lag_, sync.lag());
  sync_wait_ns_ += sync.wait_ns;
  most_forced_frames_ = std::max(most_forced_frames_, sync.forced_frames);
  query_refresh_ns_ += physics.query_refresh.count();
}

void DemoStatistics::AddRecords(World& world, int frames) {
  schedule_ = TakeSnapshot(world.frame_scheduler());
  const std::vector<const FrameRecord*> records = world.frame_scheduler().records();
  const TickHandle step_card = world.physics_stage()->step_card();
  const std::size_t fresh = std::min(records.size(), static_cast<std::size_t>(frames));
  for (const FrameRecord* record : std::span(records).last(fresh)) {
    order_hash_.Add(*record, schedule_);
    const auto step = SpansOfCard(*record, step_card);
    const auto beside = SpansOfGroup(*record, TickGroup::kDuringPhysics, step_card);
    overlap_sum_ += OverlapShare(step, beside);
    ++overlap_frames_;
    cards_ += record->runs.size();
    any_thread_cards_ += static_cast<std::uint64_t>(
        std::count_if(record->runs.begin(), record->runs.end(),
                      [](const CardRun& run) { return run.lane == Lane::kAnyThread; }));
  }
}

void DemoStatistics::AddMarks(const RenderPipeline& pipeline) {
  std::vector<std::int64_t> draws;
  std::vector<std::int64_t> latencies;
  marks_.clear();
  const std::int64_t last = pipeline.last_frame();
  for (std::int64_t frame = std::max<std::int64_t>(1, last - kRecordedFrames + 1); frame <= last;
       ++frame) {
    const std::optional<FrameMarks> marks = pipeline.FindMarks(frame);
    if (!marks) continue;
    marks_.push_back(*marks);
    draws.push_back(marks->stages[0].end_ns - marks->stages[0].start_ns);
    latencies.push_back(marks->latency_ns());
  }
  draw_ms_ = MedianMilliseconds(std::move(draws));
  latency_ms_ = MedianMilliseconds(std::move(latencies));
  frames_drawn_ = pipeline.frames_drawn(0);
}

double DemoStatistics::any_thread_share() const {
  return cards_ > 0 ? static_cast<double>(any_thread_cards_) / static_cast<double>(cards_) : 0;
}

double DemoStatistics::mean_lag() const {
  return frames_ > 0 ? static_cast<double>(lag_sum_) / static_cast<double>(frames_) : 0;
}

double DemoStatistics::MeanMilliseconds(std::int64_t nanoseconds) const {
  return frames_ > 0 ? static_cast<double>(nanoseconds) / static_cast<double>(frames_) /
                           kNanosecondsPerMillisecond
                     : 0;
}

double DemoStatistics::mean_sync_wait_ms() const { return MeanMilliseconds(sync_wait_ns_); }

double DemoStatistics::mean_query_refresh_ms() const { return MeanMilliseconds(query_refresh_ns_); }

TraceTrack DemoStatistics::RenderTrack(World& world) const {
  TraceTrack track{.name = "render thread", .category = "render"};
  const std::vector<const FrameRecord*> records = world.frame_scheduler().records();
  if (records.empty()) return track;
  // The last physics step was timed on both clocks, which gives the distance between them.
  const auto step = SpansOfCard(*records.back(), world.physics_stage()->step_card());
  if (step.empty()) return track;
  const std::int64_t distance =
      std::chrono::duration_cast<std::chrono::nanoseconds>(
          world.physics_stage()->last_frame().step_start.time_since_epoch())
          .count() -
      step.front().start_ns;
  for (const FrameMarks& marks : marks_) {
    const StageMarks& stage = marks.stages[0];
    const std::int64_t start = stage.start_ns - distance;
    if (start < records.front()->span.start_ns) continue;
    track.slices.push_back({.name = absl::StrCat("draw ", marks.frame),
                            .start_ns = start,
                            .end_ns = stage.end_ns - distance,
                            .arguments = {{"frame", marks.frame},
                                          {"latency_us", marks.latency_ns() / 1000},
                                          {"game_thread_waited_us", marks.sync_wait_ns() / 1000}}});
  }
  return track;
}

}  // namespace tickgraph
