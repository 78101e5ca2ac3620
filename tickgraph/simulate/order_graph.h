#ifndef TICKGRAPH_SIMULATE_ORDER_GRAPH_H_
#define TICKGRAPH_SIMULATE_ORDER_GRAPH_H_

#include <cstdint>
#include <vector>

#include "tickgraph/simulate/task_graph.h"

namespace tickgraph {

/// A frame in which edges alone say what comes before what. Groups and the order of the game thread
/// have become edges: a bodiless task for each step of the game thread, which the tasks of that
/// segment come after and which comes after what the game thread has run or waited for. All tasks
/// stand in one group.
///
/// The dearest path through it is one that no number of processors is faster than, and it can be
/// turned round.
struct OrderGraph {
  TaskGraph graph;
  /// By task of the frame: its task here.
  std::vector<std::uint32_t> place;
};

/// Makes it of a graph that CheckTaskGraph takes. Any thread; does not block. O(tasks + edges).
OrderGraph MakeOrderGraph(const TaskGraph& frame);

/// The same turned round: the last task first, edges from after to before. Task t becomes task
/// size − 1 − t. O(tasks + edges).
TaskGraph ReversedGraph(const TaskGraph& graph);

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_ORDER_GRAPH_H_
