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
/// Popping is claiming: each piece of work is handed out once. Whatever was written before work was
/// pushed is visible after it was popped. Work that can start with the release of a segment is
/// known before and lies in one list; a counter hands it out, and no thread waits for another.
/// Other work is in heaps under a mutex. From any thread.
class ReadyQueue {
 public:
  /// Makes room for this much work of each end group, so that Push does not allocate.
  void Reserve(const std::array<std::uint32_t, kTickGroupCount>& counts);

  /// What PushSorted names parts of. Must stay as it is until all that was pushed has been popped
  /// and finished. To be called while there is none.
  void SetSorted(std::span<const ReadyWork> works) { sorted_ = works.data(); }

  /// Adds works [begin, end) of the list, all of one end group and in the order of claiming.
  /// O(1), or O(what is left of such work with the same end group).
  void PushSorted(std::uint32_t begin, std::uint32_t end);

  /// O(log n).
  void Push(const ReadyWork& work);

  /// From where sorted work is taken that is all as urgent, by and large.
  enum class Side : std::uint8_t { kFront, kBack };

  /// Claims the first piece of work that ends in or before `end`. Where the game thread takes from
  /// the front and workers from the back, a piece is mostly run by the thread that ran it in the
  /// frame before and has its objects in its cache. O(1) while all work was pushed sorted and ends
  /// in one group, else O(log n).
  std::optional<ReadyWork> Pop(TickGroup end, Side side = Side::kFront);

  /// How much there is that ends in or before `end`, as of some recent moment.
  std::uint32_t Count(TickGroup end) const;

 private:
  /// Part of the sorted list that was not claimed yet: the first in the lower half, the end in the
  /// upper half, with a bit that is set where all of the part is as urgent.
  using Rest = std::uint64_t;
  static constexpr Rest kIsEven = Rest{1} << 63;
  static constexpr std::uint32_t BeginOf(Rest rest) { return static_cast<std::uint32_t>(rest); }
  static constexpr std::uint32_t EndOf(Rest rest) {
    return static_cast<std::uint32_t>((rest & ~kIsEven) >> 32);
  }

  std::unique_lock<std::mutex> Lock();
  const ReadyWork* ClaimSorted(std::size_t group, Side side);
  void PushLocked(const ReadyWork& work);
  std::optional<ReadyWork> PopHeapLocked(std::size_t last_group);
  std::optional<ReadyWork> PopLocked(std::size_t last_group);

  const ReadyWork* sorted_ = nullptr;
  /// By end group.
  alignas(64) std::array<std::atomic<Rest>, kTickGroupCount> rests_ = {};
  alignas(64) std::mutex mutex_;
  /// A heap for each end group.
  std::array<std::vector<ReadyWork>, kTickGroupCount> heaps_;
  alignas(64) std::array<std::atomic<std::uint32_t>, kTickGroupCount> heap_counts_ = {};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_READY_QUEUE_H_
