#include "tickgraph/run/ready_queue.h"

#include <algorithm>
#include <cstddef>

#include "tickgraph/run/spin.h"

namespace tickgraph {
namespace {

/// Paths that differ by less are as urgent: as much as the steps in which costs are known.
constexpr float kEvenFactor = 0.7F;

bool AreAsUrgent(const ReadyWork& first, const ReadyWork& last) {
  return !first.engine_stage && last.remaining_ns >= kEvenFactor * first.remaining_ns;
}

}  // namespace

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
  const std::unique_lock lock = Lock();
  PushLocked(work);
}

void ReadyQueue::PushLocked(const ReadyWork& work) {
  const auto group = static_cast<std::size_t>(GroupIndex(work.end));
  heaps_[group].push_back(work);
  std::push_heap(heaps_[group].begin(), heaps_[group].end(), ClaimedLater);
  heap_counts_[group].fetch_add(1, std::memory_order_seq_cst);
}

void ReadyQueue::PushSorted(std::uint32_t begin, std::uint32_t end) {
  if (begin == end) return;
  const auto group = static_cast<std::size_t>(GroupIndex(sorted_[begin].end));
  const Rest is_even = AreAsUrgent(sorted_[begin], sorted_[end - 1]) ? kIsEven : 0;
  const Rest left =
      rests_[group].exchange(is_even | Rest{end} << 32 | begin, std::memory_order_seq_cst);
  if (BeginOf(left) >= EndOf(left)) return;
  const std::unique_lock lock = Lock();
  for (std::uint32_t at = BeginOf(left); at < EndOf(left); ++at) PushLocked(sorted_[at]);
}

// Nothing of the list may be looked at before some of it is claimed: the frame may be over, and the
// list another one.
const ReadyWork* ReadyQueue::ClaimSorted(std::size_t group, Side side) {
  Rest rest = rests_[group].load(std::memory_order_seq_cst);
  while (BeginOf(rest) < EndOf(rest)) {
    const bool is_from_back = side == Side::kBack && (rest & kIsEven) != 0;
    const Rest claimed = is_from_back ? rest - (Rest{1} << 32) : rest + 1;
    if (rests_[group].compare_exchange_weak(rest, claimed, std::memory_order_seq_cst)) {
      return &sorted_[is_from_back ? EndOf(claimed) : BeginOf(rest)];
    }
    SpinPause();
  }
  return nullptr;
}

std::optional<ReadyWork> ReadyQueue::Pop(TickGroup end, Side side) {
  const auto last_group = static_cast<std::size_t>(GroupIndex(end));
  std::size_t sources = 0;
  std::size_t sorted_group = 0;
  for (std::size_t group = 0; group <= last_group; ++group) {
    const Rest rest = rests_[group].load(std::memory_order_seq_cst);
    if (BeginOf(rest) < EndOf(rest)) {
      sorted_group = group;
      ++sources;
    }
    // What is in a heap has to be compared.
    if (heap_counts_[group].load(std::memory_order_seq_cst) > 0) sources += 2;
  }
  if (sources == 0) return std::nullopt;
  if (sources == 1) {
    if (const ReadyWork* work = ClaimSorted(sorted_group, side)) return *work;
  }
  const std::unique_lock lock = Lock();
  return PopLocked(last_group);
}

std::optional<ReadyWork> ReadyQueue::PopHeapLocked(std::size_t last_group) {
  std::vector<ReadyWork>* best = nullptr;
  for (std::size_t group = 0; group <= last_group; ++group) {
    std::vector<ReadyWork>& heap = heaps_[group];
    if (heap.empty()) continue;
    if (best == nullptr || ClaimedLater(best->front(), heap.front())) best = &heap;
  }
  if (best == nullptr) return std::nullopt;
  std::pop_heap(best->begin(), best->end(), ClaimedLater);
  const ReadyWork work = best->back();
  best->pop_back();
  heap_counts_[static_cast<std::size_t>(GroupIndex(work.end))].fetch_sub(1,
                                                                         std::memory_order_seq_cst);
  return work;
}

// While some work is claimed, what others there are can be looked at.
std::optional<ReadyWork> ReadyQueue::PopLocked(std::size_t last_group) {
  std::optional<ReadyWork> claimed = PopHeapLocked(last_group);
  for (std::size_t group = 0; group <= last_group; ++group) {
    const Rest rest = rests_[group].load(std::memory_order_seq_cst);
    if (BeginOf(rest) >= EndOf(rest)) continue;
    if (claimed && !ClaimedLater(*claimed, sorted_[BeginOf(rest)])) continue;
    const ReadyWork* better = ClaimSorted(group, Side::kFront);
    if (better == nullptr) continue;
    if (claimed) PushLocked(*claimed);
    claimed = *better;
  }
  return claimed;
}

std::uint32_t ReadyQueue::Count(TickGroup end) const {
  std::uint32_t count = 0;
  for (std::size_t group = 0; group <= static_cast<std::size_t>(GroupIndex(end)); ++group) {
    const Rest rest = rests_[group].load(std::memory_order_seq_cst);
    count += heap_counts_[group].load(std::memory_order_seq_cst);
    if (BeginOf(rest) < EndOf(rest)) count += EndOf(rest) - BeginOf(rest);
  }
  return count;
}

}  // namespace tickgraph
