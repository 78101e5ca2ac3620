#include "tickgraph/model/order_graph_sort.h"

namespace tickgraph::model {

SortedOrderGraph SortOrderGraph(const OrderGraph& graph) {
  SortedOrderGraph sorted;
  const std::size_t count = graph.node_count();
  sorted.first.resize(count + 1);
  std::vector<std::uint32_t> waits(count);
  for (const OrderGraphEdge& edge : graph.edges) {
    ++sorted.first[edge.before + 1];
    ++waits[edge.after];
  }
  for (std::size_t node = 0; node < count; ++node) sorted.first[node + 1] += sorted.first[node];
  sorted.targets.resize(sorted.first[count]);
  std::vector<std::size_t> filled(sorted.first.begin(), sorted.first.end() - 1);
  for (const OrderGraphEdge& edge : graph.edges) {
    sorted.targets[filled[edge.before]++] = edge.after;
  }
  sorted.nodes.reserve(count);
  for (std::uint32_t node = 0; node < count; ++node) {
    if (waits[node] == 0) sorted.nodes.push_back(node);
  }
  for (std::size_t done = 0; done < sorted.nodes.size(); ++done) {
    for (const std::uint32_t target : sorted.targets_of(sorted.nodes[done])) {
      if (--waits[target] == 0) sorted.nodes.push_back(target);
    }
  }
  sorted.has_cycle = sorted.nodes.size() < count;
  return sorted;
}

}  // namespace tickgraph::model
