#ifndef TICKGRAPH_WORLD_TIME_FRAME_CLOCK_H_
#define TICKGRAPH_WORLD_TIME_FRAME_CLOCK_H_

#include <chrono>

namespace tickgraph {

/// What a clock shows at the start of a frame.
struct ClockSample {
  /// Since some moment that the clock chose. Never used alone: frames look at differences.
  std::chrono::nanoseconds time{0};
  /// Seconds since the last sample. Not checked: a clock may be broken (rule T-5).
  double delta = 0;
};

/// Where an engine loop has its time from. Handed in, never global, so that the same frame can be
/// played by the wall, at a fixed rate, or from a list (rule T-1).
///
///   FixedClock clock(60);
///   EngineLoop loop({.clock = &clock});
///
/// A clock is asked once a frame, on the game thread; the wait of a limiter lies before.
class FrameClock {
 public:
  virtual ~FrameClock() = default;

  /// Takes the frame's one sample. Game thread; never waits.
  virtual ClockSample Sample() = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_TIME_FRAME_CLOCK_H_
