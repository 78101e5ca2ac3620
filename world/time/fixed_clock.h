#ifndef TICKGRAPH_WORLD_TIME_FIXED_CLOCK_H_
#define TICKGRAPH_WORLD_TIME_FIXED_CLOCK_H_

#include <cstdint>

#include "tickgraph/world/time/frame_clock.h"

namespace tickgraph {

/// Logical time that goes on by the same amount each frame, however long the frame took. For
/// servers, captures and tests; never waits.
///
/// Each delta is 1.0 / rate, and after n samples the time is floor(n · 10⁹ / rate) nanoseconds: it
/// does not drift, whatever the rate (rule I2).
class FixedClock : public FrameClock {
 public:
  /// `frames_per_second` is 1 … 1,000,000,000; anything else counts as the nearer end.
  explicit FixedClock(std::int64_t frames_per_second);

  ClockSample Sample() override;

  std::int64_t frames_per_second() const { return rate_; }

 private:
  std::int64_t rate_;
  std::int64_t samples_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_TIME_FIXED_CLOCK_H_
