#ifndef TICKGRAPH_PLAN_FRAME_PLAN_H_
#define TICKGRAPH_PLAN_FRAME_PLAN_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "tickgraph/lane.h"
#include "tickgraph/plan/edge_store.h"
#include "tickgraph/plan/group_rules.h"
#include "tickgraph/plan/plan_edges.h"
#include "tickgraph/plan/sort_key.h"
#include "tickgraph/tick_delegate.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

class CardStore;

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
/// position. Executors, exporters and explanations read the same plan; it is written between frames
/// only: made by PlanBuilder, patched by PlanPatcher. A patched plan has *holes*, positions without
/// a card; they are skipped like cards that do not run.
struct FramePlan {
  static constexpr std::uint32_t kNoPosition = 0xffffffff;
  static constexpr std::uint32_t kBlockSize = 16;
  /// So many blocks are a row.
  static constexpr std::uint32_t kRowSize = 32;

  /// Positions, holes among them.
  std::uint32_t size = 0;
  /// Cards, those without a body among them.
  std::uint32_t card_count = 0;
  /// Cards that run something.
  std::uint32_t body_count = 0;
  /// Counts plans; 0 for one that was never built.
  std::uint64_t version = 0;

  std::vector<PlanEntry> entries;
  /// A hole has the handle that names nothing.
  std::vector<TickHandle> cards;
  std::vector<PlanLane> lanes;
  std::vector<PlannedTick> places;
  /// Nanoseconds a call, as far as known; 0 = not known.
  std::vector<float> cost_ns;

  /// Positions [segment_begin[s], segment_end[s]) lie in segment s; up to segment_begin[s + 1]
  /// there are holes.
  std::array<std::uint32_t, kSegmentCount + 1> segment_begin = {};
  std::array<std::uint32_t, kSegmentCount> segment_end = {};
  /// No key of the segment's cards is larger.
  std::array<SortKey, kSegmentCount> segment_last_key = {};
  /// The same for every kBlockSize positions, so that a search by key leaps over them. A search
  /// that finds a block too high for what is in it corrects it.
  std::vector<SortKey> block_last_key;
  /// The same for every kRowSize blocks.
  std::vector<SortKey> row_last_key;

  /// One bit a position: set for cards without a body, and for holes.
  std::vector<std::uint64_t> idle_words;
  /// One bit a position: set for engine stages.
  std::vector<std::uint64_t> stage_words;
  /// The slot of each card that was moved to other groups than it declared, and the slot of the
  /// prerequisite that moved it (rule G7).
  absl::flat_hash_map<std::uint32_t, std::uint32_t> demoted_by;
  /// By slot; kNoPosition for slots without a card in the plan.
  std::vector<std::uint32_t> position_of_slot;
  /// Whose edges count where Edge::in_plan is set.
  const EdgeStore* edges = nullptr;

  /// kNoPosition for a slot that is not in the plan, or came after it was made.
  std::uint32_t PositionOfSlot(std::uint32_t slot) const {
    return slot < position_of_slot.size() ? position_of_slot[slot] : kNoPosition;
  }

  /// No card stands here.
  bool IsHole(std::uint32_t position) const { return !cards[position]; }

  bool IsEngineStage(std::uint32_t position) const {
    return ((stage_words[position / 64] >> (position % 64)) & 1) != 0;
  }

  std::uint32_t PositionOf(TickHandle card) const {
    const std::uint32_t position = PositionOfSlot(card.slot);
    return position != kNoPosition && cards[position] == card ? position : kNoPosition;
  }

  /// The first position from `from` on at which the segment has a card with a larger key; the end
  /// of the segment if there is none. O(positions / 512), and two rows and blocks.
  std::uint32_t FirstLater(std::uint32_t from, Segment segment, const SortKey& key,
                           const CardStore& store);

  // ---- For those who make plans ----

  /// What is known by position.
  struct Layout {
    std::vector<PlanEntry> entries;
    std::vector<TickHandle> cards;
    std::vector<PlanLane> lanes;
    std::vector<PlannedTick> places;
    std::vector<float> cost_ns;
    std::vector<std::uint64_t> stage_words;
    std::vector<SortKey> block_last_key;
    std::array<std::uint32_t, kSegmentCount + 1> segment_begin;
    std::array<std::uint32_t, kSegmentCount> segment_end;
  };
  /// Takes all positions away; what is not known by position stays.
  Layout TakeLayout();
  /// Gives a plan without positions so many, all of them holes.
  void MakeHoles(std::uint32_t positions);
  /// Puts the card of a slot at a position that is a hole.
  void Put(std::uint32_t position, std::uint32_t slot, const PlannedTick& place, CardStore& store);
  /// Puts the cards that were at so many positions of `old`, none of them a hole, at positions that
  /// are holes.
  void PutBack(std::uint32_t position, const Layout& old, std::uint32_t old_position,
               std::uint32_t count);
  /// Makes a hole of a position.
  void TakeOut(std::uint32_t position);
  /// Moves a card to a hole.
  void Move(std::uint32_t from, std::uint32_t to, const CardStore& store);
  /// Lets a segment end behind its last card.
  void TrimSegment(Segment segment);

  /// The positions of the cards that this one waits for, and of those that wait for it.
  PlanEdges Prerequisites(std::uint32_t position) const {
    return EdgesOf(position, PlanEdges::Direction::kIn);
  }
  PlanEdges Dependents(std::uint32_t position) const {
    return EdgesOf(position, PlanEdges::Direction::kOut);
  }

 private:
  /// Sets what is known elsewhere of the card at a position that was a hole.
  void NoteCard(std::uint32_t position, bool is_engine_stage);
  /// A card with this key, or a smaller one, was put at a position.
  void NoteKey(std::uint32_t position, const SortKey& key);
  void MakeHole(std::uint32_t position);
  std::uint32_t FirstLaterInBlock(std::uint32_t from, std::uint32_t end, const SortKey& key,
                                  const CardStore& store);
  PlanEdges EdgesOf(std::uint32_t position, PlanEdges::Direction direction) const {
    if (IsHole(position)) return {};
    return {*edges, position_of_slot.data(), cards[position].slot, direction};
  }
};

/// The place in plan order of a card of the plan, comparable with AnnexCard::plan_key.
constexpr std::uint64_t PlanKeyOf(std::uint32_t position) {
  return (std::uint64_t{position} + 1) << 32;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_FRAME_PLAN_H_
