#ifndef TICKGRAPH_PHYSICS_NANOSECONDS_H_
#define TICKGRAPH_PHYSICS_NANOSECONDS_H_

#include <chrono>
#include <cmath>
#include <cstdint>

namespace tickgraph {

/// `seconds` as nanoseconds, rounded down (rule I2). What does not fit, more than 292 years, is the
/// nearest that does; NaN is 0.
inline std::chrono::nanoseconds FloorToNanoseconds(double seconds) {
  using std::chrono::nanoseconds;
  const double wanted = std::floor(seconds * 1e9);
  // The largest int64 is no double; the power of two above it is.
  if (wanted >= 0x1p63) return nanoseconds::max();
  if (wanted < -0x1p63) return nanoseconds::min();
  return nanoseconds(std::isnan(wanted) ? 0 : static_cast<std::int64_t>(wanted));
}

/// The sum of two times that are at least 0; where it does not fit, the greatest time there is.
constexpr std::chrono::nanoseconds SaturatedSum(std::chrono::nanoseconds a,
                                                std::chrono::nanoseconds b) {
  constexpr std::chrono::nanoseconds kMost = std::chrono::nanoseconds::max();
  return a > kMost - b ? kMost : a + b;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_NANOSECONDS_H_
