#include "tickgraph/model/order_graph_sort.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(OrderGraphSortTest, PutsNodesBehindThoseBeforeThem) {
  OrderGraph graph;
  graph.cards = 4;
  graph.edges = {{3, 1, 0}, {1, 0, 0}, {3, 0, 0}, {3, 1, 0}};
  const SortedOrderGraph sorted = SortOrderGraph(graph);
  EXPECT_THAT(sorted.nodes, ElementsAre(2, 3, 1, 0));
  EXPECT_FALSE(sorted.has_cycle);
  EXPECT_THAT(sorted.targets_of(3), ElementsAre(1, 0, 1));
  EXPECT_THAT(sorted.targets_of(0), IsEmpty());
}

TEST(OrderGraphSortTest, LeavesOutWhatIsOnOrBehindACycle) {
  OrderGraph graph;
  graph.cards = 5;
  graph.edges = {{0, 1, 0}, {1, 2, 0}, {2, 1, 0}, {2, 3, 0}, {4, 4, 0}};
  const SortedOrderGraph sorted = SortOrderGraph(graph);
  EXPECT_THAT(sorted.nodes, ElementsAre(0));
  EXPECT_TRUE(sorted.has_cycle);
}

}  // namespace
}  // namespace tickgraph::model
