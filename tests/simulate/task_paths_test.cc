#include "tickgraph/simulate/task_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TaskPathsTest, AnEmptyGraphHasNoPath) {
  const TaskPaths paths = FindTaskPaths({});
  EXPECT_EQ(paths.total_cost_ns, 0);
  EXPECT_EQ(paths.critical_path_ns, 0);
  EXPECT_THAT(paths.critical_path, IsEmpty());
}

TEST(TaskPathsTest, FollowsTheDearestPathNotTheOneWithTheMostTasks) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 1}, {.cost_ns = 1}, {.cost_ns = 1}, {.cost_ns = 9}};
  graph.edges = {{0, 1}, {1, 2}, {0, 3}};
  const TaskPaths paths = FindTaskPaths(graph);
  EXPECT_EQ(paths.total_cost_ns, 12);
  EXPECT_EQ(paths.critical_path_ns, 10);
  EXPECT_THAT(paths.critical_path, ElementsAre(0, 3));
  EXPECT_THAT(paths.remaining_ns, ElementsAre(10, 2, 1, 9));
}

TEST(TaskPathsTest, AmongEqualPathsTakesTheFirstInPlanOrder) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 2}, {.cost_ns = 2}, {.cost_ns = 3}, {.cost_ns = 3}};
  graph.edges = {{1, 3}, {0, 3}, {0, 2}, {1, 2}};
  EXPECT_THAT(FindTaskPaths(graph).critical_path, ElementsAre(0, 2));
}

TEST(TaskPathsTest, TasksWithoutCostAreOnThePathAndBodilessOnesAreNot) {
  TaskGraph graph;
  graph.tasks = {
      {.cost_ns = 0}, {.cost_ns = 5}, {.cost_ns = 8, .lane = PlanLane::kBodiless}, {.cost_ns = 0}};
  graph.edges = {{0, 1}, {1, 2}, {2, 3}};
  const TaskPaths paths = FindTaskPaths(graph);
  EXPECT_EQ(paths.total_cost_ns, 5);
  EXPECT_EQ(paths.critical_path_ns, 5);
  EXPECT_THAT(paths.critical_path, ElementsAre(0, 1, 3));
}

TEST(TaskPathsTest, ListsDependentsInTheOrderOfTheEdges) {
  TaskGraph graph;
  graph.tasks.resize(3);
  graph.edges = {{0, 2}, {1, 2}, {0, 1}};
  const RowLists dependents = DependentsOf(graph);
  EXPECT_THAT(dependents[0], ElementsAre(2, 1));
  EXPECT_THAT(dependents[1], ElementsAre(2));
  EXPECT_THAT(dependents[2], IsEmpty());
}

}  // namespace
}  // namespace tickgraph
