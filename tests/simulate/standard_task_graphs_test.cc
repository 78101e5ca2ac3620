// The simulator against published makespans: Tobita and Kasahara, "A standard task graph set for
// fair evaluation of multiprocessor scheduling algorithms", Journal of Scheduling 5 (2002).

#include "tests/support/standard_task_graphs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <utility>

#include "tests/simulate/stepwise_simulator.h"
#include "tickgraph/simulate/list_search.h"
#include "tickgraph/simulate/simulator.h"

namespace tickgraph {
namespace {

using testing::IsEmpty;

// What a search is given, and what it has to reach: the bar B7.
constexpr int kLists = 200;
constexpr double kMostMeanGap = 0.3;
constexpr double kMostGap = 5;

struct MeanGap {
  double ours = 0;
  double searched = 0;
  double reference = 0;
  int rows = 0;
};

TEST(StandardTaskGraphsTest, EveryMakespanIsBetweenThePublishedOnes) {
  const auto graphs = FindStandardTaskGraphs();
  if (!graphs) GTEST_SKIP() << "reference data is not here: stg";

  std::map<std::string, Simulator> simulators;
  std::map<std::int64_t, MeanGap> gaps;
  int rows = 0;
  int proved = 0;
  int reached = 0;
  for (const PublishedRow& row : graphs->rows) {
    ++rows;
    SCOPED_TRACE(row.graph + " on " + std::to_string(row.processors));
    if (simulators.find(row.graph) == simulators.end()) {
      const auto schedule = graphs->Read(row.graph);
      ASSERT_TRUE(schedule.ok()) << schedule.status();
      EXPECT_THAT(schedule->warnings, IsEmpty());
      auto simulator = SimulatorOf(*schedule);
      ASSERT_TRUE(simulator.ok()) << simulator.status();
      simulators.emplace(row.graph, *std::move(simulator));
    }
    const Simulator& simulator = simulators.at(row.graph);
    EXPECT_EQ(simulator.paths().critical_path_ns, row.critical_path * kNanosecondsAUnit);
    EXPECT_EQ(simulator.paths().total_cost_ns, row.total_cost * kNanosecondsAUnit);

    const std::int64_t processors = row.processors;
    const SimulatedFrame frame = simulator.Run(static_cast<int>(processors));
    if (simulator.graph().tasks.size() < 400) {
      ASSERT_THAT(FrameProblems(simulator.graph(), frame), IsEmpty());
    }
    ASSERT_EQ(frame.makespan_ns % kNanosecondsAUnit, 0);
    const std::int64_t makespan = frame.makespan_ns / kNanosecondsAUnit;
    EXPECT_GE(makespan, row.lower_bound);
    // What Graham's bound is made of: work, and the path that nobody can share.
    EXPECT_LE(makespan * processors, row.total_cost + (processors - 1) * row.critical_path);
    if (row.tasks == 50 && processors == 16) {
      EXPECT_EQ(makespan, row.critical_path);
    }
    if (!row.best) continue;
    EXPECT_LE(makespan * processors, (2 * processors - 1) * *row.best);
    const ListSearchResult found =
        SearchList(simulator, static_cast<int>(processors), {.lists = kLists});
    ASSERT_LE(found.lower_bound_ns, found.frame.makespan_ns);
    EXPECT_LE(found.lower_bound_ns, *row.best * kNanosecondsAUnit);
    EXPECT_GE(found.frame.makespan_ns, row.lower_bound * kNanosecondsAUnit);
    const double searched_gap = row.Gap(found.frame.makespan_ns / kNanosecondsAUnit);
    EXPECT_LE(100 * searched_gap, kMostGap);
    if (simulator.graph().tasks.size() < 400) {
      ASSERT_THAT(FrameProblems(simulator.graph(), found.frame), IsEmpty());
    }
    MeanGap& gap = gaps[processors];
    gap.ours += row.Gap(makespan);
    gap.searched += searched_gap;
    gap.reference += row.Gap(row.reference);
    ++gap.rows;
    proved += row.is_best_proved ? 1 : 0;
    reached += row.is_best_proved && makespan == *row.best ? 1 : 0;
  }
  EXPECT_EQ(rows, 4 * 27);
  EXPECT_EQ(simulators.size(), 27U);
  EXPECT_EQ(gaps.size(), 4U);
  for (const auto& [processors, gap] : gaps) {
    const double ours = 100 * gap.ours / gap.rows;
    const double reference = 100 * gap.reference / gap.rows;
    const double searched = 100 * gap.searched / gap.rows;
    std::printf(
        "p = %2d: mean gap to the best %.3f %%, searched %.3f %%, of the reference %.3f %%, "
        "%d graphs\n",
        static_cast<int>(processors), ours, searched, reference, gap.rows);
    EXPECT_LE(searched, kMostMeanGap);
    EXPECT_GE(gap.rows, 24) << "all random graphs";
    EXPECT_LT(ours, reference + 0.5) << "the same rule with another tie should be about as good";
  }
  std::printf("%d of %d best makespans that are proved were reached\n", reached, proved);
}

}  // namespace
}  // namespace tickgraph
