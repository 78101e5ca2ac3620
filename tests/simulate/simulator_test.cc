#include "tickgraph/simulate/simulator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/simulate/random_task_graph.h"
#include "tests/simulate/stepwise_simulator.h"
#include "tests/support/small_stack.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr PlanLane kGame = PlanLane::kGameThread;
constexpr PlanLane kAny = PlanLane::kAnyThread;
constexpr PlanLane kBodiless = PlanLane::kBodiless;

Simulator Make(TaskGraph graph) {
  absl::StatusOr<Simulator> simulator = Simulator::Make(std::move(graph));
  EXPECT_TRUE(simulator.ok()) << simulator.status();
  return *std::move(simulator);
}

// A task of group `start` that ends in `end`.
SimulatedTask Task(std::int64_t cost_ns, PlanLane lane, TickGroup start, TickGroup end) {
  return {.cost_ns = cost_ns, .lane = lane, .segment = MainSegment(GroupIndex(start)), .end = end};
}

SimulatedTask Task(std::int64_t cost_ns, PlanLane lane, TickGroup group = TickGroup::kPrePhysics) {
  return Task(cost_ns, lane, group, group);
}

std::vector<std::int64_t> StartsOf(const SimulatedFrame& frame) {
  std::vector<std::int64_t> starts;
  for (const TaskTime& time : frame.tasks) starts.push_back(time.start_ns);
  return starts;
}

std::vector<std::int32_t> ProcessorsOf(const SimulatedFrame& frame) {
  std::vector<std::int32_t> processors;
  for (const TaskTime& time : frame.tasks) processors.push_back(time.processor);
  return processors;
}

TEST(SimulatorTest, AnEmptyFrameTakesNoTime) {
  const SimulatedFrame frame = Make({}).Run(4);
  EXPECT_EQ(frame.makespan_ns, 0);
  EXPECT_EQ(frame.utilisation(), 0);
  EXPECT_EQ(frame.speed_up(), 1);
  EXPECT_THAT(frame.tasks, IsEmpty());
}

TEST(SimulatorTest, TheLongestRemainingPathGoesFirstThenPlanOrderRuleL3) {
  // 0 and 1 are alone; 2 has the longest path behind it, 3 as long a one as 1.
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 1}, {.cost_ns = 4}, {.cost_ns = 2},
                 {.cost_ns = 1}, {.cost_ns = 3}, {.cost_ns = 3}};
  graph.edges = {{2, 4}, {3, 5}};
  const Simulator simulator = Make(graph);
  EXPECT_EQ(simulator.paths().critical_path_ns, 5);
  EXPECT_THAT(simulator.paths().critical_path, ElementsAre(2, 4));
  EXPECT_THAT(simulator.paths().remaining_ns, ElementsAre(1, 4, 5, 4, 3, 3));
  // On one processor: 2, then 1 before 3, which are equal, then 4, 5, 0.
  EXPECT_THAT(StartsOf(simulator.Run(1)), ElementsAre(13, 2, 0, 6, 7, 10));
  // On two: 2 and 1; at 2 there is 3; at 3 there are 4 and 5.
  const SimulatedFrame two = simulator.Run(2);
  EXPECT_THAT(StartsOf(two), ElementsAre(6, 0, 0, 2, 3, 4));
  EXPECT_EQ(two.makespan_ns, 7);
  EXPECT_EQ(two.total_cost_ns, 14);
  EXPECT_EQ(two.utilisation(), 1);
  EXPECT_EQ(two.speed_up(), 2);
  EXPECT_EQ(simulator.Run(100).makespan_ns, 5);
}

TEST(SimulatorTest, EngineStagesGoBeforeLongerPaths) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 5}, {.cost_ns = 1, .engine_stage = true}};
  EXPECT_THAT(StartsOf(Make(graph).Run(1)), ElementsAre(1, 0));
}

TEST(SimulatorTest, GameThreadTasksStayOnProcessorZeroInPlanOrderRuleL2) {
  TaskGraph graph;
  graph.tasks = {Task(1, kGame), Task(9, kGame), Task(2, kAny), Task(3, kGame)};
  const SimulatedFrame frame = Make(graph).Run(8);
  EXPECT_THAT(StartsOf(frame), ElementsAre(0, 1, 0, 10));
  EXPECT_THAT(ProcessorsOf(frame), ElementsAre(0, 0, 1, 0));
}

