#include "tickgraph/simulate/task_layout.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tickgraph {

TaskLayout::TaskLayout(TaskGraph new_graph)
    : graph(std::move(new_graph)), paths(FindTaskPaths(graph)), dependents(DependentsOf(graph)) {
  const auto count = static_cast<std::uint32_t>(graph.tasks.size());
  arrivals.resize(count);
  for (const TaskEdge& edge : graph.edges) ++arrivals[edge.after];

  std::size_t segment = 0;
  for (std::uint32_t index = 0; index < count; ++index) {
    const SimulatedTask& task = graph.tasks[index];
    for (; segment < task.segment; ++segment) {
      segment_begin[segment + 1] = index;
      game_begin[segment + 1] = static_cast<std::uint32_t>(game_tasks.size());
    }
    if (task.lane == PlanLane::kGameThread) game_tasks.push_back(index);
    if (task.lane != PlanLane::kAnyThread) continue;
    ++arrivals[index];
    ++ending[static_cast<std::size_t>(GroupIndex(task.end))];
    taking_order.push_back(index);
  }
  for (; segment < kSegmentCount; ++segment) {
    segment_begin[segment + 1] = count;
    game_begin[segment + 1] = static_cast<std::uint32_t>(game_tasks.size());
  }

  std::sort(taking_order.begin(), taking_order.end(), [this](std::uint32_t a, std::uint32_t b) {
    const bool a_is_stage = graph.tasks[a].engine_stage;
    const bool b_is_stage = graph.tasks[b].engine_stage;
    if (a_is_stage != b_is_stage) return a_is_stage;
    if (paths.remaining_ns[a] != paths.remaining_ns[b]) {
      return paths.remaining_ns[a] > paths.remaining_ns[b];
    }
    return a < b;
  });
  taking_rank.resize(count);
  for (std::uint32_t rank = 0; rank < taking_order.size(); ++rank) {
    taking_rank[taking_order[rank]] = rank;
  }
}

}  // namespace tickgraph
