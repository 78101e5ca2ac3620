#ifndef TICKGRAPH_WORLD_RENDER_SYNCHRONOUS_CALL_H_
#define TICKGRAPH_WORLD_RENDER_SYNCHRONOUS_CALL_H_

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "absl/status/status.h"
#include "tickgraph/world/render/bounded_spin.h"

namespace tickgraph {

/// The place where a caller on one thread waits for a function that runs on another. Shared by both
/// through a shared_ptr, because either may let go of it first.
class SynchronousCall {
 public:
  /// Ends the call. Once, on the thread that ran the function.
  void Finish(absl::Status status) {
    const std::lock_guard<std::mutex> lock(mutex_);
    status_ = std::move(status);
    done_.store(true, std::memory_order_release);
    finished_.notify_all();
  }

  bool done() const { return done_.load(std::memory_order_acquire); }

  /// What the function returned; only when done() is true, and once. The status is moved out so
  /// that it belongs to the waiting thread alone.
  absl::Status TakeStatus() { return std::move(status_); }

  /// Spins briefly, then sleeps until the call has ended. Any thread but the one that is to run the
  /// function, and not the game thread: that one serves calls while it waits.
  absl::Status Wait() {
    if (!SpinBriefly([this] { return done(); })) {
      std::unique_lock<std::mutex> lock(mutex_);
      finished_.wait(lock, [this] { return done(); });
    }
    return TakeStatus();
  }

 private:
  std::mutex mutex_;
  std::condition_variable finished_;
  std::atomic<bool> done_{false};
  absl::Status status_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_SYNCHRONOUS_CALL_H_
