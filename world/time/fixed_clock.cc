#include "tickgraph/world/time/fixed_clock.h"

#include <algorithm>

namespace tickgraph {

namespace {
constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
}

FixedClock::FixedClock(std::int64_t frames_per_second)
    : rate_(std::clamp<std::int64_t>(frames_per_second, 1, kNanosecondsPerSecond)) {}

ClockSample FixedClock::Sample() {
  ++samples_;
  // Whole seconds and the rest apart: samples · 10⁹ would overflow after some years of frames.
  const std::int64_t nanoseconds =
      samples_ / rate_ * kNanosecondsPerSecond + samples_ % rate_ * kNanosecondsPerSecond / rate_;
  return {.time = std::chrono::nanoseconds(nanoseconds), .delta = 1.0 / static_cast<double>(rate_)};
}

}  // namespace tickgraph
