#include "tickgraph/model/longest_chain.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tickgraph/model/order_graph.h"

namespace tickgraph::model {

LongestChain FindLongestChain(const Schedule& schedule, const ScheduleGraphCheck& check,
                              const SetHierarchy& hierarchy) {
  const OrderGraph graph = MakeOrderGraph(schedule, check, hierarchy, EmptySets::kOrderNothing);
  const std::size_t nodes = graph.node_count();
  std::vector<std::size_t> first(nodes + 1);
  std::vector<std::uint32_t> waits(nodes);
  for (const OrderGraphEdge& edge : graph.edges) {
    ++first[edge.before + 1];
    ++waits[edge.after];
  }
  for (std::size_t node = 0; node < nodes; ++node) first[node + 1] += first[node];
  std::vector<std::uint32_t> targets(first[nodes]);
  std::vector<std::size_t> filled(first.begin(), first.end() - 1);
  for (const OrderGraphEdge& edge : graph.edges) targets[filled[edge.before]++] = edge.after;

  LongestChain chain;
  std::vector<std::int64_t> length(nodes);
  std::vector<std::uint32_t> ready;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (waits[node] == 0) ready.push_back(node);
  }
  std::size_t done = 0;
  while (!ready.empty()) {
    const std::uint32_t node = ready.back();
    ready.pop_back();
    ++done;
    if (node < graph.cards) ++length[node];
    chain.cards = std::max(chain.cards, length[node]);
    for (std::size_t index = first[node]; index < first[node + 1]; ++index) {
      const std::uint32_t target = targets[index];
      length[target] = std::max(length[target], length[node]);
      if (--waits[target] == 0) ready.push_back(target);
    }
  }
  chain.has_cycle = done < nodes;
  return chain;
}

}  // namespace tickgraph::model
