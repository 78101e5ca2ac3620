#include "tests/support/standard_task_graphs.h"

#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "tests/support/reference_data.h"
#include "tickgraph/model/read_schedule.h"
#include "tickgraph/simulate/schedule_task_graph.h"

namespace tickgraph {
namespace {

/// The cells of a line, by the names of their columns.
using Cells = std::map<std::string, std::string>;

std::vector<std::string> Split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line);
  for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
  return cells;
}

PublishedRow RowOf(const Cells& cells) {
  const auto number = [&](const char* column) { return std::stoll(cells.at(column)); };
  PublishedRow row;
  row.graph = cells.at("sample_file");
  row.tasks = number("tasks");
  row.processors = number("procs");
  row.critical_path = number("cp_length");
  row.total_cost = number("total_cost");
  row.lower_bound = number("published_lower");
  if (!cells.at("published_best").empty()) {
    row.best = number("published_best");
    row.is_best_proved = number("proved_optimal") == 1;
  }
  row.reference = number("ref_cp_misf");
  return row;
}

}  // namespace

absl::StatusOr<model::Schedule> StandardTaskGraphs::Read(const std::string& graph) const {
  return model::ReadScheduleFile(folder / graph, {});
}

std::optional<StandardTaskGraphs> FindStandardTaskGraphs() {
  const auto table = ReferenceFile("stg/optima.csv");
  const auto folder = ReferenceFile("stg/graphs");
  if (!table || !folder) return std::nullopt;
  StandardTaskGraphs graphs;
  graphs.folder = *folder;
  std::ifstream file(*table);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> columns = Split(line);
  while (std::getline(file, line)) {
    if (line.empty()) continue;
    const std::vector<std::string> values = Split(line);
    Cells cells;
    for (std::size_t column = 0; column < columns.size(); ++column) {
      cells[columns[column]] = column < values.size() ? values[column] : "";
    }
    graphs.rows.push_back(RowOf(cells));
  }
  return graphs;
}

absl::StatusOr<Simulator> SimulatorOf(const model::Schedule& schedule) {
  absl::StatusOr<ScheduleTaskGraph> graph =
      TaskGraphOfSchedule(schedule, {.default_lane = DefaultLaneOf(schedule)});
  if (!graph.ok()) return graph.status();
  if (graph->cards_without_cost != 0 || graph->ignored_edges != 0) {
    return absl::InvalidArgumentError("a graph has cards without cost, or cycles");
  }
  return Simulator::Make(std::move(graph->graph));
}

}  // namespace tickgraph
