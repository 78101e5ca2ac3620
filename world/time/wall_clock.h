#ifndef TICKGRAPH_WORLD_TIME_WALL_CLOCK_H_
#define TICKGRAPH_WORLD_TIME_WALL_CLOCK_H_

#include <chrono>
#include <optional>

#include "tickgraph/world/time/frame_clock.h"

namespace tickgraph {

/// Real time, from the system's steady clock. The first delta is 0: nothing came before.
class WallClock : public FrameClock {
 public:
  ClockSample Sample() override;

 private:
  using SteadyClock = std::chrono::steady_clock;

  std::optional<SteadyClock::time_point> first_;
  SteadyClock::time_point last_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_TIME_WALL_CLOCK_H_
