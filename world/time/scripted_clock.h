#ifndef TICKGRAPH_WORLD_TIME_SCRIPTED_CLOCK_H_
#define TICKGRAPH_WORLD_TIME_SCRIPTED_CLOCK_H_

#include <cstddef>
#include <vector>

#include "tickgraph/world/time/frame_clock.h"

namespace tickgraph {

/// Plays a list of deltas, for tests and replays. The list may hold what a broken clock would say:
/// negative numbers, infinity, NaN. Behind the end of the list time stands still.
///
///   ScriptedClock clock({0.016, 0.016, -1.0, 0.016});
class ScriptedClock : public FrameClock {
 public:
  explicit ScriptedClock(std::vector<double> deltas);

  ClockSample Sample() override;

  /// True when the whole list has been played.
  bool finished() const { return next_ == deltas_.size(); }

 private:
  std::vector<double> deltas_;
  std::size_t next_ = 0;
  std::chrono::nanoseconds time_{0};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_TIME_SCRIPTED_CLOCK_H_
