#ifndef TICKGRAPH_RUN_CYCLE_CLOCK_H_
#define TICKGRAPH_RUN_CYCLE_CLOCK_H_

#include <chrono>
#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace tickgraph {

/// Time stamps that cost a few nanoseconds: the processor's time-stamp counter where there is one,
/// else std::chrono::steady_clock.
///
/// Now() is comparable across threads: what was read before a stamp was taken happened before it.
/// A clock learns its own rate while it lives, so nanoseconds are exact to about a millionth after
/// the first millisecond.
class CycleClock {
 public:
  CycleClock() : first_ticks_(Now()), first_time_(std::chrono::steady_clock::now()) {}

  /// The stamp of this moment. From any thread.
  static std::int64_t Now() {
#if defined(__x86_64__)
    _mm_lfence();
    return static_cast<std::int64_t>(__rdtsc());
#else
    return std::chrono::steady_clock::now().time_since_epoch().count();
#endif
  }

  /// The same, in a third of the time: the processor may take the stamp while it still does what
  /// comes before, or when it has begun what comes after. Stamps of one thread never go back; what
  /// is made visible to other threads later is visible after the stamp was taken.
  static std::int64_t NowLoosely() {
#if defined(__x86_64__)
    return static_cast<std::int64_t>(__rdtsc());
#else
    return Now();
#endif
  }

  /// How many nanoseconds one tick takes, as measured since the clock was made.
  double NanosecondsPerTick() const {
    const std::int64_t ticks = Now() - first_ticks_;
    const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - first_time_;
    return ticks > 0 && time.count() > 0
               ? static_cast<double>(time.count()) / static_cast<double>(ticks)
               : 1.0;
  }

  /// Nanoseconds since the clock was made, at `rate` nanoseconds a tick.
  std::int64_t ToNanoseconds(std::int64_t ticks, double rate) const {
    return static_cast<std::int64_t>(static_cast<double>(ticks - first_ticks_) * rate);
  }

 private:
  std::int64_t first_ticks_;
  std::chrono::steady_clock::time_point first_time_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_CYCLE_CLOCK_H_
