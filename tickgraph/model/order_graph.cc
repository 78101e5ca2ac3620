#include "tickgraph/model/order_graph.h"

#include <cstddef>

namespace tickgraph::model {

OrderGraph MakeOrderGraph(const Schedule& schedule, const ScheduleGraphCheck& check,
                          const SetHierarchy& hierarchy, EmptySets empty_sets) {
  OrderGraph graph;
  graph.cards = static_cast<std::uint32_t>(schedule.cards.size());
  graph.sets = static_cast<std::uint32_t>(schedule.sets.size());
  const bool keeps_empty_sets = empty_sets == EmptySets::kPassOrderOn;
  const auto is_left_out = [&](std::uint32_t set) {
    return !keeps_empty_sets && !hierarchy.has_cards(set);
  };
  for (std::uint32_t card = 0; card < graph.cards; ++card) {
    const std::int64_t line = schedule.cards[card].line;
    for (const std::uint32_t set : hierarchy.class_sets(hierarchy.class_of(card))) {
      graph.edges.push_back({graph.begin_of(set), card, line});
      graph.edges.push_back({card, graph.end_of(set), line});
    }
  }
  for (std::uint32_t set = 0; set < graph.sets; ++set) {
    const std::int64_t line = schedule.sets[set].line;
    if (is_left_out(set)) continue;
    if (!hierarchy.has_cards(set)) {
      graph.edges.push_back({graph.begin_of(set), graph.end_of(set), line});
    }
    for (const std::uint32_t parent : hierarchy.parents(set)) {
      graph.edges.push_back({graph.begin_of(parent), graph.begin_of(set), line});
      graph.edges.push_back({graph.end_of(set), graph.end_of(parent), line});
    }
  }
  for (std::size_t index = 0; index < schedule.edges.size(); ++index) {
    const ScheduleEdge& edge = schedule.edges[index];
    if (edge.kind != ScheduleEdge::Kind::kOrder || check.is_void_edge[index]) continue;
    if (edge.from.is_set() && is_left_out(edge.from.index)) continue;
    if (edge.to.is_set() && is_left_out(edge.to.index)) continue;
    graph.edges.push_back({edge.from.is_set() ? graph.end_of(edge.from.index) : edge.from.index,
                           edge.to.is_set() ? graph.begin_of(edge.to.index) : edge.to.index,
                           edge.line});
  }
  return graph;
}

}  // namespace tickgraph::model
