#include "tickgraph/model/critical_path.h"

#include <algorithm>
#include <cstddef>

#include "tickgraph/model/order_graph.h"
#include "tickgraph/model/order_graph_sort.h"
#include "tickgraph/model/schedule_graph_check.h"
#include "tickgraph/model/set_hierarchy.h"

namespace tickgraph::model {

CriticalPath FindCriticalPath(const Schedule& schedule, double unknown_cost_us) {
  constexpr std::uint32_t kNone = 0xFFFFFFFF;
  const ScheduleGraphCheck check = CheckScheduleGraph(schedule);
  const SetHierarchy hierarchy(schedule);
  const OrderGraph graph = MakeOrderGraph(schedule, check, hierarchy, EmptySets::kPassOrderOn);
  const SortedOrderGraph sorted = SortOrderGraph(graph);

  CriticalPath path;
  path.has_cycle = sorted.has_cycle;
  // The cost up to the end of a node, and the node before it on the most expensive way there.
  std::vector<double> cost(graph.node_count());
  std::vector<std::uint32_t> before(graph.node_count(), kNone);
  for (std::uint32_t index = 0; index < graph.cards; ++index) {
    const ScheduleCard& card = schedule.cards[index];
    if (card.missing || card.state == CardState::kDisabled) continue;
    cost[index] = card.cost_us.value_or(unknown_cost_us);
    path.total_cost_us += cost[index];
  }
  std::vector<double> own_cost = cost;
  std::uint32_t last = kNone;
  for (const std::uint32_t node : sorted.nodes) {
    if (before[node] != kNone) cost[node] = own_cost[node] + cost[before[node]];
    if (last == kNone || cost[node] > cost[last]) last = node;
    for (const std::uint32_t target : sorted.targets_of(node)) {
      if (before[target] == kNone || cost[node] > cost[before[target]]) before[target] = node;
    }
  }
  if (last != kNone) path.cost_us = cost[last];
  for (std::uint32_t node = last; node != kNone; node = before[node]) {
    if (node < graph.cards) path.cards.push_back(node);
  }
  std::reverse(path.cards.begin(), path.cards.end());
  return path;
}

}  // namespace tickgraph::model
