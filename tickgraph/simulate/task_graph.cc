#include "tickgraph/simulate/task_graph.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"

namespace tickgraph {
namespace {

// Sums of costs stay far from the end of the numbers.
constexpr std::int64_t kMostTotalNs = std::numeric_limits<std::int64_t>::max() / 4;

absl::Status Bad(std::size_t task, std::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("task ", task, " ", ToAbsl(what)));
}

bool IsGameThread(const SimulatedTask& task) { return task.lane == PlanLane::kGameThread; }

absl::Status CheckEdge(const TaskGraph& graph, const TaskEdge& edge) {
  if (std::max(edge.before, edge.after) >= graph.tasks.size()) {
    return Bad(std::max(edge.before, edge.after), "is named by an edge, but is not there");
  }
  if (edge.before >= edge.after) return Bad(edge.after, "stands before one of its prerequisites");
  const SimulatedTask& before = graph.tasks[edge.before];
  const SimulatedTask& after = graph.tasks[edge.after];
  if (IsGameThread(before)) return absl::OkStatus();
  if (IsGameThread(after) ? GroupIndex(before.end) > GroupOf(after.segment)
                          : before.end > after.end) {
    return Bad(edge.after, absl::StrCat("comes too early for its prerequisite, task ", edge.before,
                                        ", which ends in ", ToAbsl(TickGroupName(before.end))));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckTaskGraph(const TaskGraph& graph) {
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max() - 2;
  if (graph.tasks.size() > kMost || graph.edges.size() > kMost) {
    return absl::InvalidArgumentError("the graph has more than 2^32 tasks or edges");
  }
  std::int64_t total_ns = 0;
  Segment segment = 0;
  for (std::size_t index = 0; index < graph.tasks.size(); ++index) {
    const SimulatedTask& task = graph.tasks[index];
    if (task.cost_ns < 0) return Bad(index, "has a negative cost");
    if (task.cost_ns > kMostTotalNs - total_ns) {
      return Bad(index, "and those before it cost more than 73 years");
    }
    total_ns += task.cost_ns;
    if (task.segment >= kSegmentCount || task.segment < segment) {
      return Bad(index, "is not in plan order: its segment comes before that of the task before");
    }
    segment = task.segment;
    if (!IsGameThread(task) && GroupIndex(task.end) < GroupOf(segment)) {
      return Bad(index, "ends before the group in which it starts");
    }
  }
  for (const TaskEdge& edge : graph.edges) {
    if (absl::Status status = CheckEdge(graph, edge); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace tickgraph
