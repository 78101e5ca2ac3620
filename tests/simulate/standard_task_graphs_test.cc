// The simulator against published makespans: Tobita and Kasahara, "A standard task graph set for
// fair evaluation of multiprocessor scheduling algorithms", Journal of Scheduling 5 (2002).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/simulate/stepwise_simulator.h"
#include "tests/support/reference_data.h"
#include "tickgraph/model/read_schedule.h"
#include "tickgraph/simulate/schedule_task_graph.h"
#include "tickgraph/simulate/simulator.h"

namespace tickgraph {
namespace {

using testing::IsEmpty;

// A row of the table, by the names of its columns.
class Row {
 public:
  Row(const std::vector<std::string>& names, const std::string& line) {
    std::istringstream cells(line);
    std::string cell;
    for (const std::string& name : names) {
      std::getline(cells, cell, ',');
      cells_[name] = cell;
    }
  }

  const std::string& Text(const std::string& name) const { return cells_.at(name); }
  std::int64_t Number(const std::string& name) const { return std::stoll(cells_.at(name)); }
  bool Has(const std::string& name) const { return !cells_.at(name).empty(); }

 private:
  std::map<std::string, std::string> cells_;
};

std::vector<Row> ReadTable(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<std::string> names;
  std::istringstream heads(line);
  for (std::string name; std::getline(heads, name, ',');) names.push_back(name);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    if (!line.empty()) rows.emplace_back(names, line);
  }
  return rows;
}

struct MeanGap {
  double ours = 0;
  double reference = 0;
  int rows = 0;
};

// Costs of the graphs are whole units, and a unit is read as a microsecond.
constexpr std::int64_t kUnitNs = 1000;

TEST(StandardTaskGraphsTest, EveryMakespanIsBetweenThePublishedOnes) {
  const auto table = ReferenceFile("stg/optima.csv");
  const auto folder = ReferenceFile("stg/graphs");
  if (!table || !folder) GTEST_SKIP() << "reference data is not here: stg";

  std::map<std::string, Simulator> simulators;
  std::map<std::int64_t, MeanGap> gaps;
  int rows = 0;
  int proved = 0;
  int reached = 0;
  for (const Row& row : ReadTable(*table)) {
    ++rows;
    const std::string& name = row.Text("sample_file");
    SCOPED_TRACE(name + " on " + row.Text("procs"));
    if (simulators.find(name) == simulators.end()) {
      const auto schedule = model::ReadScheduleFile(*folder / name, {});
      ASSERT_TRUE(schedule.ok()) << schedule.status();
      EXPECT_THAT(schedule->warnings, IsEmpty());
      auto graph = TaskGraphOfSchedule(*schedule, {.default_lane = DefaultLaneOf(*schedule)});
      ASSERT_TRUE(graph.ok()) << graph.status();
      EXPECT_EQ(graph->cards_without_cost, 0);
      EXPECT_EQ(graph->ignored_edges, 0U);
      auto simulator = Simulator::Make(std::move(graph->graph));
      ASSERT_TRUE(simulator.ok()) << simulator.status();
      simulators.emplace(name, *std::move(simulator));
    }
    const Simulator& simulator = simulators.at(name);
    EXPECT_EQ(simulator.paths().critical_path_ns, row.Number("cp_length") * kUnitNs);
    EXPECT_EQ(simulator.paths().total_cost_ns, row.Number("total_cost") * kUnitNs);

    const std::int64_t processors = row.Number("procs");
    const SimulatedFrame frame = simulator.Run(static_cast<int>(processors));
    if (simulator.graph().tasks.size() < 400) {
      ASSERT_THAT(FrameProblems(simulator.graph(), frame), IsEmpty());
    }
    ASSERT_EQ(frame.makespan_ns % kUnitNs, 0);
    const std::int64_t makespan = frame.makespan_ns / kUnitNs;
    EXPECT_GE(makespan, row.Number("published_lower"));
    // What Graham's bound is made of: work, and the path that nobody can share.
    EXPECT_LE(makespan * processors,
              row.Number("total_cost") + (processors - 1) * row.Number("cp_length"));
    if (row.Number("tasks") == 50 && processors == 16) {
      EXPECT_EQ(makespan, row.Number("cp_length"));
    }
    // For some rows of the applications nobody has published a schedule.
    if (!row.Has("published_best")) continue;
    const std::int64_t best = row.Number("published_best");
    EXPECT_LE(makespan * processors, (2 * processors - 1) * best);
    MeanGap& gap = gaps[processors];
    const auto share = [&](std::int64_t length) {
      return static_cast<double>(length - best) / static_cast<double>(best);
    };
    gap.ours += share(makespan);
    gap.reference += share(row.Number("ref_cp_misf"));
    ++gap.rows;
    proved += row.Number("proved_optimal") == 1 ? 1 : 0;
    reached += row.Number("proved_optimal") == 1 && makespan == best ? 1 : 0;
  }
  EXPECT_EQ(rows, 4 * 27);
  EXPECT_EQ(simulators.size(), 27U);
  EXPECT_EQ(gaps.size(), 4U);
  for (const auto& [processors, gap] : gaps) {
    const double ours = 100 * gap.ours / gap.rows;
    const double reference = 100 * gap.reference / gap.rows;
    std::printf("p = %2d: mean gap to the best %.3f %%, of the reference %.3f %%, %d graphs\n",
                static_cast<int>(processors), ours, reference, gap.rows);
    EXPECT_GE(gap.rows, 24) << "all random graphs";
    EXPECT_LT(ours, reference + 0.5) << "the same rule with another tie should be about as good";
  }
  std::printf("%d of %d best makespans that are proved were reached\n", reached, proved);
}

}  // namespace
}  // namespace tickgraph
