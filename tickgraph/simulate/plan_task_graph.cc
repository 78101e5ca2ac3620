#include "tickgraph/simulate/plan_task_graph.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace tickgraph {

TaskGraph TaskGraphOfPlan(const FramePlan& plan, const PlanTaskGraphDefinition& definition) {
  TaskGraph graph;
  graph.tasks.reserve(plan.card_count);
  if (plan.edges != nullptr) graph.edges.reserve(plan.edges->live_count());
  std::vector<std::uint32_t> task_of(plan.size);
  for (std::uint32_t position = 0; position < plan.size; ++position) {
    if (plan.IsHole(position)) continue;
    const auto number = static_cast<std::uint32_t>(graph.tasks.size());
    task_of[position] = number;
    SimulatedTask& task = graph.tasks.emplace_back();
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
      graph.edges.push_back({task_of[prerequisite], number});
    }
    std::reverse(graph.edges.begin() + static_cast<std::ptrdiff_t>(first_edge), graph.edges.end());
  }
  return graph;
}

}  // namespace tickgraph