TEST(SimulatorTest, TheGameThreadHelpsWhereItWaits) {
  // 1 waits for 0; both workers' share is small enough for one worker and the waiting game thread.
  TaskGraph graph;
  graph.tasks = {Task(4, kAny), Task(4, kAny), Task(1, kGame), Task(4, kAny)};
  graph.edges = {{0, 2}, {1, 2}};
  const SimulatedFrame frame = Make(graph).Run(2);
  EXPECT_THAT(StartsOf(frame), ElementsAre(0, 0, 4, 4));
  EXPECT_THAT(ProcessorsOf(frame), ElementsAre(1, 0, 0, 1));
}

TEST(SimulatorTest, AHelpingGameThreadIsNotInterrupted) {
  TaskGraph graph;
  graph.tasks = {Task(2, kAny), Task(9, kAny), Task(1, kGame)};
  graph.edges = {{0, 2}};
  // The worker takes the longer one, and 1 could start at 2.
  EXPECT_THAT(StartsOf(Make(graph).Run(2)), ElementsAre(0, 0, 2));
  graph.tasks.push_back(Task(1, kAny));
  // With two long ones the game thread is held up by the second.
  graph.tasks = {Task(2, kAny), Task(9, kAny), Task(9, kAny), Task(1, kGame)};
  graph.edges = {{0, 3}};
  EXPECT_THAT(StartsOf(Make(graph).Run(3)), ElementsAre(0, 0, 0, 2));
  EXPECT_THAT(StartsOf(Make(graph).Run(2)), ElementsAre(9, 0, 0, 11));
}

TEST(SimulatorTest, AGroupWaitsForWhatEndsInItRuleG1) {
  TaskGraph graph;
  graph.tasks = {Task(5, kAny),
                 Task(1, kGame),
                 Task(7, kAny, TickGroup::kPrePhysics, TickGroup::kPostUpdateWork),
                 Task(1, kGame, TickGroup::kPostPhysics),
                 Task(1, kGame, TickGroup::kPostUpdateWork),
                 Task(1, kGame, TickGroup::kLastDemotable)};
  // 3 waits for the end of PrePhysics, not for 2, which ends in PostUpdateWork.
  EXPECT_THAT(StartsOf(Make(graph).Run(3)), ElementsAre(0, 0, 0, 5, 6, 7));
  // The game thread does not help with what ends later than the group it waits for: 2 stays.
  const SimulatedFrame alone = Make(graph).Run(1);
  EXPECT_THAT(StartsOf(alone), ElementsAre(1, 0, 8, 6, 7, 15));
  EXPECT_EQ(alone.makespan_ns, 16);
}

TEST(SimulatorTest, DuringPhysicsDoesNotWaitAndIsJoinedByEndPhysicsRuleG5) {
  TaskGraph graph;
  graph.tasks = {Task(10, kAny, TickGroup::kDuringPhysics),
                 Task(2, kGame, TickGroup::kDuringPhysics),
                 Task(3, kGame, TickGroup::kDuringPhysics), Task(1, kGame, TickGroup::kEndPhysics)};
  // 2 waits for 0 and runs in the join (rule L9).
  graph.tasks[2].segment = WaitSegment(GroupIndex(TickGroup::kDuringPhysics));
  graph.edges = {{0, 2}};
  const SimulatedFrame frame = Make(graph).Run(2);
  EXPECT_THAT(StartsOf(frame), ElementsAre(0, 0, 10, 13));
  EXPECT_THAT(FrameProblems(graph, frame), IsEmpty());
}

TEST(SimulatorTest, OrderPassesThroughBodilessTasks) {
  TaskGraph graph;
  graph.tasks = {Task(3, kAny), Task(7, kBodiless), Task(0, kBodiless), Task(2, kAny)};
  graph.edges = {{0, 1}, {1, 2}, {2, 3}};
  const Simulator simulator = Make(graph);
  EXPECT_EQ(simulator.paths().total_cost_ns, 5);
  EXPECT_THAT(simulator.paths().critical_path, ElementsAre(0, 3));
  const SimulatedFrame frame = simulator.Run(2);
  EXPECT_EQ(frame.makespan_ns, 5);
  EXPECT_THAT(ProcessorsOf(frame), ElementsAre(1, -1, -1, 1));
}

