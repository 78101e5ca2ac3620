#include "tickgraph/simulate/task_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace tickgraph {
namespace {

using testing::HasSubstr;

constexpr PlanLane kGame = PlanLane::kGameThread;
constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max() / 2;

std::string ProblemOf(const TaskGraph& graph) {
  return std::string(CheckTaskGraph(graph).message());
}

TEST(TaskGraphTest, TakesGraphsThatKeepTheRules) {
  EXPECT_EQ(ProblemOf({}), "");
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 3},
                 {.cost_ns = 0, .lane = kGame},
                 {.segment = MainSegment(5), .end = TickGroup::kPostUpdateWork}};
  graph.edges = {{0, 1}, {0, 2}, {1, 2}};
  EXPECT_EQ(ProblemOf(graph), "");
}

TEST(TaskGraphTest, NamesTheTaskThatBreaksThem) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 1}, {.cost_ns = -1}};
  EXPECT_EQ(ProblemOf(graph), "task 1 has a negative cost");
  graph.tasks = {{.cost_ns = 1}, {.cost_ns = kHuge}};
  EXPECT_THAT(ProblemOf(graph), HasSubstr("cost more than 73 years"));
  graph.tasks = {{.segment = MainSegment(4), .end = TickGroup::kPostPhysics}, {}};
  EXPECT_THAT(ProblemOf(graph), HasSubstr("task 1 is not in plan order"));
  graph.tasks = {{.segment = kSegmentCount}};
  EXPECT_THAT(ProblemOf(graph), HasSubstr("task 0 is not in plan order"));
  graph.tasks = {{.segment = MainSegment(4), .end = TickGroup::kDuringPhysics}};
  EXPECT_THAT(ProblemOf(graph), HasSubstr("task 0 ends before the group"));
}

TEST(TaskGraphTest, NamesTheEdgeThatBreaksThem) {
  TaskGraph graph;
  graph.tasks = {{}, {}};
  graph.edges = {{0, 2}};
  EXPECT_THAT(ProblemOf(graph), HasSubstr("task 2 is named by an edge"));
  graph.edges = {{1, 0}};
  EXPECT_THAT(ProblemOf(graph), HasSubstr("task 0 stands before one of its prerequisites"));
  graph.edges = {{1, 1}};
  EXPECT_THAT(ProblemOf(graph), HasSubstr("task 1 stands before one of its prerequisites"));
  graph.edges = {{0, 1}};
  graph.tasks = {{.end = TickGroup::kPostPhysics}, {.lane = kGame}};
  EXPECT_THAT(ProblemOf(graph), HasSubstr("task 1 comes too early for its prerequisite, task 0"));
  graph.tasks[1].segment = WaitSegment(4);
  EXPECT_EQ(ProblemOf(graph), "");
  graph.tasks[1] = {.end = TickGroup::kDuringPhysics};
  EXPECT_THAT(ProblemOf(graph), HasSubstr("ends in PostPhysics"));
}

}  // namespace
}  // namespace tickgraph
