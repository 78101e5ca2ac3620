#include "tickgraph/model/critical_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/small_stack.h"
#include "tickgraph/model/read_schedule.h"

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

CriticalPath Find(std::string_view statements, double unknown_cost_us = 0) {
  const absl::StatusOr<Schedule> schedule =
      ReadSchedule("digraph {" + std::string(statements) + "}", {});
  EXPECT_TRUE(schedule.ok()) << schedule.status();
  return FindCriticalPath(*schedule, unknown_cost_us);
}

TEST(CriticalPathTest, TakesTheMostExpensiveChainAndNotTheLongest) {
  const CriticalPath path = Find(
      "a [cost_us=1] b [cost_us=1] c [cost_us=1] d [cost_us=10] e [cost_us=0.5]"
      "a -> b -> c -> e; a -> d -> e");
  EXPECT_EQ(path.cost_us, 11.5);
  EXPECT_EQ(path.total_cost_us, 13.5);
  EXPECT_THAT(path.cards, ElementsAre(0, 3, 4));
  EXPECT_FALSE(path.has_cycle);
}

TEST(CriticalPathTest, GoesThroughSetsAndEmptySets) {
  const CriticalPath path = Find(
      "subgraph cluster_a { a [cost_us=2] b [cost_us=3] } subgraph cluster_e {}"
      "c [cost_us=4] subgraph cluster_a -> subgraph cluster_e -> c");
  EXPECT_EQ(path.cost_us, 7);
  EXPECT_THAT(path.cards, ElementsAre(1, 2));
}

TEST(CriticalPathTest, CountsNothingForCardsThatDoNotRun) {
  const CriticalPath path = Find("a [cost_us=2] b [cost_us=100, state=disabled] c a -> b -> c", 5);
  EXPECT_EQ(path.cost_us, 7) << "order goes on through a disabled card";
  EXPECT_EQ(path.total_cost_us, 7);
  EXPECT_THAT(path.cards, ElementsAre(0, 1, 2));
}

TEST(CriticalPathTest, EndsBeforeACycle) {
  const CriticalPath path = Find("a [cost_us=1] b [cost_us=2] c [cost_us=4] a -> b -> c -> b");
  EXPECT_TRUE(path.has_cycle);
  EXPECT_EQ(path.cost_us, 1);
  EXPECT_EQ(path.total_cost_us, 7);
}

TEST(CriticalPathTest, OfAnEmptyScheduleIsEmpty) {
  const CriticalPath path = FindCriticalPath(Schedule{});
  EXPECT_EQ(path.cost_us, 0);
  EXPECT_THAT(path.cards, IsEmpty());
}

// rule P6
TEST(CriticalPathTest, FollowsALongChainOnASmallStack) {
  RunOnSmallStack([] {
    constexpr std::uint32_t kCards = 200'000;
    Schedule schedule;
    schedule.cards.resize(kCards);
    for (ScheduleCard& card : schedule.cards) card.cost_us = 2;
    for (std::uint32_t card = 1; card < kCards; ++card) {
      ScheduleEdge edge;
      edge.from.index = card - 1;
      edge.to.index = card;
      schedule.edges.push_back(edge);
    }
    const CriticalPath path = FindCriticalPath(schedule);
    EXPECT_EQ(path.cost_us, 2.0 * kCards);
    EXPECT_EQ(path.cards.size(), kCards);
  });
}

}  // namespace
}  // namespace tickgraph::model
