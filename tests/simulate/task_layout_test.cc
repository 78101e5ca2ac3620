#include "tickgraph/simulate/task_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickgraph {
namespace {

using testing::ElementsAre;

TEST(TaskLayoutTest, SortsByStageThenRemainingPathThenPlanOrderRuleL3) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 2},
                 {.cost_ns = 9},
                 {.cost_ns = 2},
                 {.cost_ns = 5, .lane = PlanLane::kGameThread},
                 {.cost_ns = 1, .engine_stage = true}};
  const TaskLayout layout(graph);
  EXPECT_THAT(layout.taking_order, ElementsAre(4, 1, 0, 2));
  EXPECT_EQ(layout.taking_rank[1], 1U);
  EXPECT_THAT(layout.game_tasks, ElementsAre(3));
}

TEST(TaskLayoutTest, CountsArrivalsAndTheReleaseOfTheSegment) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 1},
                 {.cost_ns = 1, .lane = PlanLane::kGameThread},
                 {.cost_ns = 1, .lane = PlanLane::kBodiless},
                 {.cost_ns = 1}};
  graph.edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  EXPECT_THAT(TaskLayout(graph).arrivals, ElementsAre(1, 1, 1, 3));
}

TEST(TaskLayoutTest, FindsWhereSegmentsBeginAndWhatEndsInGroups) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 1, .end = TickGroup::kPostPhysics},
                 {.cost_ns = 1, .lane = PlanLane::kGameThread, .segment = MainSegment(2)},
                 {.cost_ns = 1, .segment = MainSegment(4), .end = TickGroup::kPostPhysics}};
  const TaskLayout layout(graph);
  EXPECT_EQ(layout.segment_begin[0], 0U);
  EXPECT_EQ(layout.segment_begin[1], 1U);
  EXPECT_EQ(layout.segment_begin[MainSegment(2)], 1U);
  EXPECT_EQ(layout.segment_begin[MainSegment(2) + 1], 2U);
  EXPECT_EQ(layout.segment_begin[MainSegment(4)], 2U);
  EXPECT_EQ(layout.segment_begin[kSegmentCount], 3U);
  EXPECT_EQ(layout.game_begin[MainSegment(2)], 0U);
  EXPECT_EQ(layout.game_begin[MainSegment(2) + 1], 1U);
  EXPECT_EQ(layout.game_begin[kSegmentCount], 1U);
  EXPECT_THAT(layout.ending, ElementsAre(0, 0, 0, 0, 2, 0, 0, 0));
}

}  // namespace
}  // namespace tickgraph
