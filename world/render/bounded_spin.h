#ifndef TICKGRAPH_WORLD_RENDER_BOUNDED_SPIN_H_
#define TICKGRAPH_WORLD_RENDER_BOUNDED_SPIN_H_

#include <atomic>
#include <cstdint>

#include "tickgraph/world/render/render_clock.h"

namespace tickgraph {

/// The longest spin before a waiting thread goes to sleep. Longer spins steal a core from the
/// thread that is waited for.
inline constexpr std::int64_t kRenderSpinNanoseconds = 20'000;

/// Spins until `done()` is true or kRenderSpinNanoseconds have passed, and returns the last answer
/// of `done`. `done` may only read atomics. Any thread; never sleeps.
template <typename Predicate>
bool SpinBriefly(const Predicate& done) {
  const std::int64_t give_up = RenderClockNow() + kRenderSpinNanoseconds;
  do {
    for (int i = 0; i < 32; ++i) {
      if (done()) return true;
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause();
#else
      std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
    }
  } while (RenderClockNow() < give_up);
  return done();
}

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_BOUNDED_SPIN_H_
