#include "tickgraph/model/order_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tickgraph/model/read_schedule.h"

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Edges(std::string_view statements, EmptySets empty_sets) {
  const absl::StatusOr<Schedule> schedule =
      ReadSchedule("digraph {" + std::string(statements) + "}", {});
  EXPECT_TRUE(schedule.ok()) << schedule.status();
  const OrderGraph graph =
      MakeOrderGraph(*schedule, CheckScheduleGraph(*schedule), SetHierarchy(*schedule), empty_sets);
  const auto name = [&](std::uint32_t node) {
    if (node < graph.cards) return schedule->cards[node].name;
    const bool is_begin = node < graph.end_of(0);
    return (is_begin ? "begin " : "end ") +
           schedule->sets[node - (is_begin ? graph.begin_of(0) : graph.end_of(0))].name;
  };
  std::vector<std::string> edges;
  for (const OrderGraphEdge& edge : graph.edges) {
    edges.push_back(name(edge.before) + " > " + name(edge.after));
  }
  return edges;
}

TEST(OrderGraphTest, MakesABeginAndAnEndOfEachSet) {
  EXPECT_THAT(
      Edges("subgraph cluster_a { subgraph cluster_b { x } } subgraph cluster_a -> y",
            EmptySets::kOrderNothing),
      ElementsAre("begin cluster_b > x", "x > end cluster_b", "begin cluster_a > begin cluster_b",
                  "end cluster_b > end cluster_a", "end cluster_a > y"));
}

TEST(OrderGraphTest, LetsOrderThroughEmptySetsOrNot) {
  constexpr std::string_view kText = "subgraph cluster_a {} x -> subgraph cluster_a -> y";
  EXPECT_THAT(Edges(kText, EmptySets::kOrderNothing), IsEmpty());
  EXPECT_THAT(
      Edges(kText, EmptySets::kPassOrderOn),
      ElementsAre("begin cluster_a > end cluster_a", "x > begin cluster_a", "end cluster_a > y"));
}

TEST(OrderGraphTest, LeavesVoidEdgesOut) {
  EXPECT_THAT(Edges("subgraph cluster_a { x } x -> subgraph cluster_a", EmptySets::kPassOrderOn),
              ElementsAre("begin cluster_a > x", "x > end cluster_a"));
}

}  // namespace
}  // namespace tickgraph::model
