#include "tickgraph/observe/frame_table.h"

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <unordered_map>

#include "absl/strings/str_format.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/observe/overlap.h"
#include "tickgraph/observe/percentile.h"
#include "tickgraph/observe/schedule_snapshot.h"

namespace tickgraph {
namespace {

double Microseconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1000.0; }

// The parts of a frame in which the game thread waited with nothing to run, for each group.
void AddWaits(const FrameRecord& record, std::array<FrameTableRow, kTickGroupCount>& groups) {
  if (record.waits.empty()) return;
  std::vector<TimeSpan> busy;
  for (const CardRun& run : record.runs) {
    if (run.worker == 0) busy.push_back({run.start_ns, run.end_ns});
  }
  std::array<std::vector<TimeSpan>, kTickGroupCount> waits;
  for (const GameThreadWait& wait : record.waits) {
    waits[static_cast<std::size_t>(GroupIndex(wait.group))].push_back({wait.start_ns, wait.end_ns});
  }
  for (std::size_t group = 0; group < waits.size(); ++group) {
    if (waits[group].empty()) continue;
    groups[group].wait_us +=
        Microseconds(CoveredTime(waits[group]) - OverlapTime(waits[group], busy));
  }
}

double FramesPerSecond(std::span<const FrameRecord* const> records) {
  if (records.empty()) return 0;
  const TimeSpan& first = records.front()->span;
  const std::int64_t length = records.size() == 1 ? first.end_ns - first.start_ns
                                                  : records.back()->span.start_ns - first.start_ns;
  if (length <= 0) return 0;
  const double frames = records.size() == 1 ? 1.0 : static_cast<double>(records.size() - 1);
  return frames * 1e9 / static_cast<double>(length);
}

void PrintRow(std::ostream& out, std::string_view name, const FrameTableRow& row) {
  out << absl::StreamFormat("%-16s%9.1f%18.3f%12.3f%12.3f\n", ToAbsl(name), row.cards,
                            row.game_thread_us / 1000, row.worker_us / 1000, row.wait_us / 1000);
}

}  // namespace

FrameTable MakeFrameTable(std::span<const FrameRecord* const> records,
                          const ScheduleSnapshot* schedule) {
  FrameTable table;
  table.frames = records.size();
  if (records.empty()) return table;
  std::unordered_map<TickHandle, std::size_t> stage_of;
  if (schedule != nullptr) {
    for (const SnapshotCard& card : schedule->cards) {
      if (!card.engine_stage) continue;
      stage_of.emplace(card.handle, table.engine_stages.size());
      table.engine_stages.push_back({card.name, {}});
    }
  }
  const auto row_of = [&](const CardRun& run) -> FrameTableRow& {
    const auto stage = stage_of.find(run.card);
    return stage != stage_of.end() ? table.engine_stages[stage->second].row
                                   : table.groups[static_cast<std::size_t>(GroupIndex(run.group))];
  };
  std::vector<std::int64_t> lengths;
  lengths.reserve(records.size());
  for (const FrameRecord* record : records) {
    lengths.push_back(record->span.end_ns - record->span.start_ns);
    for (const CardRun& run : record->runs) {
      FrameTableRow& row = row_of(run);
      row.cards += 1;
      (run.worker == 0 ? row.game_thread_us : row.worker_us) +=
          Microseconds(run.end_ns - run.start_ns);
    }
    AddWaits(*record, table.groups);
  }
  const double frames = static_cast<double>(records.size());
  const auto add_to_total = [&](FrameTableRow& row) {
    row = {row.cards / frames, row.game_thread_us / frames, row.worker_us / frames,
           row.wait_us / frames};
    table.total.cards += row.cards;
    table.total.game_thread_us += row.game_thread_us;
    table.total.worker_us += row.worker_us;
    table.total.wait_us += row.wait_us;
  };
  std::for_each(table.groups.begin(), table.groups.end(), add_to_total);
  for (FrameTable::EngineStage& stage : table.engine_stages) add_to_total(stage.row);
  table.frame_us_p50 = Microseconds(Percentile(lengths, 50));
  table.frame_us_p99 = Microseconds(Percentile(lengths, 99));
  table.frame_us_max = Microseconds(Percentile(lengths, 100));
  table.fps = FramesPerSecond(records);
  return table;
}

std::ostream& operator<<(std::ostream& out, const FrameTable& table) {
  out << absl::StreamFormat("%-16s%9s%18s%12s%12s\n", "group, per frame", "cards", "game thread ms",
                            "workers ms", "waits ms");
  for (int group = 0; group < kTickGroupCount; ++group) {
    const FrameTableRow& row = table.groups[static_cast<std::size_t>(group)];
    if (row.cards == 0 && row.wait_us == 0) continue;
    PrintRow(out, TickGroupName(static_cast<TickGroup>(group)), row);
  }
  for (const FrameTable::EngineStage& stage : table.engine_stages) {
    PrintRow(out, "[" + stage.name + "]", stage.row);
  }
  PrintRow(out, table.engine_stages.empty() ? "all groups" : "all", table.total);
  std::size_t width = 16;
  for (const FrameTable::Note& note : table.notes) width = std::max(width, note.label.size() + 1);
  const auto label = [&](std::string_view text) {
    return absl::StrFormat("%-*s", static_cast<int>(width), ToAbsl(text));
  };
  out << label("frame time")
      << absl::StreamFormat("p50 %.3f ms, p99 %.3f ms, longest %.3f ms, of %d %s\n",
                            table.frame_us_p50 / 1000, table.frame_us_p99 / 1000,
                            table.frame_us_max / 1000, table.frames,
                            table.frames == 1 ? "frame" : "frames")
      << label("frames a second") << absl::StreamFormat("%.1f\n", table.fps);
  for (const FrameTable::Note& note : table.notes) out << label(note.label) << note.text << '\n';
  return out;
}

}  // namespace tickgraph
