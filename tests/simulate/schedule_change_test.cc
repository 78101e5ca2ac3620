#include "tickgraph/simulate/schedule_change.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "tests/simulate/stepwise_simulator.h"
#include "tickgraph/model/read_schedule.h"
#include "tickgraph/simulate/schedule_task_graph.h"
#include "tickgraph/simulate/simulator.h"

namespace tickgraph {
namespace {

using model::Schedule;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

Schedule Read(std::string_view text) {
  absl::StatusOr<Schedule> schedule = model::ReadSchedule(text, {});
  EXPECT_TRUE(schedule.ok()) << schedule.status();
  return *std::move(schedule);
}

void Apply(std::string_view text, Schedule& schedule) {
  const absl::StatusOr<ScheduleChange> change = ParseScheduleChange(text, schedule);
  ASSERT_TRUE(change.ok()) << change.status();
  ApplyScheduleChange(*change, schedule);
}

std::string ProblemOf(std::string_view text, const Schedule& schedule) {
  return std::string(ParseScheduleChange(text, schedule).status().message());
}

TEST(ScheduleChangeTest, ChangesLaneCostAndEdge) {
  Schedule schedule = Read("digraph { a [lane=GameThread, cost_us=1] a -> b b -> c a -> b }");
  Apply("any-thread=a", schedule);
  EXPECT_EQ(schedule.cards[0].lane, Lane::kAnyThread);
  Apply("cost=b:2.5", schedule);
  EXPECT_EQ(schedule.cards[1].cost_us, 2.5);
  Apply("remove-edge=a:b", schedule);
  ASSERT_EQ(schedule.edges.size(), 1U) << "both edges from a to b are gone";
  EXPECT_EQ(schedule.edges[0].to.index, 2U);
}

TEST(ScheduleChangeTest, AStarIsEveryCardUnlessOneHasThatName) {
  Schedule schedule = Read("digraph { a [lane=GameThread] b c [lane=GameThread] }");
  Apply("any-thread=*", schedule);
  for (const model::ScheduleCard& card : schedule.cards) EXPECT_EQ(card.lane, Lane::kAnyThread);
  Schedule stars = Read("digraph { \"*\" a }");
  Apply("any-thread=*", stars);
  EXPECT_EQ(stars.cards[0].lane, Lane::kAnyThread);
  EXPECT_EQ(stars.cards[1].lane, std::nullopt);
}

TEST(ScheduleChangeTest, ACostMayHaveItsUnit) {
  Schedule schedule = Read("digraph { a b }");
  Apply("cost=a:3us", schedule);
  EXPECT_EQ(schedule.cards[0].cost_us, 3);
  EXPECT_THAT(ProblemOf("cost=a:us", schedule), HasSubstr("\"us\" is no cost"));
  EXPECT_THAT(ProblemOf("cost=a:3ms", schedule), HasSubstr("\"3ms\" is no cost"));
}

TEST(ScheduleChangeTest, NamesMayHoldColonsAndEqualsSigns) {
  Schedule schedule = Read("digraph { \"a::b=c\" -> \"d:e\" \"d:e\" -> \"a:\" \"x\" -> \":y\" }");
  Apply("cost=a::b=c:7", schedule);
  EXPECT_EQ(schedule.cards[0].cost_us, 7);
  Apply("any-thread=a::b=c", schedule);
  EXPECT_EQ(schedule.cards[0].lane, Lane::kAnyThread);
  Apply("remove-edge=a::b=c:d:e", schedule);
  EXPECT_EQ(schedule.edges.size(), 2U);
  Apply("remove-edge=d:e:a:", schedule);
  EXPECT_EQ(schedule.edges.size(), 1U);
  Apply("remove-edge=x::y", schedule);
  EXPECT_EQ(schedule.edges.size(), 0U);
}

TEST(ScheduleChangeTest, ATextThatCouldBeTwoEdgesIsRefused) {
  const Schedule schedule = Read("digraph { \"a:b\" -> c a -> \"b:c\" }");
  EXPECT_THAT(ProblemOf("remove-edge=a:b:c", schedule),
              AllOf(HasSubstr("2 edges are called \"a:b:c\""), HasSubstr("\"a:b\" (line 1) before"),
                    HasSubstr("before \"b:c\"")));
}

TEST(ScheduleChangeTest, EdgesBetweenSetsAreNamedByTheSets) {
  Schedule schedule = Read(
      "digraph { compound=true; subgraph cluster_s { label=S a } subgraph cluster_t { label=T b } "
      "a -> b [ltail=cluster_s, lhead=cluster_t] }");
  EXPECT_THAT(ProblemOf("remove-edge=a:b", schedule), HasSubstr("no edge leads from \"a\" to"));
  Apply("remove-edge=S:T", schedule);
  for (const model::ScheduleEdge& edge : schedule.edges) {
    EXPECT_NE(edge.kind, model::ScheduleEdge::Kind::kOrder);
  }
}

TEST(ScheduleChangeTest, UnknownEndsAndEdgesListCandidates) {
  const Schedule schedule = Read("digraph { walk -> look look -> think }");
  EXPECT_THAT(ProblemOf("any-thread=wlak", schedule), HasSubstr("nearest: \"walk\""));
  EXPECT_THAT(ProblemOf("cost=lok:3", schedule), HasSubstr("nearest: \"look\""));
  EXPECT_THAT(ProblemOf("remove-edge=walk:thin", schedule),
              AllOf(HasSubstr("no card or set is called \"thin\""), HasSubstr("\"think\"")));
  EXPECT_THAT(ProblemOf("remove-edge=wal:think", schedule),
              HasSubstr("no card or set is called \"wal\""));
  EXPECT_THAT(ProblemOf("remove-edge=this:that", schedule),
              HasSubstr("no card or set is called \"this\""));
  EXPECT_THAT(
      ProblemOf("remove-edge=walk:think", schedule),
      AllOf(HasSubstr("no edge leads from \"walk\" to \"think\""),
            HasSubstr("from the first to \"look\""), HasSubstr("to the second from \"look\"")));
}

TEST(ScheduleChangeTest, OtherTextIsRefused) {
  const Schedule schedule = Read("digraph { walk -> look }");
  EXPECT_THAT(ProblemOf("walk", schedule), HasSubstr("is none of any-thread=NAME"));
  EXPECT_THAT(ProblemOf("game-thread=walk", schedule), HasSubstr("is none of any-thread=NAME"));
  EXPECT_THAT(ProblemOf("cost=walk", schedule), HasSubstr("cost=NAME:MICROSECONDS"));
  EXPECT_THAT(ProblemOf("cost=walk:-1", schedule), HasSubstr("\"-1\" is no cost"));
  EXPECT_THAT(ProblemOf("cost=walk:nan", schedule), HasSubstr("is no cost"));
  EXPECT_THAT(ProblemOf("cost=walk:1e300", schedule), HasSubstr("is no cost"));
  EXPECT_THAT(ProblemOf("remove-edge=walk", schedule), HasSubstr("BEFORE:AFTER"));
}

// Random schedules with groups and lanes: whatever is changed, every card still runs once, by the
// rules.
TEST(ScheduleChangeTest, AChangeNeverLosesACard) {
  std::mt19937 random(5);
  constexpr std::uint32_t kCards = 25;
  constexpr TickGroup kGroups[] = {TickGroup::kPrePhysics, TickGroup::kDuringPhysics,
                                   TickGroup::kPostPhysics};
  for (int round = 0; round < 100; ++round) {
    Schedule schedule;
    for (std::uint32_t index = 0; index < kCards; ++index) {
      model::ScheduleCard& card = schedule.cards.emplace_back();
      card.name = "card " + std::to_string(index);
      card.start = kGroups[random() % 3];
      card.lane = random() % 2 == 0 ? Lane::kGameThread : Lane::kAnyThread;
      card.cost_us = static_cast<double>(random() % 7);
    }
    for (std::uint32_t edge = 0; edge < 30; ++edge) {
      const auto before = static_cast<std::uint32_t>(random() % kCards);
      const auto after = static_cast<std::uint32_t>(random() % kCards);
      if (before == after) continue;
      model::ScheduleEdge& edge_between = schedule.edges.emplace_back();
      edge_between.from.index = before;
      edge_between.to.index = after;
    }
    const std::string name = "card " + std::to_string(random() % kCards);
    const model::ScheduleEdge& edge = schedule.edges[random() % schedule.edges.size()];
    Apply("remove-edge=card " + std::to_string(edge.from.index) + ":card " +
              std::to_string(edge.to.index),
          schedule);
    Apply("any-thread=" + name, schedule);
    Apply("cost=" + name + ":9", schedule);
    const auto graph = TaskGraphOfSchedule(schedule, {.default_lane = Lane::kGameThread});
    ASSERT_TRUE(graph.ok()) << graph.status();
    EXPECT_EQ(graph->cards, kCards);
    const auto simulator = Simulator::Make(graph->graph);
    ASSERT_TRUE(simulator.ok()) << simulator.status();
    for (const int processors : {1, 3}) {
      const SimulatedFrame frame = simulator->Run(processors);
      ASSERT_THAT(FrameProblems(graph->graph, frame), IsEmpty()) << "round " << round;
      ASSERT_EQ(frame.tasks.size(), kCards);
    }
    EXPECT_EQ(simulator->Run(1).makespan_ns, simulator->paths().total_cost_ns);
  }
}

}  // namespace
}  // namespace tickgraph
