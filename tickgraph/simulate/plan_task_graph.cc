#include "tickgraph/simulate/plan_task_graph.h"

#include <cmath>
#include <cstddef>

namespace tickgraph {

TaskGraph TaskGraphOfPlan(const FramePlan& plan, const PlanTaskGraphDefinition& definition) {
  TaskGraph graph;
  graph.tasks.resize(plan.size);
  graph.edges.reserve(plan.prerequisites.items.size());
  for (std::uint32_t position = 0; position < plan.size; ++position) {
    SimulatedTask& task = graph.tasks[position];
    task.lane = plan.lanes[position];
    task.segment = plan.places[position].segment;
    task.engine_stage = plan.IsEngineStage(position);
    task.end = task.lane == PlanLane::kBodiless ? FinishGroup(plan.places[position])
                                                : plan.places[position].end;
    const float known_ns = plan.cost_ns[position];
    if (task.lane != PlanLane::kBodiless) {
      task.cost_ns = known_ns > 0 ? std::llround(known_ns) : definition.unknown_cost_ns;
    }
    for (const std::uint32_t prerequisite : plan.prerequisites[position]) {
      graph.edges.push_back({prerequisite, position});
    }
  }
  return graph;
}

}  // namespace tickgraph
