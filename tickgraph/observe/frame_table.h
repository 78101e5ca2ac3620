#ifndef TICKGRAPH_OBSERVE_FRAME_TABLE_H_
#define TICKGRAPH_OBSERVE_FRAME_TABLE_H_

#include <array>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "tickgraph/frame_record.h"
#include "tickgraph/tick_group.h"

namespace tickgraph {

struct ScheduleSnapshot;

/// What one group took, on average over frames. A card counts in its effective start group.
struct FrameTableRow {
  double cards = 0;
  /// Microseconds in cards on the game thread, those of any-thread cards that it ran while it
  /// waited included.
  double game_thread_us = 0;
  /// Microseconds in cards on all workers together.
  double worker_us = 0;
  /// Microseconds in which the game thread waited and had nothing to run.
  double wait_us = 0;
};

/// Where the time of recorded frames went.
///
///   FrameTable table = MakeFrameTable(scheduler.records());
///   table.notes.push_back({"physics overlap", "94 %"});
///   std::cout << table;
struct FrameTable {
  /// A line of the caller's own below the table.
  struct Note {
    std::string label;
    std::string text;
  };

  /// What one engine stage took.
  struct EngineStage {
    std::string name;
    FrameTableRow row;
  };

  std::uint64_t frames = 0;
  std::array<FrameTableRow, kTickGroupCount> groups = {};
  /// Engine stages, in plan order; each has a row of its own because it may run long after it was
  /// claimed in its start group. Empty where no schedule was given: then they are in the groups.
  std::vector<EngineStage> engine_stages;
  FrameTableRow total;
  /// Nearest-rank percentiles of the time from BeginFrame to the end of EndFrame, microseconds.
  double frame_us_p50 = 0;
  double frame_us_p99 = 0;
  double frame_us_max = 0;
  /// Frames a second from the start of the first record to the start of the last one, so time
  /// between frames counts; for a single record one divided by its length; 0 without records.
  double fps = 0;
  std::vector<Note> notes;
};

/// Sums up `records`, the frames of one scheduler, oldest first; `schedule` is a snapshot of it, or
/// null. Any thread; does not block; O(n log n) of their runs.
FrameTable MakeFrameTable(std::span<const FrameRecord* const> records,
                          const ScheduleSnapshot* schedule = nullptr);

/// The table for people: aligned columns, milliseconds, groups without cards left out, engine
/// stages in brackets.
std::ostream& operator<<(std::ostream& out, const FrameTable& table);

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_FRAME_TABLE_H_
