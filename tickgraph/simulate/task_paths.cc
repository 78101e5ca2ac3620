#include "tickgraph/simulate/task_paths.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace tickgraph {
namespace {

std::int64_t CostOf(const SimulatedTask& task) {
  return task.lane == PlanLane::kBodiless ? 0 : task.cost_ns;
}

}  // namespace

RowLists DependentsOf(const TaskGraph& graph) {
  RowLists dependents;
  dependents.begin.assign(graph.tasks.size() + 2, 0);
  dependents.items.resize(graph.edges.size());
  // One row too late, so that filling the rows moves every begin to its place.
  for (const TaskEdge& edge : graph.edges) ++dependents.begin[edge.before + std::size_t{2}];
  std::partial_sum(dependents.begin.begin(), dependents.begin.end(), dependents.begin.begin());
  for (const TaskEdge& edge : graph.edges) {
    dependents.items[dependents.begin[edge.before + std::size_t{1}]++] = edge.after;
  }
  dependents.begin.pop_back();
  return dependents;
}

TaskPaths FindTaskPaths(const TaskGraph& graph) {
  const RowLists dependents = DependentsOf(graph);
  const auto count = static_cast<std::uint32_t>(graph.tasks.size());
  TaskPaths paths;
  paths.remaining_ns.resize(count);
  constexpr std::uint32_t kNone = FramePlan::kNoPosition;
  std::vector<std::uint32_t> next(count, kNone);
  std::uint32_t first = kNone;
  for (std::uint32_t task = count; task-- > 0;) {
    std::int64_t longest = 0;
    for (const std::uint32_t dependent : dependents[task]) {
      const std::int64_t remaining = paths.remaining_ns[dependent];
      if (next[task] == kNone || remaining > longest ||
          (remaining == longest && dependent < next[task])) {
        longest = remaining;
        next[task] = dependent;
      }
    }
    const std::int64_t cost = CostOf(graph.tasks[task]);
    paths.total_cost_ns += cost;
    paths.remaining_ns[task] = cost + longest;
    if (first == kNone || paths.remaining_ns[task] >= paths.critical_path_ns) {
      first = task;
      paths.critical_path_ns = paths.remaining_ns[task];
    }
  }
  for (std::uint32_t task = first; task != kNone; task = next[task]) {
    if (graph.tasks[task].lane != PlanLane::kBodiless) paths.critical_path.push_back(task);
  }
  return paths;
}

}  // namespace tickgraph
