#include "tools/simulate_command.h"

#include <ostream>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/read_schedule.h"
#include "tools/exit_code.h"
#include "tools/simulate_report.h"

namespace tickgraph {
namespace {

constexpr int kMostProcessors = 1'000'000;
constexpr int kMostLists = 1'000'000;

std::string BadOption(const SimulateOptions& options) {
  if (options.processors.empty()) return "--processors names none";
  for (const int processors : options.processors) {
    if (processors < 1 || processors > kMostProcessors) {
      return "--processors must be from 1 to 1000000";
    }
  }
  if (options.search < 0 || options.search > kMostLists) {
    return "--search must be from 0 to 1000000";
  }
  // Written so that NaN is refused, too.
  if (!(options.cost_us >= 0 && options.cost_us <= 1e6)) return "--cost must be from 0 to 1s";
  return "";
}

absl::StatusOr<SimulateReport> ReportOf(const SimulateOptions& options,
                                        const std::filesystem::path& file) {
  absl::StatusOr<model::Schedule> schedule =
      model::ReadScheduleFile(file, {.lenient = options.lenient});
  if (!schedule.ok()) return schedule.status();
  return MakeSimulateReport(*schedule, {.processors = options.processors,
                                        .what_if = options.what_if,
                                        .default_cost_us = options.cost_us,
                                        .search_lists = options.search});
}

}  // namespace

int RunSimulateCommand(const SimulateOptions& options, std::ostream& out, std::ostream& err) {
  if (const std::string problem = BadOption(options); !problem.empty()) {
    err << "tickgraph simulate: " << problem << "\n";
    return kBadUse;
  }
  std::vector<SimulateReport> reports;
  bool has_findings = false;
  bool is_bad = false;
  for (const std::filesystem::path& file : options.files) {
    absl::StatusOr<SimulateReport> report = ReportOf(options, file);
    if (!report.ok()) {
      err << "tickgraph simulate: " << report.status().message() << "\n";
      is_bad = true;
      continue;
    }
    has_findings = has_findings || report->has_findings();
    reports.push_back(*std::move(report));
  }
  if (is_bad) return kBadUse;
  if (options.json) {
    WriteSimulateJson(out, reports);
    for (const SimulateReport& report : reports) {
      for (const std::string& finding : FindingTexts(report)) {
        err << "tickgraph simulate: warning: " << finding << "\n";
      }
    }
  } else {
    WriteSimulateText(out, reports);
  }
  return has_findings ? kFindings : kFine;
}

absl::StatusOr<std::vector<int>> ParseProcessors(std::string_view text) {
  std::vector<int> processors;
  for (const absl::string_view part : absl::StrSplit(ToAbsl(text), ',')) {
    int number = 0;
    if (!absl::SimpleAtoi(part, &number) || number < 1 || number > kMostProcessors) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", part, "\" is no number of processors from 1 to ", kMostProcessors));
    }
    processors.push_back(number);
  }
  return processors;
}

}  // namespace tickgraph
