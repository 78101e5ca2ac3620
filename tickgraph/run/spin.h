#ifndef TICKGRAPH_RUN_SPIN_H_
#define TICKGRAPH_RUN_SPIN_H_

#include <chrono>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace tickgraph {

/// How long a thread that waits may spin before it sleeps.
inline constexpr std::chrono::microseconds kSpinTime(20);

/// Tells the processor that this is a spin loop.
inline void SpinPause() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

/// Spins until `done()` or until `limit` has passed; true if `done()` was.
template <typename Done>
bool SpinUntil(Done&& done, std::chrono::nanoseconds limit = kSpinTime) {
  if (done()) return true;
  const auto end = std::chrono::steady_clock::now() + limit;
  do {
    for (int pause = 0; pause < 16; ++pause) {
      SpinPause();
      if (done()) return true;
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_SPIN_H_
