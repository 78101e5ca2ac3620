#ifndef TICKGRAPH_RUN_READY_QUEUE_H_
#define TICKGRAPH_RUN_READY_QUEUE_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "tickgraph/tick_group.h"

namespace tickgraph {

struct AnnexCard;

/// Any-thread work whose prerequisites have finished: a chunk of the plan, or one newcomer.
struct ReadyWork {
  static constexpr std::uint32_t kNewcomer = 0xffffffff;

  /// Engine stages are claimed before everything else.
  bool engine_stage = false;
  /// Cost of the dearest path from here to the end of the frame, in nanoseconds.
  float remaining_ns = 0;
  /// Place in plan order, among equals.
  std::uint32_t position = 0;
  /// Number of the chunk, or kNewcomer.
  std::uint32_t chunk = 0;
  AnnexCard* newcomer = nullptr;
  /// The group by whose end it has to be finished.
  TickGroup end = TickGroup::kPrePhysics;
};

/// True if `a` is claimed later than `b` (rule L3).
bool ClaimedLater(const ReadyWork& a, const ReadyWork& b);

/// The any-thread work of a frame that can start now, dearest path first.
///
/// Popping is claiming: each piece of work is handed out once. The mutex also makes everything
/// that was written before Push visible after Pop. From any thread; O(log n).
class ReadyQueue {
 public:
  /// Makes room for this much work of each end group, so that Push does not allocate.
  void Reserve(const std::array<std::uint32_t, kTickGroupCount>& counts);

  void Push(const ReadyWork& work);

  /// Adds work of one end group that is sorted in the order of claiming.
  void PushSorted(std::span<const ReadyWork> works);

  /// Claims the first piece of work that ends in or before `end`.
  std::optional<ReadyWork> Pop(TickGroup end);

  /// How much there is that ends in or before `end`, as of some recent moment.
  std::uint32_t Count(TickGroup end) const;

 private:
  std::unique_lock<std::mutex> Lock();

  std::mutex mutex_;
  /// A heap for each end group.
  std::array<std::vector<ReadyWork>, kTickGroupCount> heaps_;
  std::array<std::atomic<std::uint32_t>, kTickGroupCount> counts_ = {};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_READY_QUEUE_H_
