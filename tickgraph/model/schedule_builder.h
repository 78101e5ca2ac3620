#ifndef TICKGRAPH_MODEL_SCHEDULE_BUILDER_H_
#define TICKGRAPH_MODEL_SCHEDULE_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tickgraph/model/order_graph.h"
#include "tickgraph/model/schedule.h"
#include "tickgraph/scheduler.h"

namespace tickgraph::model {

/// How a schedule becomes cards.
struct ScheduleBuildDefinition {
  /// Of the cards whose lane the file does not name, the share that stays on the game thread, 0 to
  /// 1; the others may run on any thread.
  double game_share = 0.7;
  /// Chooses which; the same seed chooses the same cards.
  std::uint64_t seed = 1;
  /// The work of a card, called once for each enabled card with its index in Schedule::cards.
  /// Without it cards run nothing.
  std::function<TickDelegate(std::size_t card)> work = {};
};

/// What a schedule has become in a scheduler. Must outlive the scheduler's use of the cards: their
/// source locations name the schedule's file and lines.
struct BuiltSchedule {
  /// By node of `graph`: the cards, then the begins, then the ends of the sets.
  std::vector<TickHandle> nodes;
  /// By index in Schedule::sets.
  std::vector<TickSet> sets;
  /// The order that was declared to the scheduler.
  OrderGraph graph;
  /// Where the file asks for something that a card cannot have, and mistakes of its sets.
  std::vector<ScheduleFinding> findings;
  /// What source locations point to.
  std::unique_ptr<const std::string> file_name;
  /// The names of owners: TickFunction::owner points to one of them.
  std::unique_ptr<const std::set<std::string>> owners;

  /// The handle of Schedule::cards[card].
  TickHandle card(std::size_t card) const { return nodes[card]; }
};

/// Registers the cards of a schedule and their order.
///
///   TickScheduler scheduler(workers);
///   auto built = BuildSchedule(*schedule, {.work = [&](std::size_t card) { return Work(card); }},
///                              scheduler);
///   scheduler.RunFrame(dt);
///
/// Rules
/// - A set becomes a TickSet, so that an edge between sets is one prerequisite (rule P8).
/// - Disabled and missing cards are registered disabled. Cooling cards run every frame: a
///   file says when they are due next, not how often.
/// - Cards with equal owners get one TickFunction::owner, those without one get none.
/// - Cards that name StartPhysics or EndPhysics become engine stages. Groups that nobody may name
///   become PostUpdateWork, and an end group before the start group is dropped; both are findings.
///
/// Game thread, outside of frames; does not block. Errors: those of Register.
/// O(cards + sets + edges).
absl::StatusOr<BuiltSchedule> BuildSchedule(const Schedule& schedule,
                                            const ScheduleBuildDefinition& definition,
                                            TickScheduler& scheduler);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_SCHEDULE_BUILDER_H_