TEST(SimulatorTest, FewerThanOneProcessorIsOne) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 1}, {.cost_ns = 1}};
  EXPECT_EQ(Make(graph).Run(0).processors, 1);
  EXPECT_EQ(Make(graph).Run(-3).makespan_ns, 2);
}

TEST(SimulatorTest, AgreesWithTheStepwiseSimulatorOnRandomFrames) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const std::size_t cards = 1 + random() % 30;
    const TaskGraph graph = RandomFrameGraph(random, cards, random() % (2 * cards));
    const Simulator simulator = Make(graph);
    for (const int processors : {1, 2, 3, 5}) {
      const SimulatedFrame frame = simulator.Run(processors);
      const SimulatedFrame expected = SimulateStepByStep(graph, processors);
      ASSERT_THAT(FrameProblems(graph, frame), IsEmpty()) << "round " << round;
      ASSERT_EQ(frame.makespan_ns, expected.makespan_ns) << "round " << round;
      ASSERT_EQ(frame.total_cost_ns, expected.total_cost_ns) << "round " << round;
      ASSERT_TRUE(frame.tasks == expected.tasks) << "round " << round << ", p " << processors;
      ASSERT_EQ(simulator.Run(processors).tasks, frame.tasks) << "not the same for every call";
    }
  }
}

TEST(SimulatorTest, TakesTasksInTheOrderOfAListOfOnesOwn) {
  TaskGraph graph;
  graph.tasks = {Task(3, kAny), Task(1, kGame), Task(2, kAny), Task(5, kAny)};
  const Simulator simulator = Make(graph);
  EXPECT_THAT(StartsOf(simulator.RunList(1, std::vector<std::uint32_t>{2, 0, 3}).value()),
              ElementsAre(3, 0, 1, 6));
  EXPECT_EQ(simulator.RunList(2, simulator.layout().taking_order)->tasks, simulator.Run(2).tasks);
}

TEST(SimulatorTest, RefusesAListThatIsNone) {
  TaskGraph graph;
  graph.tasks = {Task(3, kAny), Task(1, kGame), Task(2, kAny)};
  const Simulator simulator = Make(graph);
  const auto message = [&](std::vector<std::uint32_t> list) {
    return std::string(simulator.RunList(2, list).status().message());
  };
  EXPECT_EQ(message({2, 0}), "");
  EXPECT_EQ(message({0}),
            "the list has 1 tasks; it must name each of the graph's 2 any-thread "
            "tasks once");
  EXPECT_EQ(message({0, 1}), "the list names task 1, which is no any-thread task");
  EXPECT_EQ(message({0, 3}), "the list names task 3, which is no any-thread task");
  EXPECT_EQ(message({2, 2}), "the list names task 2 twice");
}

TEST(SimulatorTest, AgreesWithTheStepwiseSimulatorOnRandomLists) {
  std::mt19937 random(17);
  for (int round = 0; round < 200; ++round) {
    const std::size_t cards = 1 + random() % 30;
    const TaskGraph graph = RandomFrameGraph(random, cards, random() % (2 * cards));
    const Simulator simulator = Make(graph);
    std::vector<std::uint32_t> list = simulator.layout().taking_order;
    std::shuffle(list.begin(), list.end(), random);
    for (const int processors : {1, 2, 3, 5}) {
      const SimulatedFrame frame = simulator.RunList(processors, list).value();
      ASSERT_THAT(FrameProblems(graph, frame), IsEmpty()) << "round " << round;
      ASSERT_EQ(frame.tasks, SimulateStepByStep(graph, processors, list).tasks)
          << "round " << round << ", p " << processors;
    }
  }
}

TEST(SimulatorTest, KeepsTheRulesOnLargerFrames) {
  std::mt19937 random(8);
  for (int round = 0; round < 20; ++round) {
    const TaskGraph graph = RandomFrameGraph(random, 300, random() % 900);
    const Simulator simulator = Make(graph);
    for (const int processors : {1, 2, 4, 16}) {
      const SimulatedFrame frame = simulator.Run(processors);
      ASSERT_THAT(FrameProblems(graph, frame), IsEmpty()) << "round " << round;
      ASSERT_GE(frame.makespan_ns, simulator.paths().critical_path_ns);
      ASSERT_GE(frame.makespan_ns * processors, simulator.paths().total_cost_ns);
      if (processors == 1) {
        ASSERT_EQ(frame.makespan_ns, simulator.paths().total_cost_ns);
      }
    }
  }
}

