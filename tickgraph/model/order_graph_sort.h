#ifndef TICKGRAPH_MODEL_ORDER_GRAPH_SORT_H_
#define TICKGRAPH_MODEL_ORDER_GRAPH_SORT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/model/order_graph.h"

namespace tickgraph::model {

/// The nodes of an OrderGraph such that every node stands behind those before it.
struct SortedOrderGraph {
  /// Nodes on a cycle, and those behind one, are not among them.
  std::vector<std::uint32_t> nodes;
  bool has_cycle = false;
  /// The nodes directly behind node n: targets[first[n]] and on.
  std::vector<std::size_t> first;
  std::vector<std::uint32_t> targets;

  std::span<const std::uint32_t> targets_of(std::uint32_t node) const {
    return std::span(targets).subspan(first[node], first[node + 1] - first[node]);
  }
};

/// Sorts the graph (Kahn, "Topological sorting of large networks", 1962). O(nodes + edges).
SortedOrderGraph SortOrderGraph(const OrderGraph& graph);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_ORDER_GRAPH_SORT_H_
