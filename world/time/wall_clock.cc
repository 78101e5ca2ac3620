#include "tickgraph/world/time/wall_clock.h"

namespace tickgraph {

ClockSample WallClock::Sample() {
  const SteadyClock::time_point now = SteadyClock::now();
  if (!first_) {
    first_ = now;
    last_ = now;
  }
  const ClockSample sample = {
      .time = std::chrono::duration_cast<std::chrono::nanoseconds>(now - *first_),
      .delta = std::chrono::duration<double>(now - last_).count()};
  last_ = now;
  return sample;
}

}  // namespace tickgraph
