#ifndef TICKGRAPH_WORLD_RENDER_RENDER_CLOCK_H_
#define TICKGRAPH_WORLD_RENDER_RENDER_CLOCK_H_

#include <chrono>
#include <cstdint>

namespace tickgraph {

/// The time of every mark in the render pipeline: nanoseconds of the steady clock, so that marks of
/// different threads can be subtracted. Any thread.
inline std::int64_t RenderClockNow() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_RENDER_CLOCK_H_
