#ifndef TICKGRAPH_MODEL_CRITICAL_PATH_H_
#define TICKGRAPH_MODEL_CRITICAL_PATH_H_

#include <cstdint>
#include <vector>

#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// What a schedule costs on one processor and on as many as it can use.
struct CriticalPath {
  /// The cost of all cards, in microseconds.
  double total_cost_us = 0;
  /// The cost of the most expensive chain, in microseconds: no number of processors is faster.
  double cost_us = 0;
  /// The cards of that chain, first to last, up to the last one that costs something.
  std::vector<std::uint32_t> cards;
  /// Some card comes before itself; the path then ends before the cycle.
  bool has_cycle = false;
};

/// Finds the chain of cards whose costs sum up to most, through sets as well: an empty set passes
/// order on. Disabled and missing cards do not run and cost nothing; a card without a cost costs
/// `unknown_cost_us`. Edges that contradict their own sets are left out. Equal schedules
/// give equal paths.
///
/// Any thread; does not block. O(cards + sets + memberships + edges), without recursion.
CriticalPath FindCriticalPath(const Schedule& schedule, double unknown_cost_us = 0);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_CRITICAL_PATH_H_
