#ifndef TICKGRAPH_SIMULATE_SCHEDULE_TASK_GRAPH_H_
#define TICKGRAPH_SIMULATE_SCHEDULE_TASK_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "tickgraph/lane.h"
#include "tickgraph/model/schedule.h"
#include "tickgraph/simulate/task_graph.h"

namespace tickgraph {

/// How a schedule becomes a task graph.
struct ScheduleTaskGraphDefinition {
  /// Where the schedule names no lane; see DefaultLaneOf.
  Lane default_lane = Lane::kAnyThread;
  /// Where it names no cost, microseconds, 0 to 10^12.
  double default_cost_us = 5;
};

/// What has become of a schedule.
struct ScheduleTaskGraph {
  static constexpr std::uint32_t kNoCard = 0xffffffff;

  TaskGraph graph;
  /// By task: its index in Schedule::cards; kNoCard for the begins and ends of sets.
  std::vector<std::uint32_t> card_of_task;
  /// Cards that run, and those of them whose cost the schedule does not name.
  std::int64_t cards = 0;
  std::int64_t cards_without_cost = 0;
  /// Edges that close cycles and are left out (rule P4).
  std::size_t ignored_edges = 0;
  /// Of the builder: where the schedule asks for something that a card cannot have.
  std::vector<model::ScheduleFinding> findings;
};

/// The lane of cards whose lane a schedule does not name. A schedule that names lanes or groups
/// describes a frame with a game thread: GameThread. One that names neither is a graph of tasks:
/// AnyThread.
Lane DefaultLaneOf(const model::Schedule& schedule);

/// Plans the schedule as a scheduler would, and takes the plan as a task graph. Disabled and
/// missing cards order others and cost nothing; cooling ones count as if they ran. A row of a
/// grouped dump is one call.
/// Any thread; does not block. Errors: those of model::BuildSchedule.
/// O(cards log cards + edges).
absl::StatusOr<ScheduleTaskGraph> TaskGraphOfSchedule(
    const model::Schedule& schedule, const ScheduleTaskGraphDefinition& definition);

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_SCHEDULE_TASK_GRAPH_H_
