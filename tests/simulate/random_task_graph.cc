#include "tests/simulate/random_task_graph.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "tests/support/reference_plan.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/simulate/plan_task_graph.h"

namespace tickgraph {
namespace {

std::size_t Below(std::mt19937& random, std::size_t limit) {
  return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
}

}  // namespace

TaskGraph RandomFrameGraph(std::mt19937& random, std::size_t cards, std::size_t edges) {
  const ReferenceGraph reference = RandomGraph(random, cards, edges, Below(random, 4) == 0);
  TickScheduler scheduler(TickSchedulerDefinition{.executor = ExecutorKind::kSerial});
  std::vector<TickHandle> handles;
  for (const ReferenceCard& card : reference.cards) {
    TickFunction function;
    function.start = card.start;
    function.end = card.end;
    function.lane = card.lane;
    function.high_priority = card.high_priority;
    function.order = card.order;
    function.tie_key = card.tie_key;
    function.start_enabled = card.enabled;
    function.engine_stage = card.engine_stage;
    handles.push_back(scheduler.Register(std::move(function)));
  }
  for (const auto& [before, after] : reference.edges) {
    scheduler.AddPrerequisite(handles[after], handles[before]);
  }
  static_cast<void>(scheduler.MakePlan());
  TaskGraph graph = TaskGraphOfPlan(scheduler.plan(), {});
  for (SimulatedTask& task : graph.tasks) {
    task.cost_ns = static_cast<std::int64_t>(Below(random, 6));
  }
  return graph;
}

TaskGraph RandomTaskGraph(std::mt19937& random, std::size_t tasks, std::size_t edges) {
  TaskGraph graph;
  for (std::size_t task = 0; task < tasks; ++task) {
    graph.tasks.push_back({.cost_ns = 1 + static_cast<std::int64_t>(Below(random, 9))});
  }
  std::set<std::pair<std::size_t, std::size_t>> known;
  for (std::size_t tries = 0; tries < edges; ++tries) {
    const auto [before, after] = std::minmax({Below(random, tasks), Below(random, tasks)});
    if (before == after || !known.emplace(before, after).second) continue;
    graph.edges.push_back({static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(after)});
  }
  return graph;
}

TaskGraph RectangleGraph(std::mt19937& random, int processors, std::int64_t length_ns,
                         std::size_t tasks, std::size_t edges) {
  struct Piece {
    std::int64_t start_ns;
    std::int64_t finish_ns;
  };
  std::vector<Piece> pieces;
  const std::size_t cuts = tasks / static_cast<std::size_t>(processors);
  for (int processor = 0; processor < processors; ++processor) {
    std::set<std::int64_t> ends = {length_ns};
    for (std::size_t cut = 1; cut < cuts; ++cut) {
      ends.insert(
          1 + static_cast<std::int64_t>(Below(random, static_cast<std::size_t>(length_ns - 1))));
    }
    std::int64_t start = 0;
    for (const std::int64_t end : ends) {
      pieces.push_back({start, end});
      start = end;
    }
  }
  // Tasks that start together stand in any order.
  std::shuffle(pieces.begin(), pieces.end(), random);
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.start_ns < b.start_ns; });
  TaskGraph graph;
  for (const Piece& piece : pieces) {
    graph.tasks.push_back({.cost_ns = piece.finish_ns - piece.start_ns});
  }
  std::set<std::pair<std::size_t, std::size_t>> known;
  for (std::size_t tries = 0; tries < edges; ++tries) {
    std::size_t before = Below(random, pieces.size());
    std::size_t after = Below(random, pieces.size());
    if (before > after) std::swap(before, after);
    if (pieces[before].finish_ns > pieces[after].start_ns) continue;
    if (!known.emplace(before, after).second) continue;
    graph.edges.push_back({static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(after)});
  }
  return graph;
}

}  // namespace tickgraph
