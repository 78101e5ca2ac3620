#ifndef TICKGRAPH_TESTS_SIMULATE_STEPWISE_SIMULATOR_H_
#define TICKGRAPH_TESTS_SIMULATE_STEPWISE_SIMULATOR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tickgraph/simulate/simulated_frame.h"
#include "tickgraph/simulate/task_graph.h"

namespace tickgraph {

/// The rules of Simulator, one nanosecond after the other, by looking at everything each time:
/// slow, and without queues, counters or events. For small graphs with costs of a few nanoseconds.
SimulatedFrame SimulateStepByStep(const TaskGraph& graph, int processors);

/// The same by a list: of the ready any-thread tasks, the first in `list`.
SimulatedFrame SimulateStepByStep(const TaskGraph& graph, int processors,
                                  std::vector<std::uint32_t> list);

/// What is wrong with a frame, whoever made it; empty where nothing is. Every task with a body runs
/// once for as long as it costs, after its prerequisites, alone on its processor; game-thread tasks
/// on processor 0 in plan order (rule L2); nothing starts before the groups before it have been
/// waited for (rules G1, G5). O(tasks²).
std::vector<std::string> FrameProblems(const TaskGraph& graph, const SimulatedFrame& frame);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SIMULATE_STEPWISE_SIMULATOR_H_
