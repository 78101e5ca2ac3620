#ifndef TICKGRAPH_SIMULATE_TASK_PATHS_H_
#define TICKGRAPH_SIMULATE_TASK_PATHS_H_

#include <cstdint>
#include <vector>

#include "tickgraph/simulate/task_graph.h"

namespace tickgraph {

/// Work and span of a graph: what all tasks cost, and the dearest path through its edges. No number
/// of processors is faster than the second, one processor needs the first.
struct TaskPaths {
  std::int64_t total_cost_ns = 0;
  std::int64_t critical_path_ns = 0;
  /// The tasks of one dearest path, first to last, without bodiless ones.
  std::vector<std::uint32_t> critical_path;
  /// By task: the cost of the dearest path from its start to the end of the graph.
  std::vector<std::int64_t> remaining_ns;
};

/// Finds the paths of a graph that CheckTaskGraph takes. Among equally dear ones the path whose
/// tasks come first in plan order. Any thread; does not block. O(tasks + edges), no recursion.
TaskPaths FindTaskPaths(const TaskGraph& graph);

/// The dependents of every task. O(tasks + edges).
RowLists DependentsOf(const TaskGraph& graph);

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_TASK_PATHS_H_
