#include "tickgraph/simulate/frame_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/simulate/random_task_graph.h"

namespace tickgraph {
namespace {

TEST(FrameRunTest, TheFirstInTheListIsTaken) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 3}, {.cost_ns = 5}, {.cost_ns = 4}};
  const TaskLayout layout(graph);
  FrameRun run(layout, 2);
  EXPECT_EQ(run.Run(layout.taking_order).makespan_ns, 7);
  const std::vector<std::uint32_t> list = {0, 2, 1};
  const SimulatedFrame& frame = run.Run(list);
  EXPECT_EQ(frame.makespan_ns, 8);
  EXPECT_EQ(frame.tasks[0], (TaskTime{0, 3, 1}));
  EXPECT_EQ(frame.tasks[1], (TaskTime{3, 8, 1}));
  EXPECT_EQ(frame.tasks[2], (TaskTime{0, 4, 0}));
}

TEST(FrameRunTest, EachRunIsLikeTheFirst) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    const TaskLayout layout(RandomFrameGraph(random, 40, 60));
    FrameRun run(layout, 3);
    std::vector<std::uint32_t> list = layout.taking_order;
    for (int repetition = 0; repetition < 5; ++repetition) {
      ASSERT_EQ(run.Run(list).tasks, FrameRun(layout, 3).Run(list).tasks);
      std::shuffle(list.begin(), list.end(), random);
    }
  }
}

}  // namespace
}  // namespace tickgraph
