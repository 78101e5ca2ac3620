#ifndef TICKGRAPH_PLAN_CHANGED_CARDS_H_
#define TICKGRAPH_PLAN_CHANGED_CARDS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/plan/card_store.h"
#include "tickgraph/plan/edge_store.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/plan/group_rules.h"
#include "tickgraph/plan/sort_key.h"

namespace tickgraph {

/// A card whose place in plan order may have changed.
struct ChangedCard {
  std::uint32_t slot = 0;
  /// kNoPosition for one that is new to the plan.
  std::uint32_t old_position = FramePlan::kNoPosition;
  PlannedTick old_place;
  PlannedTick place;
  SortKey key;
  /// While places are found: it is to be looked at.
  bool is_queued = false;
  /// While they are ordered: changed cards of its segment that come before it and have no position.
  std::uint32_t missing = 0;
  /// The first position of its segment behind cards before it that have not changed.
  std::uint32_t earliest = 0;
  /// The first position with a larger key, as far as that was searched for.
  std::uint32_t later = 0;
};

/// The cards that a patch has to put into plan order again, with the places that they get.
///
/// These are the cards that were touched, those whose groups change with theirs, and all that come
/// after one of these in the same segment: what is left has the order among itself that it had,
/// because rule L2 takes it by keys and by prerequisites of its own kind.
class ChangedCards {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  /// Finds them. False if there are more than `limit`, or if places are looked at more often than
  /// for a new plan. O(their edges), as long as places settle at once.
  bool Find(const CardStore& cards, const EdgeStore& edges, const FramePlan& plan,
            std::span<const std::uint32_t> touched, std::size_t limit);

  /// Forgets them. O(they).
  void Clear();

  std::span<ChangedCard> cards() { return cards_; }
  /// Positions of cards that are not registered any more.
  std::span<const std::uint32_t> gone() const { return gone_; }
  /// The changed card of a slot; null where it is none.
  ChangedCard* Of(std::uint32_t slot) {
    const std::uint32_t index = slot < index_of_slot_.size() ? index_of_slot_[slot] : kNone;
    return index >= kOnlyGone ? nullptr : &cards_[index];
  }

 private:
  /// The slot of a card that is gone, without another one in it.
  static constexpr std::uint32_t kOnlyGone = kNone - 1;

  void Touch(const CardStore& cards, const FramePlan& plan, std::uint32_t slot);
  ChangedCard& Add(const CardStore& cards, const FramePlan& plan, std::uint32_t slot,
                   std::uint32_t position);
  bool FindPlaces(const CardStore& cards, const EdgeStore& edges, const FramePlan& plan,
                  std::size_t limit);
  bool AddFollowers(const CardStore& cards, const EdgeStore& edges, const FramePlan& plan,
                    std::size_t limit);

  std::vector<ChangedCard> cards_;
  std::vector<std::uint32_t> gone_;
  /// Slots that have an entry in index_of_slot_.
  std::vector<std::uint32_t> marked_;
  std::vector<std::uint32_t> index_of_slot_;
  std::vector<std::uint32_t> queue_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_CHANGED_CARDS_H_
