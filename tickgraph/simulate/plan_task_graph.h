#ifndef TICKGRAPH_SIMULATE_PLAN_TASK_GRAPH_H_
#define TICKGRAPH_SIMULATE_PLAN_TASK_GRAPH_H_

#include <cstdint>

#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/simulate/task_graph.h"

namespace tickgraph {

/// How a plan becomes a task graph.
struct PlanTaskGraphDefinition {
  /// The cost of cards for which the plan knows none, nanoseconds.
  std::int64_t unknown_cost_ns = 1000;
};

/// The cards of a plan with their lanes, groups and edges; task i is the card at position i. Keeps
/// the rules of TaskGraph. Costs are declared ones, rounded to nanoseconds.
/// The thread that makes plans; does not block. O(cards + edges).
TaskGraph TaskGraphOfPlan(const FramePlan& plan, const PlanTaskGraphDefinition& definition);

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_PLAN_TASK_GRAPH_H_
