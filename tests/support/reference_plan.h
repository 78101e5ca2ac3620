#ifndef TICKGRAPH_TESTS_SUPPORT_REFERENCE_PLAN_H_
#define TICKGRAPH_TESTS_SUPPORT_REFERENCE_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tickgraph/lane.h"
#include "tickgraph/tick_group.h"

namespace tickgraph {

/// A card as the reference sees it; cards are numbered in the order of registration.
struct ReferenceCard {
  TickGroup start = TickGroup::kPrePhysics;
  TickGroup end = TickGroup::kPrePhysics;
  Lane lane = Lane::kGameThread;
  bool high_priority = false;
  std::int32_t order = 0;
  /// Equal to the card's number where the owner sets none.
  std::uint64_t tie_key = 0;
  bool engine_stage = false;
  bool enabled = true;
};

/// Cards and edges (prerequisite, card), oldest edge first.
struct ReferenceGraph {
  std::vector<ReferenceCard> cards;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
};

/// Where the contract puts one card.
struct ReferencePlace {
  TickGroup start = TickGroup::kPrePhysics;
  TickGroup end = TickGroup::kPrePhysics;
  /// 2 × group for its place in the group, 2 × group + 1 for the wait of the group (rule L9).
  int stretch = 0;
};

/// The plan as the rules say it, made by trying everything: slow, and without any of the code under
/// test. Rules G2, G3, L2, L9, P3 and P4.
struct ReferencePlan {
  explicit ReferencePlan(const ReferenceGraph& graph);

  /// Which edges count.
  std::vector<bool> counts;
  std::vector<ReferencePlace> places;
  /// Numbers of all cards, in plan order.
  std::vector<std::size_t> order;
};

/// A random graph; `with_cycles` lets edges go backwards. Cards that are no engine stages name only
/// groups that they may name.
ReferenceGraph RandomGraph(std::mt19937& random, std::size_t cards, std::size_t edges,
                           bool with_cycles);

/// The graph as text, for the message of a failed test.
std::string DescribeGraph(const ReferenceGraph& graph);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_REFERENCE_PLAN_H_
