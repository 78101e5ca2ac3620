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
  Segment segment = 0;
};

/// What a patch works with.
struct PatchParts {
  CardStore& cards;
  EdgeStore& edges;
  FramePlan& plan;
};

/// Finds where changed cards belong among those of a segment that have not changed.
///
/// Does what rule L2 says, in leaps: from one changed card to the next, over everything that has a
/// smaller key.
///
/// Changed cards have been taken out of the plan. What it needs meanwhile is kept.
class OrderMerge {
 public:
  /// Appends where changed cards of this segment belong, by gap, in order. O(changed · log changed
  /// + their edges + a FramePlan::FirstLater for each).
  void Run(const PatchParts& parts, ChangedCards& changed, Segment segment,
           std::vector<Insertion>& insertions);

 private:
  static void CountPrerequisites(const PatchParts& parts, ChangedCards& changed, ChangedCard& card);
  void Start(const PatchParts& parts, ChangedCards& changed, Segment segment);
  /// It may be taken as soon as `cursor` has come to `earliest`.
  void BecomeReady(ChangedCard& card);
  void TakeThoseReached();
  /// Of those that may be taken, the one with the smallest key.
  bool IsAnyReady() const { return next_ < first_.size() || !ready_.empty(); }
  ChangedCard& First();
  void Pop(const ChangedCard& first);

  /// What may be taken from the start, by key: mostly the order in which it came. `next_` is the
  /// first that was not taken.
  std::vector<ChangedCard*> first_;
  std::size_t next_ = 0;
  /// Heaps: what may be taken since then, by key, and what has to wait for the cursor, by
  /// `earliest`.
  std::vector<ChangedCard*> ready_;
  std::vector<ChangedCard*> waiting_;
  /// Everything before this position has been taken.
  std::uint32_t cursor_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_ORDER_MERGE_H_
