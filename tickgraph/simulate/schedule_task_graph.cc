#include "tickgraph/simulate/schedule_task_graph.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tickgraph/model/schedule_builder.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/simulate/plan_task_graph.h"

namespace tickgraph {

Lane DefaultLaneOf(const model::Schedule& schedule) {
  const bool has_frame = std::any_of(
      schedule.cards.begin(), schedule.cards.end(), [](const model::ScheduleCard& card) {
        return card.lane.has_value() || card.start.has_value() || card.end.has_value();
      });
  return has_frame ? Lane::kGameThread : Lane::kAnyThread;
}

absl::StatusOr<ScheduleTaskGraph> TaskGraphOfSchedule(
    const model::Schedule& schedule, const ScheduleTaskGraphDefinition& definition) {
  TickScheduler scheduler(
      TickSchedulerDefinition{.name = schedule.file, .executor = ExecutorKind::kSerial});
  const double game_share = definition.default_lane == Lane::kGameThread ? 1 : 0;
  absl::StatusOr<model::BuiltSchedule> built =
      model::BuildSchedule(schedule, {.game_share = game_share}, scheduler);
  if (!built.ok()) return built.status();
  if (absl::Status status = scheduler.MakePlan(); !status.ok()) return status;

  const FramePlan& plan = scheduler.plan();
  ScheduleTaskGraph result;
  result.graph = TaskGraphOfPlan(plan, {});
  result.card_of_task.assign(plan.size, ScheduleTaskGraph::kNoCard);
  for (std::uint32_t card = 0; card < schedule.cards.size(); ++card) {
    const std::uint32_t position = plan.PositionOf(built->card(card));
    if (position == FramePlan::kNoPosition) continue;
    result.card_of_task[position] = card;
    SimulatedTask& task = result.graph.tasks[position];
    if (task.lane == PlanLane::kBodiless) continue;
    // The plan keeps costs as float; these are exact.
    const std::optional<double> cost_us = schedule.cards[card].cost_us;
    task.cost_ns = std::llround(cost_us.value_or(definition.default_cost_us) * 1e3);
    ++result.cards;
    if (!cost_us.has_value()) ++result.cards_without_cost;
  }
  result.ignored_edges = scheduler.ignored_edge_count();
  result.findings = std::move(built->findings);
  return result;
}

}  // namespace tickgraph
