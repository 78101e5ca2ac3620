#include "tickgraph/simulate/order_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/simulate/random_task_graph.h"
#include "tickgraph/simulate/simulator.h"

namespace tickgraph {
namespace {

// Whether edges lead from one task to the other.
bool Reaches(const TaskGraph& graph, std::uint32_t from, std::uint32_t to) {
  std::vector<bool> reached(graph.tasks.size());
  reached[from] = true;
  std::vector<TaskEdge> edges = graph.edges;
  std::sort(edges.begin(), edges.end(),
            [](const TaskEdge& a, const TaskEdge& b) { return a.before < b.before; });
  for (const TaskEdge& edge : edges) {
    if (reached[edge.before]) reached[edge.after] = true;
  }
  return reached[to];
}

TEST(OrderGraphTest, GroupsAndTheGameThreadBecomeEdges) {
  TaskGraph frame;
  const auto group = [](TickGroup name) { return MainSegment(GroupIndex(name)); };
  frame.tasks = {
      {.cost_ns = 1, .lane = PlanLane::kGameThread},
      {.cost_ns = 2},
      {.cost_ns = 3, .lane = PlanLane::kGameThread},
      {.cost_ns = 4, .end = TickGroup::kPostUpdateWork},
      {.cost_ns = 5, .segment = group(TickGroup::kPostPhysics), .end = TickGroup::kPostPhysics},
      {.cost_ns = 6, .lane = PlanLane::kGameThread, .segment = group(TickGroup::kLastDemotable)}};
  const OrderGraph order = MakeOrderGraph(frame);
  ASSERT_TRUE(CheckTaskGraph(order.graph).ok()) << CheckTaskGraph(order.graph);
  const auto comes_before = [&](std::uint32_t a, std::uint32_t b) {
    return Reaches(order.graph, order.place[a], order.place[b]);
  };
  EXPECT_TRUE(comes_before(0, 2)) << "the order of the game thread";
  EXPECT_FALSE(comes_before(0, 1) || comes_before(1, 0) || comes_before(1, 2));
  EXPECT_TRUE(comes_before(1, 4)) << "PrePhysics is waited for";
  EXPECT_TRUE(comes_before(2, 4)) << "the game thread releases a group when it comes there";
  EXPECT_FALSE(comes_before(3, 4)) << "ends later";
  EXPECT_TRUE(comes_before(3, 5));
  EXPECT_EQ(FindTaskPaths(order.graph).critical_path_ns, 1 + 3 + 5 + 6);
  EXPECT_EQ(FindTaskPaths(frame).critical_path_ns, 6) << "without groups";
}

TEST(OrderGraphTest, NothingWaitsBetweenDuringPhysicsAndEndPhysicsOfTheGameThreadRuleG5) {
  TaskGraph frame;
  frame.tasks = {{.cost_ns = 9, .segment = MainSegment(2), .end = TickGroup::kDuringPhysics},
                 {.cost_ns = 2, .lane = PlanLane::kGameThread, .segment = WaitSegment(2)},
                 {.cost_ns = 1, .lane = PlanLane::kGameThread, .segment = MainSegment(3)}};
  EXPECT_EQ(FindTaskPaths(MakeOrderGraph(frame).graph).critical_path_ns, 9 + 1);
}

TEST(OrderGraphTest, EverySimulatedFrameKeepsItsEdges) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    const TaskGraph frame = RandomFrameGraph(random, 1 + random() % 40, random() % 60);
    const OrderGraph order = MakeOrderGraph(frame);
    ASSERT_TRUE(CheckTaskGraph(order.graph).ok()) << CheckTaskGraph(order.graph);
    const Simulator simulator = Simulator::Make(frame).value();
    for (const int processors : {1, 2, 7}) {
      const SimulatedFrame simulated = simulator.Run(processors);
      ASSERT_LE(FindTaskPaths(order.graph).critical_path_ns, simulated.makespan_ns);
      // When each task here has finished; steps finish as soon as they can.
      std::vector<std::int64_t> finish(order.graph.tasks.size());
      std::vector<bool> is_task(order.graph.tasks.size());
      for (std::size_t task = 0; task < frame.tasks.size(); ++task) {
        finish[order.place[task]] = simulated.tasks[task].finish_ns;
        is_task[order.place[task]] = true;
      }
      std::vector<TaskEdge> edges = order.graph.edges;
      std::sort(edges.begin(), edges.end(),
                [](const TaskEdge& a, const TaskEdge& b) { return a.after < b.after; });
      for (const TaskEdge& edge : edges) {
        const std::int64_t before_ns = finish[edge.before];
        if (!is_task[edge.after]) {
          finish[edge.after] = std::max(finish[edge.after], before_ns);
          continue;
        }
        const SimulatedTask& task = order.graph.tasks[edge.after];
        const std::int64_t cost_ns = task.lane == PlanLane::kBodiless ? 0 : task.cost_ns;
        ASSERT_LE(before_ns, finish[edge.after] - cost_ns) << "round " << round;
      }
    }
  }
}

TEST(OrderGraphTest, TurningRoundTwiceChangesNothing) {
  std::mt19937 random(6);
  const TaskGraph graph = MakeOrderGraph(RandomFrameGraph(random, 30, 40)).graph;
  const TaskGraph reversed = ReversedGraph(graph);
  ASSERT_TRUE(CheckTaskGraph(reversed).ok());
  EXPECT_EQ(FindTaskPaths(reversed).critical_path_ns, FindTaskPaths(graph).critical_path_ns);
  const TaskGraph again = ReversedGraph(reversed);
  ASSERT_EQ(again.tasks.size(), graph.tasks.size());
  for (std::size_t task = 0; task < graph.tasks.size(); ++task) {
    EXPECT_EQ(again.tasks[task].cost_ns, graph.tasks[task].cost_ns);
  }
  ASSERT_EQ(again.edges.size(), graph.edges.size());
  for (std::size_t edge = 0; edge < graph.edges.size(); ++edge) {
    EXPECT_EQ(again.edges[edge].before, graph.edges[edge].before);
    EXPECT_EQ(again.edges[edge].after, graph.edges[edge].after);
  }
}

TEST(OrderGraphTest, AnEmptyFrameIsStepsAlone) {
  const OrderGraph order = MakeOrderGraph({});
  EXPECT_TRUE(order.place.empty());
  EXPECT_EQ(FindTaskPaths(order.graph).total_cost_ns, 0);
  EXPECT_EQ(ReversedGraph(TaskGraph()).tasks.size(), 0U);
}

}  // namespace
}  // namespace tickgraph
