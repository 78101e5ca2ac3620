#include "tickgraph/run/ready_queue.h"

#include <algorithm>
#include <cstddef>

#include "tickgraph/run/spin.h"

namespace tickgraph {

bool ClaimedLater(const ReadyWork& a, const ReadyWork& b) {
  if (a.engine_stage != b.engine_stage) return b.engine_stage;
  if (a.remaining_ns != b.remaining_ns) return a.remaining_ns < b.remaining_ns;
  return a.position > b.position;
}

// The queue is held for some 100 ns; a thread that slept for it would come back much later.
std::unique_lock<std::mutex> ReadyQueue::Lock() {
  std::unique_lock lock(mutex_, std::defer_lock);
  if (!SpinUntil([&] { return lock.try_lock(); })) lock.lock();
  return lock;
}

void ReadyQueue::Reserve(const std::array<std::uint32_t, kTickGroupCount>& counts) {
  const std::unique_lock lock = Lock();
  for (std::size_t group = 0; group < heaps_.size(); ++group) heaps_[group].reserve(counts[group]);
}

void ReadyQueue::Push(const ReadyWork& work) {
  const auto group = static_cast<std::size_t>(GroupIndex(work.end));
  const std::unique_lock lock = Lock();
  heaps_[group].push_back(work);
  std::push_heap(heaps_[group].begin(), heaps_[group].end(), ClaimedLater);
  counts_[group].fetch_add(1, std::memory_order_seq_cst);
}

void ReadyQueue::PushSorted(std::span<const ReadyWork> works) {
  if (works.empty()) return;
  const auto group = static_cast<std::size_t>(GroupIndex(works.front().end));
  const std::unique_lock lock = Lock();
  std::vector<ReadyWork>& heap = heaps_[group];
  // A sequence in the order of claiming is a heap as it stands.
  const bool is_heap = heap.empty();
  for (const ReadyWork& work : works) {
    heap.push_back(work);
    if (!is_heap) std::push_heap(heap.begin(), heap.end(), ClaimedLater);
  }
  counts_[group].fetch_add(static_cast<std::uint32_t>(works.size()), std::memory_order_seq_cst);
}

std::optional<ReadyWork> ReadyQueue::Pop(TickGroup end) {
  if (Count(end) == 0) return std::nullopt;
  const std::unique_lock lock = Lock();
  std::vector<ReadyWork>* best = nullptr;
  for (int group = 0; group <= GroupIndex(end); ++group) {
    std::vector<ReadyWork>& heap = heaps_[static_cast<std::size_t>(group)];
    if (heap.empty()) continue;
    if (best == nullptr || ClaimedLater(best->front(), heap.front())) best = &heap;
  }
  if (best == nullptr) return std::nullopt;
  std::pop_heap(best->begin(), best->end(), ClaimedLater);
  const ReadyWork work = best->back();
  best->pop_back();
  counts_[static_cast<std::size_t>(GroupIndex(work.end))].fetch_sub(1, std::memory_order_seq_cst);
  return work;
}

std::uint32_t ReadyQueue::Count(TickGroup end) const {
  std::uint32_t count = 0;
  for (int group = 0; group <= GroupIndex(end); ++group) {
    count += counts_[static_cast<std::size_t>(group)].load(std::memory_order_seq_cst);
  }
  return count;
}

}  // namespace tickgraph
