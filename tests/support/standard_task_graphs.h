#ifndef TICKGRAPH_TESTS_SUPPORT_STANDARD_TASK_GRAPHS_H_
#define TICKGRAPH_TESTS_SUPPORT_STANDARD_TASK_GRAPHS_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tickgraph/model/schedule.h"
#include "tickgraph/simulate/simulator.h"

namespace tickgraph {

/// A row of the table of published makespans: one graph on some processors. Lengths are in units of
/// cost. (Tobita and Kasahara, "A standard task graph set for fair evaluation of multiprocessor
/// scheduling algorithms", Journal of Scheduling 5, 2002.)
struct PublishedRow {
  /// The name of the graph's file.
  std::string graph;
  std::int64_t tasks = 0;
  std::int64_t processors = 0;
  std::int64_t critical_path = 0;
  std::int64_t total_cost = 0;
  std::int64_t lower_bound = 0;
  /// For some rows of the applications nobody has published a schedule.
  std::optional<std::int64_t> best;
  bool is_best_proved = false;
  /// Of a plain list schedule that takes the longest remaining path first.
  std::int64_t reference = 0;

  /// How much longer than the best a makespan is, 0.01 for one per cent. Only where there is one.
  double Gap(std::int64_t makespan) const {
    return static_cast<double>(makespan - *best) / static_cast<double>(*best);
  }
};

/// The table and the folder with its graphs.
struct StandardTaskGraphs {
  std::vector<PublishedRow> rows;
  std::filesystem::path folder;

  absl::StatusOr<model::Schedule> Read(const std::string& graph) const;
};

/// Nothing where the reference data is not here.
std::optional<StandardTaskGraphs> FindStandardTaskGraphs();

/// Costs of the graphs are whole units, and a unit is read as a microsecond.
inline constexpr std::int64_t kNanosecondsAUnit = 1000;

/// Plans the graph and takes the plan into virtual time.
absl::StatusOr<Simulator> SimulatorOf(const model::Schedule& schedule);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_STANDARD_TASK_GRAPHS_H_
