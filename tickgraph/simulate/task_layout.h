#ifndef TICKGRAPH_SIMULATE_TASK_LAYOUT_H_
#define TICKGRAPH_SIMULATE_TASK_LAYOUT_H_

#include <array>
#include <cstdint>
#include <vector>

#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/simulate/task_graph.h"
#include "tickgraph/simulate/task_paths.h"

namespace tickgraph {

/// A task graph laid out for running it many times; see Simulator.
struct TaskLayout {
  /// `new_graph` is one that CheckTaskGraph takes. O(tasks log tasks + edges).
  explicit TaskLayout(TaskGraph new_graph);

  TaskGraph graph;
  TaskPaths paths;
  RowLists dependents;
  /// By task: how many arrivals it waits for. These are its prerequisites and, for any-thread
  /// tasks, the release of its segment.
  std::vector<std::uint32_t> arrivals;
  /// Any-thread tasks in the order in which they are taken when all are ready (rule L3).
  std::vector<std::uint32_t> taking_order;
  /// By task: its place in taking_order.
  std::vector<std::uint32_t> taking_rank;
  /// In plan order.
  std::vector<std::uint32_t> game_tasks;
  /// Places [game_begin[s], game_begin[s + 1]) of game_tasks belong to segment s.
  std::array<std::uint32_t, kSegmentCount + 1> game_begin = {};
  /// Tasks [segment_begin[s], segment_begin[s + 1]) belong to segment s.
  std::array<std::uint32_t, kSegmentCount + 1> segment_begin = {};
  /// How many any-thread tasks end in each group.
  std::array<std::uint32_t, kTickGroupCount> ending = {};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_TASK_LAYOUT_H_
