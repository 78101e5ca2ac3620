#ifndef TICKGRAPH_PLAN_FRAME_PLAN_H_
#define TICKGRAPH_PLAN_FRAME_PLAN_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/lane.h"
#include "tickgraph/plan/group_rules.h"
#include "tickgraph/plan/sort_key.h"
#include "tickgraph/tick_delegate.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

/// What an executor calls.
struct PlanEntry {
  TickDelegate::Invoke invoke = nullptr;
  void* target = nullptr;
};

/// What is called for a card with this delegate; an empty one has an entry that does nothing. Valid
/// until the delegate is moved or destroyed.
inline PlanEntry EntryOf(TickDelegate& delegate) {
  if (!delegate) return {[](void* /*target*/, const TickContext& /*context*/) {}, nullptr};
  return {delegate.invoke(), delegate.target()};
}

/// How the plan treats a card.
enum class PlanLane : std::uint8_t {
  kGameThread,
  kAnyThread,
  /// Runs nothing and orders others: a card that is disabled when the plan is made, or an end of a
  /// set.
  kBodiless,
};

/// Lists of numbers, one list a row, all in one array.
struct RowLists {
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> items;

  std::span<const std::uint32_t> operator[](std::uint32_t row) const {
    return {items.data() + begin[row], items.data() + begin[row + 1]};
  }
};

/// The order of all cards of a frame, as data.
///
/// Cards are numbered by their *position* in plan order (rule L2); all arrays are indexed by
/// position. Executors, exporters and explanations read the same plan; it is written by
/// PlanBuilder between frames only.
struct FramePlan {
  static constexpr std::uint32_t kNoPosition = 0xffffffff;

  std::uint32_t size = 0;
  /// Counts plans; 0 for one that was never built.
  std::uint64_t version = 0;

  std::vector<PlanEntry> entries;
  std::vector<TickHandle> cards;
  std::vector<PlanLane> lanes;
  std::vector<PlannedTick> places;
  /// Nanoseconds a call, as far as known; 0 = not known.
  std::vector<float> cost_ns;
  /// The most edges on a path to the card.
  std::vector<std::uint32_t> depth;
  /// Counting edges, as positions.
  RowLists prerequisites;
  RowLists dependents;

  /// Positions [segment_begin[s], segment_begin[s + 1]) lie in segment s.
  std::array<std::uint32_t, kSegmentCount + 1> segment_begin = {};
  /// The largest key of the segment's cards.
  std::array<SortKey, kSegmentCount> segment_last_key = {};

  /// One bit a position: set for bodiless cards.
  std::vector<std::uint64_t> idle_words;
  /// One bit a position: set for engine stages.
  std::vector<std::uint64_t> stage_words;
  /// By slot; kNoPosition for slots without a card in the plan.
  std::vector<std::uint32_t> position_of_slot;

  /// kNoPosition for a slot that is not in the plan, or came after it was made.
  std::uint32_t PositionOfSlot(std::uint32_t slot) const {
    return slot < position_of_slot.size() ? position_of_slot[slot] : kNoPosition;
  }

  bool IsEngineStage(std::uint32_t position) const {
    return ((stage_words[position / 64] >> (position % 64)) & 1) != 0;
  }

  std::uint32_t PositionOf(TickHandle card) const {
    const std::uint32_t position = PositionOfSlot(card.slot);
    return position != kNoPosition && cards[position] == card ? position : kNoPosition;
  }
};

/// The place in plan order of a card of the plan, comparable with AnnexCard::plan_key.
constexpr std::uint64_t PlanKeyOf(std::uint32_t position) {
  return (std::uint64_t{position} + 1) << 32;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_FRAME_PLAN_H_
