#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/card_values.h"
#include "tickgraph/quoted_name.h"
#include "tools/plain_name.h"
#include "tools/plan_report.h"

namespace tickgraph {
namespace {

std::string Microseconds(double value) {
  return absl::StrCat(std::round(value * 1000) / 1000, " µs");
}

std::string SpanName(TickGroup start, TickGroup end) {
  if (start == end) return std::string(TickGroupName(start));
  return absl::StrCat(ToAbsl(TickGroupName(start)), "–", ToAbsl(TickGroupName(end)));
}

void WriteCounts(std::ostream& out, const PlanReport& report) {
  const model::ScheduleCounts& counts = report.counts;
  out << report.schedule.file << " (" << model::ScheduleFormatName(report.schedule.format) << ")\n"
      << "  cards          " << counts.cards << "   enabled " << counts.enabled << " (cooling "
      << counts.cooling << "), disabled " << counts.disabled << "\n"
      << "  sets           " << counts.sets << "\n"
      << "  edges          " << counts.edges << "   of order " << counts.order_edges << "\n"
      << "  ordered pairs  " << counts.ordered_pairs << "   cards without order "
      << counts.unordered << "\n"
      << "  longest chain  " << counts.longest_chain << " cards\n";
  if (counts.missing > 0) {
    out << "  undeclared     " << counts.missing << "   named by edges only\n";
  }
  std::int64_t functions = 0;
  for (const model::ScheduleCard& card : report.schedule.cards) functions += card.count;
  if (functions > counts.cards + counts.missing) {
    out << "  standing for   " << functions << " tick functions\n";
  }
}

void WriteOrder(std::ostream& out, const PlanReport& report) {
  std::optional<TickGroup> group;
  for (const ReportedCard& planned : report.cards) {
    const model::ScheduleCard& card = report.schedule.cards[planned.card];
    if (group != planned.start) {
      group = planned.start;
      out << "\n" << TickGroupName(planned.start) << "\n";
    }
    out << "  " << PlainName(card.name);
    if (planned.end != planned.start) out << "  [until " << TickGroupName(planned.end) << "]";
    if (card.lane.has_value()) out << "  [" << model::LaneName(*card.lane) << "]";
    if (card.missing) {
      out << "  [undeclared]";
    } else if (card.state != model::CardState::kEnabled) {
      out << "  [" << model::CardStateName(card.state) << "]";
    }
    if (card.count > 1) out << "  [× " << card.count << "]";
    out << "\n";
  }
}

void WriteCriticalPath(std::ostream& out, const PlanReport& report) {
  const model::CriticalPath& path = report.critical_path;
  if (path.cards.empty() || path.total_cost_us == 0) return;
  constexpr std::size_t kMostCards = 40;
  out << "\nCritical path: " << Microseconds(path.cost_us) << " of "
      << Microseconds(path.total_cost_us) << " in all\n";
  for (std::size_t index = 0; index < std::min(path.cards.size(), kMostCards); ++index) {
    const model::ScheduleCard& card = report.schedule.cards[path.cards[index]];
    out << "  " << PlainName(card.name) << "  " << Microseconds(card.cost_us.value_or(0)) << "\n";
  }
  if (path.cards.size() > kMostCards) {
    out << "  … and " << path.cards.size() - kMostCards << " more\n";
  }
}

void WriteDemotions(std::ostream& out, const PlanReport& report) {
  if (report.demotions.empty()) return;
  out << "\nMoved by their prerequisites\n";
  for (const ReportedDemotion& demotion : report.demotions) {
    out << "  " << PlainName(demotion.card) << ": "
        << SpanName(demotion.declared_start, demotion.declared_end) << " → "
        << SpanName(demotion.effective_start, demotion.effective_end) << ", because of "
        << PlainName(demotion.cause) << "\n";
  }
}

void WriteCycles(std::ostream& out, const PlanReport& report) {
  if (report.ignored_edges == 0) return;
  out << "\nCycles: " << report.ignored_edges << " edge(s) are ignored\n";
  for (const ReportedCycle& cycle : report.cycles) {
    out << "  " << report.schedule.file << ":" << cycle.ignored_line
        << ": this edge closes a cycle and is ignored\n";
    for (std::size_t index = 0; index < cycle.links.size(); ++index) {
      const ReportedCycle::Link& next = cycle.links[(index + 1) % cycle.links.size()];
      out << "    " << PlainName(cycle.links[index].name) << " before " << PlainName(next.name)
          << " (line " << cycle.links[index].line << ")\n";
    }
  }
}

}  // namespace

void WritePlanText(std::ostream& out, const PlanReport& report) {
  if (!report.explanations.empty()) {
    for (const std::string& explanation : report.explanations) out << explanation;
    return;
  }
  WriteCounts(out, report);
  WriteOrder(out, report);
  WriteCriticalPath(out, report);
  WriteDemotions(out, report);
  WriteCycles(out, report);
  if (report.warnings.empty()) return;
  out << "\nWarnings\n";
  for (const model::ScheduleFinding& finding : report.warnings) {
    out << "  " << model::FindingText(report.schedule.file, finding) << "\n";
  }
}

}  // namespace tickgraph
