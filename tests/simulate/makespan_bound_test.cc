#include "tickgraph/simulate/makespan_bound.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>

#include "tests/simulate/best_schedule.h"
#include "tests/simulate/random_task_graph.h"

namespace tickgraph {
namespace {

MakespanBound BoundOf(const TaskGraph& graph, int processors) {
  return MakespanBound(MakeOrderGraph(graph), processors);
}

TEST(MakespanBoundTest, TheQuickBoundIsThePathOrTheWorkSharedOut) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 6}, {.cost_ns = 4}, {.cost_ns = 4}, {.cost_ns = 4}};
  graph.edges = {{0, 1}};
  EXPECT_EQ(BoundOf(graph, 1).quick_ns(), 18);
  EXPECT_EQ(BoundOf(graph, 2).quick_ns(), 10) << "9, in multiples of 2, as all costs are";
  EXPECT_EQ(BoundOf(graph, 3).quick_ns(), 10);
  EXPECT_EQ(BoundOf({}, 3).quick_ns(), 0);
  EXPECT_EQ(BoundOf({}, 3).Sharpen(), 0);
}

TEST(MakespanBoundTest, GroupsAndTheGameThreadCount) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 3, .lane = PlanLane::kGameThread},
                 {.cost_ns = 5},
                 {.cost_ns = 4, .lane = PlanLane::kGameThread},
                 {.cost_ns = 2, .segment = MainSegment(4), .end = TickGroup::kPostPhysics}};
  EXPECT_EQ(BoundOf(graph, 8).quick_ns(), 9);
}

TEST(MakespanBoundTest, SharpeningSeesWorkThatMustBeInOneStretch) {
  // One task, then six of which three can run at once, then one.
  TaskGraph graph;
  graph.tasks.assign(8, {.cost_ns = 2});
  for (std::uint32_t task = 1; task < 7; ++task) {
    graph.edges.push_back({0, task});
    graph.edges.push_back({task, 7});
  }
  const MakespanBound bound = BoundOf(graph, 3);
  EXPECT_EQ(bound.quick_ns(), 6);
  EXPECT_EQ(bound.Sharpen(), 8);
}

TEST(MakespanBoundTest, IsNeverAboveTheBestSchedule) {
  std::mt19937 random(11);
  int above_quick = 0;
  int reached_by_quick = 0;
  int reached_by_sharp = 0;
  for (int round = 0; round < 300; ++round) {
    const TaskGraph graph = RandomTaskGraph(random, 3 + random() % 6, random() % 14);
    for (const int processors : {1, 2, 3}) {
      const MakespanBound bound = BoundOf(graph, processors);
      const std::int64_t best_ns = BestMakespan(graph, processors);
      ASSERT_LE(bound.quick_ns(), bound.Sharpen());
      ASSERT_LE(bound.Sharpen(), best_ns) << "round " << round << ", p " << processors;
      above_quick += bound.Sharpen() > bound.quick_ns() ? 1 : 0;
      reached_by_quick += bound.quick_ns() == best_ns ? 1 : 0;
      reached_by_sharp += bound.Sharpen() == best_ns ? 1 : 0;
    }
  }
  std::printf("of 900 best makespans %d are the quick bound, %d the sharper one\n",
              reached_by_quick, reached_by_sharp);
  EXPECT_GT(above_quick, 0);
  EXPECT_GT(reached_by_sharp, reached_by_quick);
}

TEST(MakespanBoundTest, IsNeverAboveTheBestListOfAFrame) {
  std::mt19937 random(12);
  int rounds = 0;
  while (rounds < 150) {
    const TaskGraph graph = RandomFrameGraph(random, 12, random() % 16);
    const Simulator simulator = Simulator::Make(graph).value();
    if (simulator.layout().taking_order.size() > 5) continue;
    ++rounds;
    for (const int processors : {1, 2, 4}) {
      ASSERT_LE(BoundOf(graph, processors).Sharpen(), BestMakespanOfLists(simulator, processors));
    }
  }
}

TEST(MakespanBoundTest, NeverExceedsAKnownBest) {
  std::mt19937 random(13);
  for (int round = 0; round < 20; ++round) {
    const TaskGraph graph = RectangleGraph(random, 4, 1000, 150, 2000);
    EXPECT_EQ(BoundOf(graph, 4).Sharpen(), 1000);
    EXPECT_GE(BoundOf(graph, 2).Sharpen(), 2000);
  }
}

TEST(MakespanBoundTest, TakesTheLargestCostsAndManyProcessors) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;
  TaskGraph graph;
  graph.tasks = {{.cost_ns = kMost / 2}, {.cost_ns = kMost / 4}, {.cost_ns = kMost / 8}};
  graph.edges = {{0, 2}};
  ASSERT_TRUE(CheckTaskGraph(graph).ok());
  const std::int64_t path_ns = kMost / 2 + kMost / 8;
  for (const int processors : {2, 3, 1'000'000, std::numeric_limits<int>::max()}) {
    EXPECT_EQ(BoundOf(graph, processors).Sharpen(), path_ns) << processors;
  }
}

}  // namespace
}  // namespace tickgraph
