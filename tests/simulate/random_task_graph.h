#ifndef TICKGRAPH_TESTS_SIMULATE_RANDOM_TASK_GRAPH_H_
#define TICKGRAPH_TESTS_SIMULATE_RANDOM_TASK_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <random>

#include "tickgraph/simulate/task_graph.h"

namespace tickgraph {

/// A random frame, planned by a scheduler: groups, spans, lanes, priorities, engine stages,
/// disabled cards, and costs from 0 to 5 ns.
TaskGraph RandomFrameGraph(std::mt19937& random, std::size_t cards, std::size_t edges);

/// Any-thread tasks in one group, with costs from 1 to 9 ns and up to `edges` edges.
TaskGraph RandomTaskGraph(std::mt19937& random, std::size_t tasks, std::size_t edges);

/// `processors` × `length_ns` cut into tasks without idle time, with edges that this schedule
/// respects: the best makespan is `length_ns`. About `tasks` tasks and `edges` edges.
TaskGraph RectangleGraph(std::mt19937& random, int processors, std::int64_t length_ns,
                         std::size_t tasks, std::size_t edges);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SIMULATE_RANDOM_TASK_GRAPH_H_
