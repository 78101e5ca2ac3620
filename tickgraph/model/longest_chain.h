#ifndef TICKGRAPH_MODEL_LONGEST_CHAIN_H_
#define TICKGRAPH_MODEL_LONGEST_CHAIN_H_

#include <cstdint>

#include "tickgraph/model/schedule.h"
#include "tickgraph/model/schedule_graph_check.h"
#include "tickgraph/model/set_hierarchy.h"

namespace tickgraph::model {

struct LongestChain {
  /// Cards in the longest chain.
  std::int64_t cards = 0;
  /// Some card comes before itself; the chain then ends before the cycle.
  bool has_cycle = false;
};

/// Finds the longest chain of cards, with sets kept as a begin and an end, so that the cost is
/// O(cards + sets + memberships + edges). A set without cards orders nothing.
LongestChain FindLongestChain(const Schedule& schedule, const ScheduleGraphCheck& check,
                              const SetHierarchy& hierarchy);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_LONGEST_CHAIN_H_
