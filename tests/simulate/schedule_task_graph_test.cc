#include "tickgraph/simulate/schedule_task_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>

#include "tickgraph/model/read_schedule.h"
#include "tickgraph/simulate/simulator.h"

namespace tickgraph {
namespace {

using model::Schedule;
using testing::ElementsAre;

Schedule Read(std::string_view text) {
  absl::StatusOr<Schedule> schedule = model::ReadSchedule(text, {});
  EXPECT_TRUE(schedule.ok()) << schedule.status();
  return *std::move(schedule);
}

ScheduleTaskGraph GraphOf(const Schedule& schedule, ScheduleTaskGraphDefinition definition) {
  absl::StatusOr<ScheduleTaskGraph> graph = TaskGraphOfSchedule(schedule, definition);
  EXPECT_TRUE(graph.ok()) << graph.status();
  EXPECT_TRUE(CheckTaskGraph(graph->graph).ok()) << CheckTaskGraph(graph->graph);
  return *std::move(graph);
}

TEST(ScheduleTaskGraphTest, WithoutLanesAndGroupsItIsAGraphOfTasks) {
  EXPECT_EQ(DefaultLaneOf(Read("digraph { a [cost_us=3] a -> b }")), Lane::kAnyThread);
  EXPECT_EQ(DefaultLaneOf(Read("digraph { a [group=PrePhysics] b }")), Lane::kGameThread);
  EXPECT_EQ(DefaultLaneOf(Read("digraph { a [lane=AnyThread] b }")), Lane::kGameThread);
  EXPECT_EQ(DefaultLaneOf(Schedule()), Lane::kAnyThread);
}

TEST(ScheduleTaskGraphTest, TakesCostsExactlyAndSaysWhichAreMissing) {
  // As float, the first cost would be 123456792 ns.
  const Schedule schedule = Read("digraph { a [cost_us=123456.789] b [cost_us=0] c a -> c }");
  const ScheduleTaskGraph graph = GraphOf(schedule, {.default_cost_us = 2.5});
  ASSERT_THAT(graph.card_of_task, ElementsAre(0, 1, 2));
  EXPECT_EQ(graph.graph.tasks[0].cost_ns, 123'456'789);
  EXPECT_EQ(graph.graph.tasks[1].cost_ns, 0);
  EXPECT_EQ(graph.graph.tasks[2].cost_ns, 2500);
  EXPECT_EQ(graph.graph.tasks[2].lane, PlanLane::kAnyThread);
  EXPECT_EQ(graph.cards, 3);
  EXPECT_EQ(graph.cards_without_cost, 1);
  EXPECT_EQ(graph.graph.edges.size(), 1U);
}

TEST(ScheduleTaskGraphTest, LanesAndGroupsAreThoseOfThePlan) {
  const Schedule schedule = Read(
      "digraph { a [group=PostPhysics, cost_us=1] b [lane=AnyThread, cost_us=2] c [cost_us=4] "
      "a -> b }");
  const ScheduleTaskGraph graph = GraphOf(schedule, {.default_lane = Lane::kGameThread});
  // c is in PrePhysics; a takes b along to PostPhysics.
  ASSERT_THAT(graph.card_of_task, ElementsAre(2, 0, 1));
  EXPECT_EQ(graph.graph.tasks[0].lane, PlanLane::kGameThread);
  EXPECT_EQ(graph.graph.tasks[2].lane, PlanLane::kAnyThread);
  EXPECT_EQ(graph.graph.tasks[2].segment, MainSegment(4));
  EXPECT_EQ(graph.graph.tasks[2].end, TickGroup::kPostPhysics);
}

TEST(ScheduleTaskGraphTest, SetsDisabledAndMissingCardsOrderAndCostNothing) {
  const Schedule schedule = Read(
      "digraph { compound=true; subgraph cluster_s { label=S a [cost_us=1] b [cost_us=2] } "
      "subgraph cluster_t { label=T c [cost_us=4] } a -> c [ltail=cluster_s, lhead=cluster_t] "
      "d [state=disabled, cost_us=8] c -> d e [state=cooling, cost_us=16] d -> e }");
  const ScheduleTaskGraph graph = GraphOf(schedule, {});
  EXPECT_EQ(graph.cards, 4);
  const auto simulator = Simulator::Make(graph.graph);
  ASSERT_TRUE(simulator.ok());
  EXPECT_EQ(simulator->paths().total_cost_ns, 23'000);
  EXPECT_EQ(simulator->paths().critical_path_ns, 22'000) << "b, c, e";
  std::size_t nodes = 0;
  for (const std::uint32_t card : graph.card_of_task) {
    nodes += card == ScheduleTaskGraph::kNoCard ? 1 : 0;
  }
  EXPECT_EQ(nodes, 4U) << "begin and end of two sets";
}

TEST(ScheduleTaskGraphTest, EdgesThatCloseCyclesAreLeftOutRuleP4) {
  const ScheduleTaskGraph graph = GraphOf(Read("digraph { a -> b -> c -> a }"), {});
  EXPECT_EQ(graph.ignored_edges, 1U);
  EXPECT_EQ(graph.graph.edges.size(), 2U);
}

}  // namespace
}  // namespace tickgraph
