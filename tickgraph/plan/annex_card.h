#ifndef TICKGRAPH_PLAN_ANNEX_CARD_H_
#define TICKGRAPH_PLAN_ANNEX_CARD_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tickgraph/lane.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/plan/group_rules.h"
#include "tickgraph/plan/sort_key.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

/// A card that is in the running frame but not, or not any more, in its plan: a newcomer, or a
/// card of the plan that has to come after one.
struct AnnexCard {
  TickHandle card;
  /// How many came into the annex before it.
  std::size_t number = 0;
  /// The card that brought it; names nothing if the host did.
  TickHandle spawner;
  PlanEntry entry;
  Lane lane = Lane::kGameThread;
  bool engine_stage = false;
  SortKey key;
  float cost_ns = 0;
  /// The first group in which it may run.
  TickGroup earliest = TickGroup::kPrePhysics;
  PlannedTick place;
  /// Its position in the plan; kNoPosition for a card that was registered in this frame.
  std::uint32_t plan_position = FramePlan::kNoPosition;
  /// It was taken out of its place in the plan to follow a newcomer.
  bool follows_newcomer = false;
  /// It has been taken straight out of its place in the plan.
  bool was_in_place = false;
  /// It follows no newcomer, but one waits for it, or for a card before it: it runs where the plan
  /// has it, ahead of the newcomers of the group.
  bool keeps_turn = false;
  /// One that keeps its turn, has no body, and follows only cards that are in their places: what
  /// comes after it hears of it there.
  bool passes_in_place = false;
  /// It takes its groups as a card that runs: it was enabled when the plan was made or when it came
  /// (rule P3). Disabling it later is a skip.
  bool placed_as_running = false;
  /// FrameResult::newcomers has it.
  bool is_counted = false;
  /// It was enabled again while a worker may be calling it in its place in the plan.
  bool comes_after_own_place = false;
  /// The same, while one may be calling it in an earlier place in the annex; null: no.
  AnnexCard* comes_after_earlier = nullptr;

  /// Prerequisites among the plan's cards, by position, and in the annex.
  std::vector<std::uint32_t> plan_prerequisites;
  std::vector<AnnexCard*> annex_prerequisites;

  /// Greater than that of all cards before it, as long as Annex can keep it so.
  std::uint64_t rank = 0;
  // While places are found: how many of its prerequisites have none yet, and who waits for its own.
  bool is_unplaced = false;
  std::uint32_t unplaced_before = 0;
  std::vector<AnnexCard*> placed_after;

  /// In the list that the executor walks through; its place does not change any more.
  bool released = false;
  /// The executor has reached it.
  bool reached = false;
  /// Taken out of the list before it was reached, because it has to follow a newcomer; another
  /// annex card stands for it.
  bool withdrawn = false;
  /// Place in plan order among all cards of the frame, once released.
  std::uint64_t plan_key = 0;

  /// Keeps it from starting; set by the game thread at any time.
  std::atomic<bool> skip{false};
  /// It was called in this frame; valid for the game thread once it has finished.
  bool ran = false;

  // ---- The executor's, under its mutex ----
  bool done = false;
  std::uint32_t missing = 0;
  std::vector<AnnexCard*> waiting;
  /// What comes after it has to wait. One that was withdrawn before it was reached never finishes:
  /// what must still come after it was withdrawn, too.
  bool holds_up() const { return !done && (reached || !withdrawn); }
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_ANNEX_CARD_H_
