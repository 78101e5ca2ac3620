#ifndef TICKGRAPH_WORLD_RENDER_STAGE_QUEUE_H_
#define TICKGRAPH_WORLD_RENDER_STAGE_QUEUE_H_

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include "tickgraph/world/render/render_packet.h"

namespace tickgraph {

/// What a stage has still to do: packets and calls in one line, first in, first out, so that a call
/// posted between the packets n and n + 1 runs between their draws. Many writers, one reader.
class StageQueue {
 public:
  /// Exactly one of the two is set.
  struct Entry {
    const RenderPacket* packet = nullptr;
    std::function<void()> call;
  };

  /// Accepts calls from now on; a new queue refuses them. Any thread.
  void AcceptCalls();

  /// Adds a packet; the queue must not be closed. The previous stage or the game thread.
  void PushPacket(const RenderPacket* packet);

  /// Adds a call. False when calls are refused; then nothing was kept. Any thread, never blocks.
  bool TryPushCall(std::function<void()> call);

  /// Refuses calls from now on; packets that are on their way still come in. Any thread.
  void RefuseCalls();

  /// Says that nothing will come in any more. Any thread.
  void Close();

  /// Moves everything that waits into `entries` (emptied before; keeps its storage). Spins briefly,
  /// then sleeps until there is something. False when the queue is closed and empty. The reader.
  bool TakeAll(std::vector<Entry>& entries);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Entry> entries_;
  bool calls_refused_ = true;
  bool closed_ = false;
  /// For the spin: true when TakeAll need not sleep.
  std::atomic<bool> ready_{false};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_STAGE_QUEUE_H_
