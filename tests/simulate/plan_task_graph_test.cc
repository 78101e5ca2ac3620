#include "tickgraph/simulate/plan_task_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

#include "tests/simulate/random_task_graph.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/simulate/simulator.h"

namespace tickgraph {
namespace {

TEST(PlanTaskGraphTest, TakesOverLanesGroupsCostsAndEdges) {
  TickScheduler scheduler(TickSchedulerDefinition{});
  const TickHandle worker = scheduler.Register(
      {.name = "worker", .end = TickGroup::kPostPhysics, .lane = Lane::kAnyThread, .cost_us = 2.5});
  const TickHandle off =
      scheduler.Register({.name = "off", .start_enabled = false, .cost_us = 9, .after = {worker}});
  const TickHandle late = scheduler.Register({.name = "late", .after = {off}});
  const TickHandle stage = scheduler.Register(
      {.name = "stage", .start = TickGroup::kStartPhysics, .engine_stage = true, .cost_us = 1});
  ASSERT_TRUE(scheduler.MakePlan().ok());
  const TaskGraph graph = TaskGraphOfPlan(scheduler.plan(), {.unknown_cost_ns = 70});
  ASSERT_TRUE(CheckTaskGraph(graph).ok()) << CheckTaskGraph(graph);
  ASSERT_EQ(graph.tasks.size(), 4U);
  const auto task = [&](TickHandle card) { return graph.tasks[scheduler.plan().PositionOf(card)]; };
  EXPECT_EQ(task(worker).cost_ns, 2500);
  EXPECT_EQ(task(worker).lane, PlanLane::kAnyThread);
  EXPECT_EQ(task(worker).end, TickGroup::kPostPhysics);
  EXPECT_EQ(task(off).cost_ns, 0);
  EXPECT_EQ(task(off).lane, PlanLane::kBodiless);
  EXPECT_EQ(task(late).cost_ns, 70);
  // rule L9: it runs in the wait of the group in which its worker prerequisite ends.
  EXPECT_EQ(task(late).segment, WaitSegment(4));
  EXPECT_TRUE(task(stage).engine_stage);
  EXPECT_EQ(graph.edges.size(), 2U);
}

// What was registered after the first plan is patched in, which leaves holes.
TEST(PlanTaskGraphTest, HolesOfAPatchedPlanAreNoTasks) {
  TickScheduler scheduler(TickSchedulerDefinition{});
  const TickHandle late = scheduler.Register({.start = TickGroup::kPostPhysics, .cost_us = 1});
  const TickHandle gone = scheduler.Register({.cost_us = 2});
  ASSERT_TRUE(scheduler.MakePlan().ok());
  scheduler.Unregister(gone);
  scheduler.Register({.cost_us = 3, .after = {late}});
  scheduler.Register({.cost_us = 4});
  ASSERT_TRUE(scheduler.MakePlan().ok());
  ASSERT_GT(scheduler.plan().size, 3U);
  const TaskGraph graph = TaskGraphOfPlan(scheduler.plan(), {});
  ASSERT_TRUE(CheckTaskGraph(graph).ok()) << CheckTaskGraph(graph);
  std::vector<std::int64_t> costs;
  for (const SimulatedTask& task : graph.tasks) costs.push_back(task.cost_ns);
  EXPECT_EQ(costs, (std::vector<std::int64_t>{4000, 1000, 3000}));
  ASSERT_EQ(graph.edges.size(), 1U);
  EXPECT_EQ(graph.edges[0].before, 1U);
  EXPECT_EQ(graph.edges[0].after, 2U);
}

TEST(PlanTaskGraphTest, APlanThatWasNeverMadeHasNoTasks) {
  EXPECT_TRUE(TaskGraphOfPlan(FramePlan(), {}).tasks.empty());
}

TEST(PlanTaskGraphTest, EveryPlanKeepsTheRulesOfTaskGraphs) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    const TaskGraph graph = RandomFrameGraph(random, 40, random() % 120);
    const absl::Status status = CheckTaskGraph(graph);
    ASSERT_TRUE(status.ok()) << "round " << round << ": " << status;
  }
}

// A game-thread card that becomes an any-thread one: everything still runs, once, and the frame on
// one processor costs the same.
TEST(PlanTaskGraphTest, MovingACardToAnyThreadLosesNothing) {
  std::mt19937 random(4);
  for (int round = 0; round < 100; ++round) {
    const std::size_t moved = random() % 20;
    std::vector<std::size_t> prerequisites(20);
    for (std::size_t card = 0; card < 20; ++card) prerequisites[card] = random() % (card + 1);
    const auto makespan = [&](bool moves, int processors) {
      TickScheduler scheduler(TickSchedulerDefinition{});
      std::vector<TickHandle> cards;
      for (std::size_t card = 0; card < 20; ++card) {
        TickFunction function;
        function.lane = moves && card == moved ? Lane::kAnyThread : Lane::kGameThread;
        function.cost_us = static_cast<double>(1 + card % 5);
        if (card > 0 && prerequisites[card] != card) function.after = {cards[prerequisites[card]]};
        cards.push_back(scheduler.Register(std::move(function)));
      }
      EXPECT_TRUE(scheduler.MakePlan().ok());
      const auto simulator = Simulator::Make(TaskGraphOfPlan(scheduler.plan(), {}));
      EXPECT_TRUE(simulator.ok()) << simulator.status();
      const SimulatedFrame frame = simulator->Run(processors);
      EXPECT_EQ(frame.tasks.size(), 20U);
      for (const TaskTime& time : frame.tasks) EXPECT_GE(time.processor, 0);
      EXPECT_EQ(frame.total_cost_ns, 60'000);
      return frame.makespan_ns;
    };
    EXPECT_EQ(makespan(false, 1), 60'000);
    EXPECT_EQ(makespan(true, 1), 60'000);
    EXPECT_EQ(makespan(false, 4), 60'000) << "game-thread cards alone use one processor";
    EXPECT_LE(makespan(true, 2), 60'000);
  }
}

}  // namespace
}  // namespace tickgraph
