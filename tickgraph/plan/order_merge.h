#ifndef TICKGRAPH_PLAN_ORDER_MERGE_H_
#define TICKGRAPH_PLAN_ORDER_MERGE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/plan/changed_cards.h"

namespace tickgraph {

/// A card that comes right before the card at a position, or at the end of the segment.
struct Insertion {
  std::uint32_t gap = 0;
  std::uint32_t slot = 0;
};

/// Finds where changed cards belong among those of a segment that have not changed.
///
/// Does what rule L2 says, in leaps: from one changed card to the next, over everything that has a
/// smaller key.
///
///   merge.Add(card) …                          // all of the segment, taken out of the plan
///   merge.Run(segment, insertions);            // appends them, by gap, in order
class OrderMerge {
 public:
  OrderMerge(const CardStore& cards, const EdgeStore& edges, const FramePlan& plan,
             ChangedCards& changed)
      : cards_(cards), edges_(edges), plan_(plan), changed_(changed) {}

  /// A card of the segment.
  void Add(ChangedCard& card) { added_.push_back(&card); }

  /// O(added · log added + their edges + cards / 64 for each).
  void Run(Segment segment, std::vector<Insertion>& insertions);

 private:
  void CountPrerequisites(ChangedCard& card, Segment segment) const;
  /// It may be taken as soon as `cursor` has come to `earliest`.
  void BecomeReady(ChangedCard& card);
  void TakeThoseReached();
  ChangedCard& PopFirst();

  const CardStore& cards_;
  const EdgeStore& edges_;
  const FramePlan& plan_;
  ChangedCards& changed_;
  std::vector<ChangedCard*> added_;
  /// Heaps: what may be taken, by key, and what has to wait for the cursor, by `earliest`.
  std::vector<ChangedCard*> ready_;
  std::vector<ChangedCard*> waiting_;
  /// Everything before this position has been taken.
  std::uint32_t cursor_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_ORDER_MERGE_H_
