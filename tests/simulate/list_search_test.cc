#include "tickgraph/simulate/list_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include "tests/simulate/best_schedule.h"
#include "tests/simulate/random_task_graph.h"
#include "tests/simulate/stepwise_simulator.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Whatever was searched: a valid frame, which its list gives, and no longer than the plain one.
void CheckResult(const Simulator& simulator, int processors, const ListSearchDefinition& definition,
                 const ListSearchResult& found) {
  ASSERT_THAT(FrameProblems(simulator.graph(), found.frame), IsEmpty());
  const absl::StatusOr<SimulatedFrame> again = simulator.RunList(processors, found.list);
  ASSERT_TRUE(again.ok()) << again.status();
  ASSERT_EQ(again->tasks, found.frame.tasks);
  ASSERT_EQ(again->makespan_ns, found.frame.makespan_ns);
  ASSERT_EQ(found.plain_makespan_ns, simulator.Run(processors).makespan_ns);
  ASSERT_LE(found.frame.makespan_ns, found.plain_makespan_ns);
  ASSERT_GE(found.frame.makespan_ns, found.lower_bound_ns);
  ASSERT_GE(found.lists, 1);
  ASSERT_LE(found.lists, std::max(1, definition.lists));
  ASSERT_TRUE(std::is_partitioned(found.list.begin(), found.list.end(), [&](std::uint32_t task) {
    return simulator.graph().tasks[task].engine_stage;
  }));
}

TEST(ListSearchTest, FindsAnOrderThatLooksAhead) {
  // The longest path first takes 2, then 0 and 1 side by side, and leaves 3 for the end.
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 3}, {.cost_ns = 3}, {.cost_ns = 2}, {.cost_ns = 2}, {.cost_ns = 2}};
  const Simulator simulator = Simulator::Make(graph).value();
  const ListSearchResult found = SearchList(simulator, 2, {});
  EXPECT_EQ(found.plain_makespan_ns, 7);
  EXPECT_EQ(found.frame.makespan_ns, 6) << "3 + 3 and 2 + 2 + 2";
  EXPECT_EQ(found.lower_bound_ns, 6);
  EXPECT_TRUE(found.is_best());
  EXPECT_LT(found.lists, 1000) << "it ends where the bound is reached";
}

TEST(ListSearchTest, WhereThePlainListIsTheBestNothingIsSearched) {
  TaskGraph graph;
  graph.tasks = {{.cost_ns = 3}, {.cost_ns = 4}};
  const ListSearchResult found = SearchList(Simulator::Make(graph).value(), 2, {});
  EXPECT_EQ(found.lists, 1);
  EXPECT_TRUE(found.is_best());
  EXPECT_THAT(found.list, ElementsAre(1, 0)) << "the plain list";
  const ListSearchResult empty = SearchList(Simulator::Make({}).value(), 2, {});
  EXPECT_TRUE(empty.is_best());
  EXPECT_EQ(empty.frame.makespan_ns, 0);
}

TEST(ListSearchTest, OneListIsThePlainOne) {
  std::mt19937 random(4);
  const Simulator simulator = Simulator::Make(RandomTaskGraph(random, 40, 120)).value();
  for (const int lists : {1, 0, -3}) {
    const ListSearchResult found = SearchList(simulator, 3, {.lists = lists});
    EXPECT_EQ(found.frame.tasks, simulator.Run(3).tasks);
    EXPECT_EQ(found.lists, 1);
  }
}

TEST(ListSearchTest, TheSameSeedGivesTheSameListAndAnotherOneMayNot) {
  std::mt19937 random(5);
  int differ = 0;
  for (int round = 0; round < 20; ++round) {
    const Simulator simulator = Simulator::Make(RandomFrameGraph(random, 60, 90)).value();
    const ListSearchResult first = SearchList(simulator, 3, {.lists = 60});
    const ListSearchResult second = SearchList(simulator, 3, {.lists = 60});
    EXPECT_EQ(first.list, second.list);
    EXPECT_EQ(first.frame.tasks, second.frame.tasks);
    EXPECT_EQ(first.lists, second.lists);
    differ += SearchList(simulator, 3, {.lists = 60, .seed = 2}).list != first.list ? 1 : 0;
  }
  EXPECT_GT(differ, 0);
}

