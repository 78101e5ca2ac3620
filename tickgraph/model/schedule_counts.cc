#include "tickgraph/model/schedule_counts.h"

#include <cstddef>

#include "tickgraph/model/longest_chain.h"
#include "tickgraph/model/ordered_pairs.h"
#include "tickgraph/model/set_hierarchy.h"

namespace tickgraph::model {

ScheduleCounts CountSchedule(const Schedule& schedule, const ScheduleGraphCheck& check) {
  const SetHierarchy hierarchy(schedule);
  const OrderedPairs pairs = CountOrderedPairs(schedule, check, hierarchy);
  const LongestChain chain = FindLongestChain(schedule, check, hierarchy);
  ScheduleCounts counts;
  counts.sets = static_cast<std::int64_t>(schedule.sets.size());
  counts.edges = static_cast<std::int64_t>(schedule.edges.size());
  for (const ScheduleEdge& edge : schedule.edges) {
    if (edge.kind == ScheduleEdge::Kind::kOrder) ++counts.order_edges;
  }
  for (std::size_t index = 0; index < schedule.cards.size(); ++index) {
    const ScheduleCard& card = schedule.cards[index];
    if (card.missing) {
      ++counts.missing;
      continue;
    }
    ++counts.cards;
    if (!pairs.is_ordered[index]) ++counts.unordered;
    ++(card.state == CardState::kDisabled ? counts.disabled : counts.enabled);
    if (card.state == CardState::kCoolingDown) ++counts.cooling;
  }
  counts.ordered_pairs = pairs.count;
  counts.longest_chain = chain.cards;
  counts.has_cycle = chain.has_cycle;
  return counts;
}

ScheduleCounts CountSchedule(const Schedule& schedule) {
  return CountSchedule(schedule, CheckScheduleGraph(schedule));
}

}  // namespace tickgraph::model
