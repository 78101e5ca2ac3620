#ifndef TICKGRAPH_PLAN_ANNEX_H_
#define TICKGRAPH_PLAN_ANNEX_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
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

  /// Edges were added of which the last Settle did not know. They were there before anything that
  /// goes from now on, and are decided as such.
  bool has_undecided_edges() const { return !new_edges_.empty(); }
  /// The edge of this index was added. O(1).
  void EdgeAdded(std::uint32_t index) { new_edges_.push_back(index); }
  /// The edge is about to be removed. O(1).
  void EdgeGoes(std::uint32_t to);
  /// The card is about to lose its edges. O(its edges).
  void CardGoes(std::uint32_t slot);

  /// Decides edges that were added since the last Settle, as they stand now; places are found by
  /// the next one. O(these edges), or a search for each that goes against the order of ranks.
  void DecideNewEdges(Segment first_open, const CanFollow& can_follow);

  /// Finds the places of cards that were not released, none before `segment`. Segments before
  /// `first_open` have been released. Linear in what was added since the last call, what comes
  /// after it in the annex, what is late, and the edges of these. While there are refused edges, or
  /// edges against the order of ranks, more: in the edges of the annex, or a search for each edge.
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
  /// AnnexCard::plan_key of the last card that was released.
  std::uint64_t last_plan_key() const { return last_key_; }
  /// The last Settle left an edge of a newcomer out because it would close a cycle; it may count
  /// when a card is gone.
  bool has_refused_edges() const { return has_refused_edges_; }
  std::deque<AnnexCard>& cards() { return cards_in_frame_; }

 private:
  /// What a Settle was called for, and what it has done.
  struct Settling {
    Segment segment;
    /// Segments before it have been released.
    Segment first_open;
    const CanFollow& can_follow;
    const TakeOver& take_over;
    /// Cards taken over from here on came in this Settle.
    std::size_t first_taken;
    std::vector<AnnexCard*> placed;
  };

  bool IsNewcomer(std::uint32_t slot);
  template <typename Visit>
  void ForEachDependent(std::uint32_t slot, Visit&& visit);
  template <typename Visit>
  void ForEachPrerequisite(std::uint32_t slot, Visit&& visit);
  /// An edge before, or after, the card of this slot counts already.
  bool HasCounting(std::uint32_t slot, bool before) const;
  /// The edge closes no cycle with those that count. O(1) while ranks ascend along all of them.
  bool MayCount(const Edge& edge);
  bool ClosesCycle(const Edge& edge);
  std::uint64_t RankOf(std::uint32_t slot);
  /// Lets new edges count that close no cycle, and with `with_refused` those that were refused.
  void DecideEdges(const Settling& settling, bool with_refused);
  void MarkUnplaced(AnnexCard& card) { unplaced_.push_back(&card); }
  /// The cards of the annex that come after this slot.
  void MarkDependentsUnplaced(std::uint32_t slot);
  void MarkLateUnplaced(Segment segment);

  void PlaceAll(Settling& settling);
  /// The cards marked, and those of the annex that come after them.
  std::vector<AnnexCard*> TakeUnplaced();
  /// Counts what has to be placed before `card`.
  void AwaitPlaces(AnnexCard& card, std::vector<AnnexCard*>& ready);
  void FindPrerequisites(AnnexCard& card);
  /// The place of a card whose prerequisites are placed, not before `segment`.
  void PlaceCard(AnnexCard& card, Segment segment);

  /// The card of the plan may stay where it is after `card`, which has finished before its segment.
  bool LeavesInPlace(const AnnexCard& card, std::uint32_t position) const;
  /// A card that was taken over has its place in the plan still ahead, and need not follow any
  /// more: one before it that starts in a later group may leave the wait that it had (rule L9), and
  /// then runs earlier than it seemed.
  bool MayReturn(const AnnexCard& card, const Settling& settling) const;
  /// It follows one that stands in the annex and keeps its turn: so must it, to hear of its end.
  static bool FollowsWorkInTurn(const AnnexCard& card);
  void KeepTurn(AnnexCard& card);
  /// What comes after `card` in its place, or with a new edge: waits for it, or is taken over.
  /// What is taken over gets its place with what is `ready`; null: in the next round.
  void Follow(AnnexCard& card, std::uint32_t slot, Settling& settling,
              std::vector<AnnexCard*>* ready);
  /// A card of the annex turns out to come after another; true if that changes how it goes on.
  static bool FollowsNow(AnnexCard& card, const AnnexCard& prerequisite);
  void Withdraw(AnnexCard& card);
  /// Withdraws a card that was released and not reached, unless its new prerequisite comes first.
  void HoldBack(AnnexCard& card, std::uint32_t prerequisite, const Settling& settling);
  /// The turn on the game thread of a released card, in plan order; 0 for one that any thread may
  /// run: its turn is at any time.
  std::uint64_t TurnOf(std::uint32_t slot);
  /// The card of this slot has finished when that turn comes, without a wait for a worker. O(1), or
  /// O(what passes order on to it) where it has no body.
  bool ComesFirst(std::uint32_t slot, std::uint64_t turn, const Settling& settling);
  bool TakeOverAwaited(Settling& settling);
  AnnexCard& TakeOverCard(std::uint32_t position, bool keeps_turn, const TakeOver& take_over);

  void MergeWithPlan(Segment segment, const std::vector<AnnexCard*>& picked,
                     std::vector<MergedCard>& merged);
  void Release(AnnexCard& card, std::vector<MergedCard>& merged);

  CardStore& cards_;
  EdgeStore& edges_;
  const FramePlan& plan_;
  std::deque<AnnexCard> cards_in_frame_;
  absl::flat_hash_map<std::uint32_t, AnnexCard*> by_slot_;
  /// Cards that were not released yet.
  std::vector<AnnexCard*> waiting_;
  /// Added, or after something that changed, since the last Settle.
  std::vector<AnnexCard*> unplaced_;
  /// Edges and newcomers with edges that were not looked at yet.
  std::vector<std::uint32_t> new_edges_;
  std::vector<AnnexCard*> new_cards_;
  /// Edges that count since the last Settle.
  std::vector<std::uint32_t> follows_;
  /// What Settle was last called for.
  Segment settled_segment_ = 0;
  std::uint64_t last_key_ = 0;
  /// Something is gone, so that a refused edge may count.
  bool may_accept_edges_ = false;
  bool has_refused_edges_ = false;
  bool has_withdrawn_ = false;
  bool ranks_ascend_ = true;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_ANNEX_H_
