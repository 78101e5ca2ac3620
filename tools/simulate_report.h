#ifndef TICKGRAPH_TOOLS_SIMULATE_REPORT_H_
#define TICKGRAPH_TOOLS_SIMULATE_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tickgraph/lane.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph {

/// What to simulate of a schedule.
struct SimulateReportDefinition {
  std::vector<int> processors = {};
  /// Changes as ParseScheduleChange reads them.
  std::vector<std::string> what_if = {};
  double default_cost_us = 5;
  /// At most so many lists are tried for each number of processors; 0 for no search.
  int search_lists = 0;
};

/// What other orders than the plain one could win; see SearchList.
struct SearchedResult {
  std::int64_t makespan_ns = 0;
  std::int64_t lower_bound_ns = 0;
  int lists = 0;
};

/// The frame on one number of processors.
struct SimulatedResult {
  int processors = 1;
  std::int64_t makespan_ns = 0;
  double speed_up = 1;
  double utilisation = 0;
  /// Only where a search was asked for.
  std::optional<SearchedResult> searched = {};
};

/// A schedule, as it is or as it would be.
struct SimulatedCase {
  std::int64_t total_cost_ns = 0;
  std::int64_t critical_path_ns = 0;
  /// Names of the cards on the critical path, first to last.
  std::vector<std::string> critical_path;
  /// For the largest number of processors: names of the cards that follow each other without a gap
  /// from the beginning of the frame to its end, with the reason where it is no prerequisite.
  std::vector<std::string> delays;
  int delay_processors = 1;
  /// In the order in which numbers of processors were given.
  std::vector<SimulatedResult> results;
};

/// Everything that `tickgraph simulate` knows of one file.
struct SimulateReport {
  std::string file;
  model::ScheduleFormat format = model::ScheduleFormat::kDot;
  std::int64_t cards = 0;
  std::size_t edges = 0;
  /// Cards that have to run on the game thread, and what they cost together.
  std::int64_t game_cards = 0;
  std::int64_t game_cost_ns = 0;
  /// Cards whose cost the file does not give, and the cost that was taken.
  std::int64_t cards_without_cost = 0;
  double default_cost_us = 0;
  int search_lists = 0;
  SimulatedCase baseline;
  /// Only where changes were asked for.
  std::vector<std::string> changes;
  std::optional<SimulatedCase> changed;
  /// What others have reached, where the file says so.
  std::vector<model::PublishedMakespan> published;
  /// Of the schedule as it is.
  std::size_t ignored_edges = 0;
  std::vector<model::ScheduleFinding> warnings;

  bool has_findings() const { return !warnings.empty() || ignored_edges > 0; }
};

/// Simulates. Any thread; does not block. Errors: InvalidArgument and NotFound for changes that
/// cannot be made, with the file's name; those of TaskGraphOfSchedule and Simulator::Make.
absl::StatusOr<SimulateReport> MakeSimulateReport(const model::Schedule& schedule,
                                                  const SimulateReportDefinition& definition);

/// A block for each file: numbers, the critical path, a row for each number of processors.
void WriteSimulateText(std::ostream& out, const std::vector<SimulateReport>& reports);

/// The report for programs, as docs/command.md describes it.
void WriteSimulateJson(std::ostream& out, const std::vector<SimulateReport>& reports);

/// Warnings and cycles, a line each, with file and line.
std::vector<std::string> FindingTexts(const SimulateReport& report);

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_SIMULATE_REPORT_H_
