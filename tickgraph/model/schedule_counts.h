#ifndef TICKGRAPH_MODEL_SCHEDULE_COUNTS_H_
#define TICKGRAPH_MODEL_SCHEDULE_COUNTS_H_

#include <cstdint>

#include "tickgraph/model/schedule.h"
#include "tickgraph/model/schedule_graph_check.h"

namespace tickgraph::model {

/// The size of a schedule in numbers.
struct ScheduleCounts {
  /// Declared cards; missing ones are counted apart.
  std::int64_t cards = 0;
  std::int64_t missing = 0;
  std::int64_t sets = 0;
  /// All edges of the file, then those that are order and not membership.
  std::int64_t edges = 0;
  std::int64_t order_edges = 0;
  /// Distinct pairs (a, b) of cards such that an edge says a before b, itself or for the sets they
  /// are in. Order that follows only from two such pairs is not counted.
  std::int64_t ordered_pairs = 0;
  /// Cards in the longest chain of such pairs; missing cards count here. Where there is a cycle,
  /// the longest chain that ends before it.
  std::int64_t longest_chain = 0;
  /// Declared cards in no pair.
  std::int64_t unordered = 0;
  /// Cards that are not disabled, those of them that cool down, and the disabled ones.
  std::int64_t enabled = 0;
  std::int64_t cooling = 0;
  std::int64_t disabled = 0;
  /// True where some card comes before itself.
  bool has_cycle = false;
};

/// Counts. Edges that `check` calls void are in `edges` and `order_edges`, but order nothing.
/// Any thread; does not block. About O(cards + edges): sets are compared by classes of cards that
/// are in the same sets, not card by card.
ScheduleCounts CountSchedule(const Schedule& schedule, const ScheduleGraphCheck& check);

/// As above, with a check of its own.
ScheduleCounts CountSchedule(const Schedule& schedule);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_SCHEDULE_COUNTS_H_
