#ifndef TICKGRAPH_MODEL_SCHEDULE_GRAPH_CHECK_H_
#define TICKGRAPH_MODEL_SCHEDULE_GRAPH_CHECK_H_

#include <vector>

#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// What is wrong with the sets of a schedule, before any cycle of cards is looked for.
struct ScheduleGraphCheck {
  /// Each of the kinds kSetInsideItself, kOrderedAgainstOwnSet, kOrderedSetsShareCard.
  std::vector<ScheduleFinding> findings;
  /// One for each of Schedule::edges: true for an order edge that means nothing, because it orders
  /// something against a set that it is in. Such edges are left out of counts and of schedulers.
  std::vector<bool> is_void_edge;
};

/// Looks for sets inside themselves and for edges against own sets. Any thread; does not block.
/// O(cards + edges), and for each class of cards that are in the same sets the ordered ones among
/// these.
ScheduleGraphCheck CheckScheduleGraph(const Schedule& schedule);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_SCHEDULE_GRAPH_CHECK_H_
