#ifndef TICKGRAPH_FRAME_RECORD_H_
#define TICKGRAPH_FRAME_RECORD_H_

#include <array>
#include <cstdint>
#include <vector>

#include "tickgraph/lane.h"
#include "tickgraph/tick_group.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

/// One call of a card. Times are nanoseconds on the scheduler's cycle clock; they are comparable
/// across threads of one process and mean nothing outside it.
struct CardRun {
  TickHandle card = {};
  /// Where the card stood in plan order among all cards of this frame; unique in the frame.
  std::uint64_t plan_key = 0;
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  /// 0 for the game thread, 1 … n for workers.
  std::int32_t worker = 0;
  /// Effective start group.
  TickGroup group = TickGroup::kPrePhysics;
  Lane lane = Lane::kGameThread;
};

/// Why the game thread did not run a card of its own.
enum class WaitReason : std::uint8_t {
  kGroupEnd,      ///< For any-thread cards that end in the group.
  kPrerequisite,  ///< For an any-thread prerequisite of its next card.
};

/// A stretch of time in which the game thread waited; any-thread cards that it ran meanwhile are
/// inside the stretch.
struct GameThreadWait {
  WaitReason reason = WaitReason::kGroupEnd;
  TickGroup group = TickGroup::kPrePhysics;
  /// The card that could not start; set for kPrerequisite.
  TickHandle card = {};
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
};

struct TimeSpan {
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
};

/// What one frame did: plain data, filled by an executor, read by `observe/`.
struct FrameRecord {
  std::uint64_t frame = 0;
  TimeSpan span;
  /// RunGroup of each group: from its release until the call returned.
  std::array<TimeSpan, kTickGroupCount> groups = {};
  /// In no particular order across threads; in order of time within one worker.
  std::vector<CardRun> runs;
  std::vector<GameThreadWait> waits;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_FRAME_RECORD_H_
