#include <ostream>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "tickgraph/absl_strings.h"
#include "tools/plain_name.h"
#include "tools/simulate_report.h"

namespace tickgraph {
namespace {

// Names on the critical path that are printed, from its beginning and from its end.
constexpr std::size_t kFirstNames = 8;
constexpr std::size_t kLastNames = 4;
// Bytes of a path that is printed in one line.
constexpr std::size_t kLongestLine = 120;

// Microseconds with as many decimals as are needed, at most three.
std::string TimeText(std::int64_t ns) {
  const std::int64_t size = ns < 0 ? -ns : ns;
  std::string text = absl::StrCat(ns < 0 ? "-" : "", size / 1000);
  if (size % 1000 == 0) return text;
  absl::StrAppendFormat(&text, ".%03d", size % 1000);
  while (text.back() == '0') text.pop_back();
  return text;
}

std::string ChangeText(std::int64_t ns) { return absl::StrCat(ns > 0 ? "+" : "", TimeText(ns)); }

bool HasUnits(const SimulateReport& report) { return report.format != model::ScheduleFormat::kStg; }

std::string_view UnitName(const SimulateReport& report) {
  return HasUnits(report) ? "µs" : "units";
}

// In one line where that is short, else a line for each name.
std::string PathText(const std::vector<std::string>& names) {
  std::vector<std::string> shown = names;
  if (names.size() > kFirstNames + kLastNames + 1) {
    const std::size_t cut = names.size() - kFirstNames - kLastNames;
    const auto first = shown.begin() + kFirstNames;
    *first = absl::StrCat("… ", cut, " more …");
    shown.erase(first + 1, shown.end() - kLastNames);
  }
  const std::string line = absl::StrJoin(shown, " → ");
  return line.size() <= kLongestLine ? " " + line : "\n    " + absl::StrJoin(shown, "\n  → ");
}

// The published lower bound and best makespan on so many processors; empty where there are none.
std::string PublishedText(const SimulateReport& report, int processors) {
  for (const model::PublishedMakespan& published : report.published) {
    if (published.processors != processors) continue;
    return absl::StrFormat("%g to %g", published.lower_us, published.best_us);
  }
  return "";
}

void WriteHead(std::ostream& out, const SimulateReport& report) {
  const std::string_view unit = UnitName(report);
  out << report.file << " (" << model::ScheduleFormatName(report.format) << "): " << report.cards
      << " card(s), " << report.edges << " edge(s); times in " << unit
      << (HasUnits(report) ? "\n" : " of the file\n");
  if (report.game_cards > 0) {
    out << "  game thread    " << TimeText(report.game_cost_ns) << ", " << report.game_cards
        << " card(s)\n";
  }
  if (report.cards_without_cost > 0) {
    out << "  without cost   " << report.cards_without_cost << " card(s); each is taken to cost "
        << report.default_cost_us << " " << unit << "\n";
  }
}

void WriteCase(std::ostream& out, const SimulatedCase& simulated) {
  out << "  total cost     " << TimeText(simulated.total_cost_ns) << "\n"
      << "  critical path  " << TimeText(simulated.critical_path_ns) << ":"
      << PathText(simulated.critical_path) << "\n"
      << absl::StrFormat("  held up on %-3d", simulated.delay_processors)
      << PathText(simulated.delays) << "\n";
}

void WriteResults(std::ostream& out, const SimulateReport& report) {
  const bool compares = report.changed.has_value();
  const bool has_published = !report.published.empty();
  out << "  processors      makespan  speed-up  busy"
      << (compares ? "       what if  speed-up  busy    difference" : "")
      << (has_published ? "     published\n" : "\n");
  for (std::size_t row = 0; row < report.baseline.results.size(); ++row) {
    const SimulatedResult& result = report.baseline.results[row];
    out << absl::StrFormat("  %10d  %12s  %8.2f  %3.0f%%", result.processors,
                           TimeText(result.makespan_ns), result.speed_up, 100 * result.utilisation);
    if (compares) {
      const SimulatedResult& changed = report.changed->results[row];
      out << absl::StrFormat("  %12s  %8.2f  %3.0f%%  %12s", TimeText(changed.makespan_ns),
                             changed.speed_up, 100 * changed.utilisation,
                             ChangeText(changed.makespan_ns - result.makespan_ns));
    }
    const std::string published = PublishedText(report, result.processors);
    out << (published.empty() ? "" : absl::StrFormat("  %12s", published)) << "\n";
  }
}

// How far the plain order is from the best one: what the search has won, and what stays open
// between it and the lower bound.
void WriteSearch(std::ostream& out, const SimulateReport& report, const SimulatedCase& simulated,
                 std::string_view title) {
  out << absl::StrFormat("\n  %s, at most %d list(s)\n", ToAbsl(title), report.search_lists)
      << "  processors      makespan      searched         bound           won          open"
         "    lists\n";
  for (const SimulatedResult& result : simulated.results) {
    const SearchedResult& searched = *result.searched;
    out << absl::StrFormat(
        "  %10d  %12s  %12s  %12s  %12s  %12s  %7d\n", result.processors,
        TimeText(result.makespan_ns), TimeText(searched.makespan_ns),
        TimeText(searched.lower_bound_ns), TimeText(result.makespan_ns - searched.makespan_ns),
        TimeText(searched.makespan_ns - searched.lower_bound_ns), searched.lists);
  }
}

void WriteReport(std::ostream& out, const SimulateReport& report) {
  WriteHead(out, report);
  WriteCase(out, report.baseline);
  if (report.changed.has_value()) {
    out << "\n  what if\n";
    for (const std::string& change : report.changes) {
      out << "    " << PlainName(change) << "\n";
    }
    WriteCase(out, *report.changed);
  }
  out << "\n";
  WriteResults(out, report);
  if (report.search_lists > 0) {
    WriteSearch(out, report, report.baseline, "other orders");
    if (report.changed) WriteSearch(out, report, *report.changed, "other orders, what if");
  }
  const std::vector<std::string> findings = FindingTexts(report);
  if (findings.empty()) return;
  out << "\n  Warnings\n";
  for (const std::string& finding : findings) out << "  " << finding << "\n";
}

}  // namespace

void WriteSimulateText(std::ostream& out, const std::vector<SimulateReport>& reports) {
  bool is_first = true;
  for (const SimulateReport& report : reports) {
    if (!is_first) out << "\n";
    is_first = false;
    WriteReport(out, report);
  }
}

}  // namespace tickgraph
