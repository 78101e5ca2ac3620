#ifndef TICKGRAPH_TOOLS_PLAN_REPORT_H_
#define TICKGRAPH_TOOLS_PLAN_REPORT_H_

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tickgraph/model/critical_path.h"
#include "tickgraph/model/dot_schedule_writer.h"
#include "tickgraph/model/schedule.h"
#include "tickgraph/model/schedule_counts.h"

namespace tickgraph {

/// A card of the file and where the plan has put it.
struct ReportedCard {
  /// Index in Schedule::cards.
  std::size_t card = 0;
  TickGroup start = TickGroup::kPrePhysics;
  TickGroup end = TickGroup::kPrePhysics;
};

struct ReportedDemotion {
  std::string card;
  TickGroup declared_start, declared_end;
  TickGroup effective_start, effective_end;
  /// The prerequisite that moved it.
  std::string cause;
};

/// A circle of prerequisites: each one runs before the next, the last before the first.
struct ReportedCycle {
  struct Link {
    std::string name;
    /// Line of the edge to the next one.
    std::int64_t line = 0;
  };
  std::vector<Link> links;
  /// Line of the edge that is ignored.
  std::int64_t ignored_line = 0;
};

/// Everything that `tickgraph plan` knows of a schedule.
struct PlanReport {
  model::Schedule schedule;
  model::ScheduleCounts counts;
  /// In plan order.
  std::vector<ReportedCard> cards;
  std::vector<ReportedDemotion> demotions;
  std::vector<ReportedCycle> cycles;
  /// How many edges close cycles; there may be more than `cycles` shows.
  std::size_t ignored_edges = 0;
  /// Of the reader, the sets, and the builder; by line.
  std::vector<model::ScheduleFinding> warnings;
  /// Empty where the file has no costs or no cards.
  model::CriticalPath critical_path;
  /// Of the cards that were asked about, as text.
  std::vector<std::string> explanations;
  /// The same for a picture.
  model::DotPlan dot;

  bool has_findings() const { return !warnings.empty() || ignored_edges > 0; }
};

/// Plans `schedule` with a scheduler of its own and explains the cards of these names. Game thread;
/// does not block. Errors: NotFound and InvalidArgument for a name that no card has, or several,
/// with the nearest ones; those of BuildSchedule.
absl::StatusOr<PlanReport> MakePlanReport(model::Schedule schedule,
                                          const std::vector<std::string>& explained = {});

/// The report for people: numbers, the order by groups, what was moved, cycles, warnings.
void WritePlanText(std::ostream& out, const PlanReport& report);

/// The report for programs, as docs/command.md describes it.
void WritePlanJson(std::ostream& out, const PlanReport& report);

/// The name of a kind of finding in JSON, for example "missing-card".
std::string_view FindingKindName(model::ScheduleFinding::Kind kind);

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_PLAN_REPORT_H_
