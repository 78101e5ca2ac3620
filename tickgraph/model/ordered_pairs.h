#ifndef TICKGRAPH_MODEL_ORDERED_PAIRS_H_
#define TICKGRAPH_MODEL_ORDERED_PAIRS_H_

#include <cstdint>
#include <vector>

#include "tickgraph/model/schedule.h"
#include "tickgraph/model/schedule_graph_check.h"
#include "tickgraph/model/set_hierarchy.h"

namespace tickgraph::model {

/// What order a schedule means once every edge of a set is read as one for each member.
struct OrderedPairs {
  /// Distinct pairs (a, b), a before b.
  std::int64_t count = 0;
  /// One for each card: it is in some pair.
  std::vector<bool> is_ordered;
};

/// Counts the pairs without making them: cards with the same sets and the same set edges share one
/// union of targets, and targets are counted by classes.
OrderedPairs CountOrderedPairs(const Schedule& schedule, const ScheduleGraphCheck& check,
                               const SetHierarchy& hierarchy);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_ORDERED_PAIRS_H_
