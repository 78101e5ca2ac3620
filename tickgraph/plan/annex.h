#ifndef TICKGRAPH_PLAN_ANNEX_H_
#define TICKGRAPH_PLAN_ANNEX_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "tickgraph/plan/annex_card.h"
#include "tickgraph/plan/card_store.h"
#include "tickgraph/plan/edge_store.h"
#include "tickgraph/plan/frame_plan.h"

namespace tickgraph {

/// One item of a merged segment: a card of the plan, or one of the annex.
struct MergedCard {
  std::uint32_t position = FramePlan::kNoPosition;
  AnnexCard* annex = nullptr;
};

/// The cards that came during the frame, placed beside a plan that is not touched (rule N2).
///
///   annex.Add(slot, earliest);                 // registered or enabled in mid-frame
///   annex.Settle(segment, can_follow);         // before a segment or a round begins
///   annex.TakeSegment(segment, merged);        // what to run, in plan order
///
/// Edges of newcomers count at once (rule P2), so a card of the plan that has not started and has
/// to come after a newcomer is taken over, with everything that depends on it. So is an any-thread
/// card for which a game-thread newcomer of the same segment waits: its chunk may hold cards that
/// wait for the game thread. For the game thread.
class Annex {
 public:
  Annex(CardStore& cards, EdgeStore& edges, const FramePlan& plan)
      : cards_(cards), edges_(edges), plan_(plan) {}

  /// Forgets everything; at the end of a frame.
  void Clear();

  /// Adds the card of a slot that may run in `earliest` at the soonest.
  AnnexCard& Add(std::uint32_t slot, TickGroup earliest);

  /// Takes a card out that was not released.
  void Remove(AnnexCard& card);

  /// The annex card of this slot; null where there is none.
  AnnexCard* Find(std::uint32_t slot);

  /// Whether a card of the plan at this position can still be made to follow a newcomer.
  using CanFollow = std::function<bool(std::uint32_t position)>;
  /// Called with true for each card of the plan that is taken over: it must not start in its place.
  /// Called with false where it turns out that it may: what was before it moved back.
  using TakeOver = std::function<void(std::uint32_t position, bool is_taken)>;

  /// An edge or a card changed: places must be found anew.
  void MarkChanged() { is_changed_ = true; }

  /// Finds the places of all cards that were not released, none before `segment`. Segments before
  /// `first_open` have been released. Linear in the
  /// cards of the annex and their edges; more only where cards of the plan depend on newcomers.
  void Settle(Segment segment, Segment first_open, const CanFollow& can_follow,
              const TakeOver& take_over);

  /// True if cards wait for segments up to and including `segment`.
  bool HasWaiting(Segment segment) const;

  /// One of them; HasWaiting must be true.
  const AnnexCard& FirstWaiting(Segment segment) const;
  /// Keeps them from running in this frame; like all cards that do not run they still finish.
  void SkipWaiting(Segment segment);

  /// Releases the cards placed in segments up to `segment` and merges them with the plan's cards of
  /// `segment` where `with_plan` is set. If all newcomers come after the plan's cards, `merged`
  /// holds the newcomers only and the result is false; true means that it holds both.
  /// `with_newcomers` false: only cards that keep their turn.
  bool TakeSegment(Segment segment, bool with_plan, bool with_newcomers,
                   std::vector<MergedCard>& merged);

  bool empty() const { return cards_in_frame_.empty(); }
  /// The last Settle left an edge of a newcomer out because it would close a cycle; it may count
  /// when a card is gone.
  bool has_refused_edges() const { return has_refused_edges_; }
  std::deque<AnnexCard>& cards() { return cards_in_frame_; }

 private:
  bool IsNewcomer(std::uint32_t slot);
  template <typename Visit>
  void ForEachDependent(std::uint32_t slot, Visit&& visit);
  /// An edge before, or after, the card of this slot counts already.
  bool HasCounting(std::uint32_t slot, bool before) const;
  bool ClosesCycle(const Edge& edge);
  void DecideEdges();
  /// The card of the plan may stay where it is after `card`, which has finished before its segment.
  bool LeavesInPlace(const AnnexCard& card, std::uint32_t position) const;
  bool TakeOverFollowers(const CanFollow& can_follow, const TakeOver& take_over);
  /// Gives back cards whose places in the plan are still ahead and need not follow any more: a card
  /// before them that starts in a later group may leave the wait that it had (rule L9), and then
  /// runs earlier than it seemed.
  bool GiveBackUnmoved(Segment first_open, const TakeOver& take_over);
  /// A card of the annex turns out to come after another; true if that changes how it goes on.
  static bool FollowsNow(AnnexCard& card, const AnnexCard& prerequisite);
  void Withdraw(AnnexCard& card);
  bool TakeOverAwaited(Segment first_open, const TakeOver& take_over);
  AnnexCard& TakeOverCard(std::uint32_t position, bool keeps_turn, const TakeOver& take_over);
  void FindPrerequisites(AnnexCard& card);
  /// The place of a card whose prerequisites are known, not before `segment`.
  void PlaceCard(AnnexCard& card, Segment segment);
  void FindPlaces(Segment segment);
  void MergeWithPlan(Segment segment, const std::vector<AnnexCard*>& picked,
                     std::vector<MergedCard>& merged);
  void Release(AnnexCard& card, std::vector<MergedCard>& merged);

  CardStore& cards_;
  EdgeStore& edges_;
  const FramePlan& plan_;
  std::deque<AnnexCard> cards_in_frame_;
  absl::flat_hash_map<std::uint32_t, AnnexCard*> by_slot_;
  /// Cards that were not released yet; in topological order after Settle.
  std::vector<AnnexCard*> waiting_;
  /// What Settle was called for, and the first card that it took into the annex.
  Segment settling_ = 0;
  std::size_t first_taken_ = 0;
  std::uint64_t last_key_ = 0;
  bool is_changed_ = false;
  bool has_refused_edges_ = false;
};

/// The place in plan order of a card of the plan, comparable with AnnexCard::plan_key.
constexpr std::uint64_t PlanKeyOf(std::uint32_t position) {
  return (std::uint64_t{position} + 1) << 32;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_ANNEX_H_
