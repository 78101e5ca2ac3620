#ifndef TICKGRAPH_TESTS_MODEL_RANDOM_SCHEDULE_H_
#define TICKGRAPH_TESTS_MODEL_RANDOM_SCHEDULE_H_

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "tickgraph/model/schedule.h"
#include "tickgraph/model/schedule_graph_check.h"

namespace tickgraph::model {

/// A small schedule with nested sets, shared cards and edges of all kinds; the same for one seed.
Schedule MakeRandomSchedule(std::uint32_t seed);

/// As MakeRandomSchedule, with everything that a card, a set and an edge can say, names that break
/// text formats (rule F5), sets in circles, memberships that are edges, declared totals and
/// published bounds. Source ids are there and differ.
Schedule MakeRandomDetailedSchedule(std::uint32_t seed);

/// Every pair (a, b) of cards, a before b, found by trying all members of all sets: the slow and
/// plain way. Edges that `check` calls void are left out.
std::set<std::pair<std::uint32_t, std::uint32_t>> MultiplyOut(const Schedule& schedule,
                                                              const ScheduleGraphCheck& check);

/// The cards in a set and in the sets inside it, in ascending order.
std::vector<std::uint32_t> MembersOf(const Schedule& schedule, std::uint32_t set);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_TESTS_MODEL_RANDOM_SCHEDULE_H_
