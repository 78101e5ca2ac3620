#ifndef TICKGRAPH_SIMULATE_TASK_GRAPH_H_
#define TICKGRAPH_SIMULATE_TASK_GRAPH_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/plan/group_rules.h"
#include "tickgraph/tick_group.h"

namespace tickgraph {

/// What is simulated of one card.
struct SimulatedTask {
  /// How long it keeps a processor, 0 and more. Of bodiless tasks it counts as 0.
  std::int64_t cost_ns = 0;
  /// Game-thread tasks run on processor 0, in the order of the graph; any-thread tasks anywhere.
  /// Bodiless ones need no processor: they finish when their prerequisites have.
  PlanLane lane = PlanLane::kAnyThread;
  /// It starts when the frame has come to this segment, or later.
  Segment segment = MainSegment(0);
  /// The wait of this group waits for it. For any-thread tasks only: of game-thread tasks the game
  /// thread knows that they have finished.
  TickGroup end = TickGroup::kPrePhysics;
  /// Taken before everything else that is ready.
  bool engine_stage = false;
};

/// `before` has finished when `after` starts; indices into TaskGraph::tasks.
struct TaskEdge {
  std::uint32_t before = 0;
  std::uint32_t after = 0;
};

/// What the simulator runs: tasks in plan order, and edges between them.
///
///   TaskGraph graph;
///   graph.tasks = {{.cost_ns = 3000}, {.cost_ns = 2000}, {.cost_ns = 2000}};
///   graph.edges = {{0, 2}};
///
/// Rules
/// - Tasks stand in plan order (rule L2): segments never go down, edges lead to later tasks.
/// - Nothing waits for what may still be running: an any-thread task ends in or after the group of
///   its segment and the end groups of its prerequisites, and a game-thread task stands in or after
///   the end group of each prerequisite that is not on the game thread.
/// - A graph without lanes and groups is all any-thread tasks in PrePhysics, the defaults.
///
/// TaskGraphOfPlan and TaskGraphOfSchedule make graphs that keep all of this.
struct TaskGraph {
  std::vector<SimulatedTask> tasks;
  std::vector<TaskEdge> edges;
};

/// Whether the graph keeps its rules, and its costs can be added up. Any thread; does not block.
/// Errors: InvalidArgument, naming the task by its index. O(tasks + edges).
absl::Status CheckTaskGraph(const TaskGraph& graph);

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_TASK_GRAPH_H_
