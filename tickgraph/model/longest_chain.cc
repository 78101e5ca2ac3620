#include "tickgraph/model/longest_chain.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tickgraph::model {
namespace {

// Calls `add(before, after)` for each edge of a graph whose nodes are the cards, then the begins,
// then the ends of the sets.
template <typename Add>
void ForEachEdge(const Schedule& schedule, const ScheduleGraphCheck& check,
                 const SetHierarchy& hierarchy, Add add) {
  const auto cards = static_cast<std::uint32_t>(schedule.cards.size());
  const auto sets = static_cast<std::uint32_t>(schedule.sets.size());
  const auto begin = [&](std::uint32_t set) { return cards + set; };
  const auto end = [&](std::uint32_t set) { return cards + sets + set; };
  for (std::uint32_t card = 0; card < cards; ++card) {
    for (const std::uint32_t set : hierarchy.class_sets(hierarchy.class_of(card))) {
      add(begin(set), card);
      add(card, end(set));
    }
  }
  for (std::uint32_t set = 0; set < sets; ++set) {
    if (!hierarchy.has_cards(set)) continue;
    for (const std::uint32_t parent : hierarchy.parents(set)) {
      add(begin(parent), begin(set));
      add(end(set), end(parent));
    }
  }
  const auto is_empty = [&](const ScheduleEndpoint& endpoint) {
    return endpoint.is_set() && !hierarchy.has_cards(endpoint.index);
  };
  for (std::size_t index = 0; index < schedule.edges.size(); ++index) {
    const ScheduleEdge& edge = schedule.edges[index];
    if (edge.kind != ScheduleEdge::Kind::kOrder || check.is_void_edge[index]) continue;
    if (is_empty(edge.from) || is_empty(edge.to)) continue;
    add(edge.from.is_set() ? end(edge.from.index) : edge.from.index,
        edge.to.is_set() ? begin(edge.to.index) : edge.to.index);
  }
}

}  // namespace

LongestChain FindLongestChain(const Schedule& schedule, const ScheduleGraphCheck& check,
                              const SetHierarchy& hierarchy) {
  const std::size_t cards = schedule.cards.size();
  const std::size_t nodes = cards + 2 * schedule.sets.size();
  std::vector<std::size_t> first(nodes + 1);
  std::vector<std::uint32_t> waits(nodes);
  ForEachEdge(schedule, check, hierarchy, [&](std::uint32_t before, std::uint32_t after) {
    ++first[before + 1];
    ++waits[after];
  });
  for (std::size_t node = 0; node < nodes; ++node) first[node + 1] += first[node];
  std::vector<std::uint32_t> targets(first[nodes]);
  std::vector<std::size_t> filled(first.begin(), first.end() - 1);
  ForEachEdge(schedule, check, hierarchy, [&](std::uint32_t before, std::uint32_t after) {
    targets[filled[before]++] = after;
  });

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
    if (node < cards) ++length[node];
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
