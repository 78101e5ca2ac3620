#ifndef TICKGRAPH_WORLD_TIME_RAW_DELTA_H_
#define TICKGRAPH_WORLD_TIME_RAW_DELTA_H_

#include <chrono>

#include "absl/status/statusor.h"
#include "tickgraph/world/time/frame_clock.h"

namespace tickgraph {

/// The time from one frame to the next as the clock gave it: checked, but neither scaled nor
/// capped. At least 0, finite.
///
/// Two forms of one number: seconds for arithmetic, nanoseconds for sums that must not drift.
struct RawDelta {
  double seconds = 0;
  std::chrono::nanoseconds nanoseconds{0};

  /// `seconds` with its nanoseconds, rounded down (rule I2).
  /// Errors: InvalidArgument for a number that is negative, infinite, NaN, or more than 10⁹ s.
  static absl::StatusOr<RawDelta> FromSeconds(double seconds);

  /// The delta that `now` shows, with the nanoseconds that have passed since `before`.
  /// Errors: as FromSeconds, and for a clock that went backwards.
  static absl::StatusOr<RawDelta> Between(const ClockSample& before, const ClockSample& now);
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_TIME_RAW_DELTA_H_