TEST(ListSearchTest, FindsTheBestListOfSmallTaskGraphs) {
  std::mt19937 random(6);
  int best = 0;
  int best_with_idle = 0;
  int plain = 0;
  int cases = 0;
  for (int round = 0; round < 120; ++round) {
    const TaskGraph graph = RandomTaskGraph(random, 4 + random() % 4, random() % 12);
    const Simulator simulator = Simulator::Make(graph).value();
    for (const int processors : {2, 3}) {
      const ListSearchDefinition definition = {.lists = 1000};
      const ListSearchResult found = SearchList(simulator, processors, definition);
      CheckResult(simulator, processors, definition, found);
      if (HasFatalFailure()) FAIL() << "round " << round << ", p " << processors;
      const std::int64_t best_ns = BestMakespan(graph, processors);
      const std::int64_t best_list_ns = BestMakespanOfLists(simulator, processors);
      ASSERT_LE(best_ns, best_list_ns);
      ASSERT_LE(found.lower_bound_ns, best_ns);
      ASSERT_LE(best_list_ns, found.frame.makespan_ns);
      ++cases;
      plain += found.plain_makespan_ns == best_list_ns ? 1 : 0;
      best += found.frame.makespan_ns == best_list_ns ? 1 : 0;
      best_with_idle += found.frame.makespan_ns == best_ns ? 1 : 0;
    }
  }
  std::printf(
      "%d cases: the plain list is the best of all in %d, the searched one in %d; no "
      "schedule is better in %d\n",
      cases, plain, best, best_with_idle);
  EXPECT_LT(plain, cases);
  EXPECT_EQ(best, cases);
}

TEST(ListSearchTest, FindsTheBestListOfSmallFrames) {
  std::mt19937 random(7);
  int best = 0;
  int plain = 0;
  int cases = 0;
  while (cases < 200) {
    const TaskGraph graph = RandomFrameGraph(random, 14, random() % 20);
    const Simulator simulator = Simulator::Make(graph).value();
    const std::size_t tasks = simulator.layout().taking_order.size();
    if (tasks < 4 || tasks > 6) continue;
    for (const int processors : {2, 3}) {
      const ListSearchDefinition definition = {.lists = 1000};
      const ListSearchResult found = SearchList(simulator, processors, definition);
      CheckResult(simulator, processors, definition, found);
      if (HasFatalFailure()) FAIL() << "case " << cases << ", p " << processors;
      const std::int64_t best_ns = BestMakespanOfLists(simulator, processors);
      ++cases;
      plain += found.plain_makespan_ns == best_ns ? 1 : 0;
      best += found.frame.makespan_ns == best_ns ? 1 : 0;
    }
  }
  std::printf("%d cases: the plain list is the best of all in %d, the searched one in %d\n", cases,
              plain, best);
  EXPECT_LT(plain, cases);
  EXPECT_EQ(best, cases);
}

TEST(ListSearchTest, KeepsTheRulesOnLargerFrames) {
  std::mt19937 random(8);
  int shorter = 0;
  for (int round = 0; round < 30; ++round) {
    const Simulator simulator =
        Simulator::Make(RandomFrameGraph(random, 150, random() % 400)).value();
    for (const int processors : {1, 2, 4, 16}) {
      const ListSearchDefinition definition = {.lists = 40, .seed = random()};
      const ListSearchResult found = SearchList(simulator, processors, definition);
      CheckResult(simulator, processors, definition, found);
      if (HasFatalFailure()) FAIL() << "round " << round << ", p " << processors;
      if (processors == 1) {
        EXPECT_TRUE(found.is_best()) << "one processor is never idle";
      }
      shorter += found.frame.makespan_ns < found.plain_makespan_ns ? 1 : 0;
    }
  }
  EXPECT_GT(shorter, 0);
}

TEST(ListSearchTest, ComesCloseToAKnownBest) {
  std::mt19937 random(9);
  for (const int processors : {2, 4, 8, 16}) {
    constexpr int kRounds = 10;
    double plain = 0;
    double searched = 0;
    for (int round = 0; round < kRounds; ++round) {
      constexpr std::int64_t kBest = 1000;
      const TaskGraph graph = RectangleGraph(random, processors, kBest, 200, 3000);
      const ListSearchResult found =
          SearchList(Simulator::Make(graph).value(), processors, {.lists = 200});
      ASSERT_EQ(found.lower_bound_ns, kBest);
      plain += 100. * static_cast<double>(found.plain_makespan_ns - kBest) / kBest;
      searched += 100. * static_cast<double>(found.frame.makespan_ns - kBest) / kBest;
    }
    std::printf("p = %2d: mean gap to the best, plain %.2f %%, searched %.2f %%\n", processors,
                plain / kRounds, searched / kRounds);
    EXPECT_LE(searched, plain);
    EXPECT_LT(searched / kRounds, 5);
  }
}

}  // namespace
}  // namespace tickgraph
