#ifndef TICKGRAPH_PLAN_PLAN_PATCHER_H_
#define TICKGRAPH_PLAN_PLAN_PATCHER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/plan/card_store.h"
#include "tickgraph/plan/changed_cards.h"
#include "tickgraph/plan/edge_store.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/plan/order_merge.h"
#include "tickgraph/plan/plan_changes.h"

namespace tickgraph {

/// Changes a FramePlan so that it is the one that PlanBuilder would make, but for holes.
///
///   if (!patcher.Patch(cards, edges, changes, plan)) builder.Build(cards, edges, plan);
///   changes.Clear(patcher.Limit(plan));
///
/// Cards that went leave holes. Cards that came go into holes at their place, or into the room
/// behind their segment; if there is neither near enough, all cards are laid out again, in the same
/// order, with a hole after every 32 and some room behind each segment. So a change costs what it
/// touches, and one in every few thousand pays for the layout. For the game thread, between frames.
class PlanPatcher {
 public:
  /// False where a plan has to be built anew, and will be: there are too many changes, or an edge
  /// may close a cycle, or count again. O(changed cards · log + their edges).
  bool Patch(CardStore& cards, EdgeStore& edges, const PlanChanges& changes, FramePlan& plan);

  /// Where the last patch has put, moved or taken out cards, some of them twice; not to be used
  /// where it has laid out all cards.
  std::span<const std::uint32_t> positions() const { return positions_; }
  bool has_laid_out() const { return has_laid_out_; }

  /// How many cards may change before a new plan is cheaper.
  static std::size_t Limit(const FramePlan& plan) { return plan.card_count / 4 + 64; }

 private:
  /// Cards are moved this far at most to make room for one.
  static constexpr std::uint32_t kReach = 256;
  /// Holes that a layout leaves behind each card that came among others, or fewer where there are
  /// many.
  static constexpr std::uint32_t kRoomForEach = 8;
  /// Cards that are laid out without a hole in between.
  static constexpr std::uint32_t kRunLength = 32;

  void ForgetRemovedEdges(EdgeStore& edges, const PlanChanges& changes);
  static bool DecideEdges(const PatchParts& parts);
  void TakeOutChanged(FramePlan& plan);
  void FindInsertions(const PatchParts& parts);
  void Insert(const PatchParts& parts);
  /// Puts cards before their gap, moving others to the next holes; false where these are too far
  /// away.
  bool MakeRoom(const PatchParts& parts, std::span<const Insertion> group);
  void PutGroup(const PatchParts& parts, std::span<const Insertion> group, std::uint32_t position);
  /// Lays out all cards and these.
  void LayOut(const PatchParts& parts, std::span<const Insertion> insertions);
  void NoteDemotions(const PatchParts& parts);

  ChangedCards changed_;
  OrderMerge merge_;
  /// By slot, all false between patches.
  std::vector<bool> is_noted_;
  std::vector<Insertion> insertions_;
  std::vector<std::uint32_t> positions_;
  bool has_laid_out_ = false;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_PLAN_PATCHER_H_
