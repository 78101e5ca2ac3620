#include "tools/simulate_report.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/simulate/delay_chain.h"
#include "tickgraph/simulate/list_search.h"
#include "tickgraph/simulate/schedule_change.h"
#include "tickgraph/simulate/schedule_task_graph.h"
#include "tickgraph/simulate/simulator.h"
#include "tools/plain_name.h"

namespace tickgraph {
namespace {

absl::Status InFile(const model::Schedule& schedule, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(schedule.file, ": ", status.message()));
}

absl::StatusOr<SimulatedCase> Simulate(const model::Schedule& schedule, ScheduleTaskGraph& graph,
                                       const SimulateReportDefinition& definition) {
  const absl::StatusOr<Simulator> simulator = Simulator::Make(std::move(graph.graph));
  if (!simulator.ok()) return InFile(schedule, simulator.status());
  const auto name_of = [&](std::uint32_t task) {
    return PlainName(schedule.cards[graph.card_of_task[task]].name);
  };
  SimulatedCase simulated;
  simulated.total_cost_ns = simulator->paths().total_cost_ns;
  simulated.critical_path_ns = simulator->paths().critical_path_ns;
  for (const std::uint32_t task : simulator->paths().critical_path) {
    simulated.critical_path.push_back(name_of(task));
  }
  for (const int count : definition.processors) {
    const SimulatedFrame frame = simulator->Run(count);
    simulated.results.push_back({count, frame.makespan_ns, frame.speed_up(), frame.utilisation()});
    if (definition.search_lists > 0) {
      const ListSearchResult found =
          SearchList(*simulator, count, {.lists = definition.search_lists});
      simulated.results.back().searched = {found.frame.makespan_ns, found.lower_bound_ns,
                                           found.lists};
    }
    if (count < simulated.delay_processors) continue;
    simulated.delay_processors = count;
    simulated.delays.clear();
    for (const DelayLink& link : FindDelayChain(simulator->graph(), frame)) {
      const bool is_plain =
          link.reason == DelayReason::kPrerequisite || link.reason == DelayReason::kFrameStart;
      simulated.delays.push_back(
          is_plain ? name_of(link.task)
                   : absl::StrCat(name_of(link.task), " (", DelayReasonName(link.reason), ")"));
    }
  }
  return simulated;
}

absl::StatusOr<model::Schedule> Changed(model::Schedule schedule,
                                        const std::vector<std::string>& what_if) {
  std::vector<ScheduleChange> changes;
  for (const std::string& text : what_if) {
    const absl::StatusOr<ScheduleChange> change = ParseScheduleChange(text, schedule);
    if (!change.ok()) return InFile(schedule, change.status());
    changes.push_back(*change);
  }
  for (const ScheduleChange& change : changes) ApplyScheduleChange(change, schedule);
  return schedule;
}

void CountCards(const ScheduleTaskGraph& graph, SimulateReport& report) {
  report.cards = graph.cards;
  report.cards_without_cost = graph.cards_without_cost;
  report.edges = graph.graph.edges.size();
  report.ignored_edges = graph.ignored_edges;
  for (const SimulatedTask& task : graph.graph.tasks) {
    if (task.lane != PlanLane::kGameThread) continue;
    ++report.game_cards;
    report.game_cost_ns += task.cost_ns;
  }
  report.warnings.insert(report.warnings.end(), graph.findings.begin(), graph.findings.end());
  std::stable_sort(report.warnings.begin(), report.warnings.end(),
                   [](const model::ScheduleFinding& a, const model::ScheduleFinding& b) {
                     return a.line < b.line;
                   });
}

}  // namespace

absl::StatusOr<SimulateReport> MakeSimulateReport(const model::Schedule& schedule,
                                                  const SimulateReportDefinition& definition) {
  SimulateReport report;
  report.file = schedule.file;
  report.format = schedule.format;
  report.default_cost_us = definition.default_cost_us;
  report.search_lists = definition.search_lists;
  report.published = schedule.published;
  report.warnings = schedule.warnings;
  // A change of one lane must not change what the other cards mean.
  const ScheduleTaskGraphDefinition graph_definition = {
      .default_lane = DefaultLaneOf(schedule), .default_cost_us = definition.default_cost_us};

  absl::StatusOr<ScheduleTaskGraph> graph = TaskGraphOfSchedule(schedule, graph_definition);
  if (!graph.ok()) return InFile(schedule, graph.status());
  CountCards(*graph, report);
  absl::StatusOr<SimulatedCase> baseline = Simulate(schedule, *graph, definition);
  if (!baseline.ok()) return baseline.status();
  report.baseline = *std::move(baseline);
  if (definition.what_if.empty()) return report;

  const absl::StatusOr<model::Schedule> changed = Changed(schedule, definition.what_if);
  if (!changed.ok()) return changed.status();
  graph = TaskGraphOfSchedule(*changed, graph_definition);
  if (!graph.ok()) return InFile(schedule, graph.status());
  absl::StatusOr<SimulatedCase> simulated = Simulate(*changed, *graph, definition);
  if (!simulated.ok()) return simulated.status();
  report.changes = definition.what_if;
  report.changed = *std::move(simulated);
  return report;
}

std::vector<std::string> FindingTexts(const SimulateReport& report) {
  std::vector<std::string> texts;
  for (const model::ScheduleFinding& finding : report.warnings) {
    texts.push_back(model::FindingText(report.file, finding));
  }
  if (report.ignored_edges > 0) {
    texts.push_back(
        absl::StrCat(report.file, ": ", report.ignored_edges,
                     " edge(s) close cycles and are ignored; tickgraph plan shows them"));
  }
  return texts;
}

}  // namespace tickgraph
