#ifndef TICKGRAPH_WORLD_TIME_FRAME_TIME_H_
#define TICKGRAPH_WORLD_TIME_FRAME_TIME_H_

#include <chrono>

#include "absl/status/status.h"
#include "tickgraph/world/time/raw_delta.h"

namespace tickgraph {

/// How a world makes the time of its cards from the time of the clock.
struct TimeDefinition {
  /// Cards never get more than this many seconds × dilation; what is above is lost and counted.
  /// There is no lower limit. Greater than 0; infinity is no limit.
  double max_delta = 0.4;
};

/// InvalidArgument for a greatest delta that is not greater than 0.
absl::Status Validate(const TimeDefinition& definition);

/// Seconds that the world did not simulate, for two reasons that are counted apart (rule W-3).
struct LostTime {
  /// Fixed steps that were left out because a frame would have had too many.
  double to_step_cap = 0;
  /// Game time above TimeDefinition::max_delta.
  double to_clamp = 0;

  LostTime& operator+=(const LostTime& other) {
    to_step_cap += other.to_step_cap;
    to_clamp += other.to_clamp;
    return *this;
  }
};

/// The time of one frame, from the clock down to the cards (rule T-1).
struct FrameTime {
  RawDelta raw = {};
  /// Seconds of `raw` that this frame simulates. The same as `raw` where no fixed steps are on.
  double process_step = 0;
  /// What cards get: process step × dilation, clamped above. Seconds.
  double delta = 0;
  /// The same in nanoseconds: those of `raw` where `delta` is no other number, else rounded down.
  std::chrono::nanoseconds delta_nanoseconds{0};
  /// What this frame lost.
  LostTime lost = {};
};

/// The time of a frame of length `raw`. `dilation` is at least 0 and finite: 1 is real time, 0
/// stops the deltas, not the frames. `definition` is one that Validate accepts. Any thread.
FrameTime MakeFrameTime(const RawDelta& raw, double dilation, const TimeDefinition& definition);

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_TIME_FRAME_TIME_H_
