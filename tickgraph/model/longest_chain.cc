#include "tickgraph/model/longest_chain.h"

#include <algorithm>
#include <vector>

#include "tickgraph/model/order_graph.h"
#include "tickgraph/model/order_graph_sort.h"

namespace tickgraph::model {

LongestChain FindLongestChain(const Schedule& schedule, const ScheduleGraphCheck& check,
                              const SetHierarchy& hierarchy) {
  const OrderGraph graph = MakeOrderGraph(schedule, check, hierarchy, EmptySets::kOrderNothing);
  const SortedOrderGraph sorted = SortOrderGraph(graph);
  LongestChain chain;
  chain.has_cycle = sorted.has_cycle;
  std::vector<std::int64_t> length(graph.node_count());
  for (const std::uint32_t node : sorted.nodes) {
    if (node < graph.cards) ++length[node];
    chain.cards = std::max(chain.cards, length[node]);
    for (const std::uint32_t target : sorted.targets_of(node)) {
      length[target] = std::max(length[target], length[node]);
    }
  }
  return chain;
}

}  // namespace tickgraph::model
