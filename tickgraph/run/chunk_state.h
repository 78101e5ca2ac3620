#ifndef TICKGRAPH_RUN_CHUNK_STATE_H_
#define TICKGRAPH_RUN_CHUNK_STATE_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace tickgraph {

/// What a chunk's runs leave behind. On a cache line of its own: chunks that are handed out one
/// after the other are run by different threads.
struct alignas(64) ChunkState {
  /// The last frame in which it finished.
  std::atomic<std::uint32_t> finished_frame{0};
  /// Measured clock ticks a run, as a moving average; 0 = not yet.
  float average_ticks = 0;

  void Reset() {
    finished_frame.store(0, std::memory_order_relaxed);
    average_ticks = 0;
  }

  /// A run took so long. For the thread that ran it, before it says that the chunk has finished.
  void AddRun(float ticks) {
    // One run that the system interrupted must not spoil the average.
    average_ticks +=
        average_ticks == 0 ? ticks : (std::min(ticks, 4 * average_ticks) - average_ticks) / 8;
  }
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_CHUNK_STATE_H_