TEST(SimulatorTest, TheJudgeOfFramesFindsWhatIsWrong) {
  TaskGraph graph;
  graph.tasks = {Task(2, kGame), Task(2, kGame), Task(2, kAny), Task(2, kAny)};
  graph.tasks[3].segment = MainSegment(4);
  graph.tasks[3].end = TickGroup::kPostPhysics;
  graph.edges = {{0, 2}};
  const SimulatedFrame right = Make(graph).Run(2);
  ASSERT_THAT(FrameProblems(graph, right), IsEmpty());
  const auto with = [&](std::size_t task, TaskTime time) {
    SimulatedFrame wrong = right;
    wrong.tasks[task] = time;
    return FrameProblems(graph, wrong).size();
  };
  EXPECT_GE(with(2, {1, 3, 1}), 1U) << "prerequisite";
  EXPECT_GE(with(1, {1, 3, 0}), 1U) << "two at once";
  EXPECT_GE(with(1, {2, 4, 1}), 1U) << "not on the game thread";
  EXPECT_GE(with(1, {2, 3, 0}), 1U) << "too short";
  EXPECT_GE(with(3, {2, 4, 1}), 1U) << "before the end of the group";
  SimulatedFrame lost = right;
  lost.tasks.pop_back();
  EXPECT_GE(FrameProblems(graph, lost).size(), 1U);
}

TEST(SimulatorTest, IsWithinGrahamsBoundOfAKnownBest) {
  std::mt19937 random(9);
  for (const int processors : {2, 3, 4, 8, 16}) {
    double gap_sum = 0;
    constexpr int kRounds = 30;
    for (int round = 0; round < kRounds; ++round) {
      constexpr std::int64_t kBest = 1000;
      const TaskGraph graph = RectangleGraph(random, processors, kBest, 200, 3000);
      const Simulator simulator = Make(graph);
      ASSERT_EQ(simulator.paths().total_cost_ns, kBest * processors);
      const SimulatedFrame frame = simulator.Run(processors);
      ASSERT_GE(frame.makespan_ns, kBest);
      ASSERT_LE(frame.makespan_ns * processors, kBest * (2 * processors - 1));
      if (round == 0) {
        ASSERT_THAT(FrameProblems(graph, frame), IsEmpty());
      }
      gap_sum += static_cast<double>(frame.makespan_ns - kBest) / kBest;
    }
    std::printf("p = %2d: mean gap to the best %.2f %%\n", processors, 100 * gap_sum / kRounds);
    EXPECT_LT(gap_sum / kRounds, 0.1);
  }
}

TEST(SimulatorTest, RunsAMillionTasksWithoutRecursionRuleP6) {
  RunOnSmallStack([] {
    constexpr std::uint32_t kCount = 1'000'000;
    TaskGraph chain;
    chain.tasks.resize(kCount, {.cost_ns = 2});
    for (std::uint32_t task = 1; task < kCount; ++task) chain.edges.push_back({task - 1, task});
    TaskGraph disabled = chain;
    for (SimulatedTask& task : disabled.tasks) task.lane = kBodiless;
    disabled.tasks.front().lane = disabled.tasks.back().lane = kAny;
    const Simulator chained = Make(std::move(chain));
    EXPECT_EQ(chained.paths().critical_path.size(), kCount);
    EXPECT_EQ(chained.Run(4).makespan_ns, 2 * kCount);
    EXPECT_EQ(Make(std::move(disabled)).Run(2).makespan_ns, 4);

    constexpr std::uint32_t kFan = 200'000;
    TaskGraph fan;
    fan.tasks.resize(kFan, {.cost_ns = 1});
    for (std::uint32_t task = 1; task < kFan; ++task) fan.edges.push_back({0, task});
    EXPECT_EQ(Make(std::move(fan)).Run(16).makespan_ns, 1 + (kFan - 1 + 15) / 16);
  });
}

}  // namespace
}  // namespace tickgraph
