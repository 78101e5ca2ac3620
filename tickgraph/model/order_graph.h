#ifndef TICKGRAPH_MODEL_ORDER_GRAPH_H_
#define TICKGRAPH_MODEL_ORDER_GRAPH_H_

#include <cstdint>
#include <vector>

#include "tickgraph/model/schedule.h"
#include "tickgraph/model/schedule_graph_check.h"
#include "tickgraph/model/set_hierarchy.h"

namespace tickgraph::model {

/// One edge of an OrderGraph, between nodes.
struct OrderGraphEdge {
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  /// Line of the edge, or of the card or set whose membership it stands for.
  std::int64_t line = 0;
};

/// The order of a schedule as a graph of cards, in which each set is two nodes, a begin and an end
/// (rule P8): `A before B` is one edge from the end of A to the begin of B, whatever their sizes.
struct OrderGraph {
  std::uint32_t cards = 0;
  std::uint32_t sets = 0;
  /// Memberships first, then the order edges as they stand in the file.
  std::vector<OrderGraphEdge> edges;

  std::uint32_t node_count() const { return cards + 2 * sets; }
  std::uint32_t begin_of(std::uint32_t set) const { return cards + set; }
  std::uint32_t end_of(std::uint32_t set) const { return cards + sets + set; }
};

/// What an order edge means that ends at a set without cards.
enum class EmptySets : std::uint8_t {
  /// Nothing: there is no member to be ordered.
  kOrderNothing,
  /// Order passes through: what comes before the set comes before what follows it.
  kPassOrderOn,
};

/// Makes the graph, without the edges that `check` calls void. O(cards + sets + memberships +
/// edges).
OrderGraph MakeOrderGraph(const Schedule& schedule, const ScheduleGraphCheck& check,
                          const SetHierarchy& hierarchy, EmptySets empty_sets);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_ORDER_GRAPH_H_
