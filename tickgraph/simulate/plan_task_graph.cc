#include "tickgraph/simulate/plan_task_graph.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tickgraph {

TaskGraph TaskGraphOfPlan(const FramePlan& plan, const PlanTaskGraphDefinition& definition) {
  TaskGraph graph;
  graph.tasks.resize(plan.size);
  graph.edges.reserve(plan.edges->live_count());
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
    const std::size_t first_edge = graph.edges.size();
    for (const std::uint32_t prerequisite : plan.Prerequisites(position)) {
      graph.edges.push_back({prerequisite, position});
    }
    std::reverse(graph.edges.begin() + static_cast<std::ptrdiff_t>(first_edge), graph.edges.end());
  }
  return graph;
}

}  // namespace tickgraph
