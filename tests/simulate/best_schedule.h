#ifndef TICKGRAPH_TESTS_SIMULATE_BEST_SCHEDULE_H_
#define TICKGRAPH_TESTS_SIMULATE_BEST_SCHEDULE_H_

#include <cstdint>

#include "tickgraph/simulate/simulator.h"
#include "tickgraph/simulate/task_graph.h"

namespace tickgraph {

/// The best makespan there is, found by trying every order, each task as early as it can be; it may
/// leave processors idle although something is ready. For up to eight any-thread tasks in one
/// group.
std::int64_t BestMakespan(const TaskGraph& graph, int processors);

/// The best makespan of all lists of a simulator, found by running each. Engine stages go first in
/// all of them. For up to seven any-thread tasks.
std::int64_t BestMakespanOfLists(const Simulator& simulator, int processors);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SIMULATE_BEST_SCHEDULE_H_
