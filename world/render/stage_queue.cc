#include "tickgraph/world/render/stage_queue.h"

#include <utility>

#include "tickgraph/world/render/bounded_spin.h"

namespace tickgraph {

void StageQueue::AcceptCalls() {
  const std::lock_guard<std::mutex> lock(mutex_);
  calls_refused_ = false;
}

void StageQueue::PushPacket(const RenderPacket* packet) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    entries_.push_back({packet, nullptr});
    ready_.store(true, std::memory_order_release);
  }
  changed_.notify_one();
}

bool StageQueue::TryPushCall(std::function<void()> call) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (calls_refused_ || closed_) return false;
    entries_.push_back({nullptr, std::move(call)});
    ready_.store(true, std::memory_order_release);
  }
  changed_.notify_one();
  return true;
}

void StageQueue::RefuseCalls() {
  const std::lock_guard<std::mutex> lock(mutex_);
  calls_refused_ = true;
}

void StageQueue::Close() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    ready_.store(true, std::memory_order_release);
  }
  changed_.notify_one();
}

bool StageQueue::TakeAll(std::vector<Entry>& entries) {
  entries.clear();
  SpinBriefly([this] { return ready_.load(std::memory_order_acquire); });
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return closed_ || !entries_.empty(); });
  entries.swap(entries_);
  ready_.store(closed_, std::memory_order_relaxed);
  return !entries.empty();
}

}  // namespace tickgraph
