#include "tools/plan_report.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "tickgraph/model/schedule_builder.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

// The name as it is, without the quotation marks that messages put around it.
std::string NameOf(TickHandle card, const TickScheduler& scheduler) {
  const absl::StatusOr<CardInfo> info = scheduler.Describe(card);
  return info.ok() ? std::string(info->name) : scheduler.NameOf(card);
}

ReportedCycle CycleOf(const TickError& error, const TickScheduler& scheduler) {
  ReportedCycle cycle;
  cycle.ignored_line = error.where.line;
  for (const TickErrorLink& link : error.path) {
    cycle.links.push_back({NameOf(link.card, scheduler), link.edge.line});
  }
  return cycle;
}

}  // namespace

absl::StatusOr<PlanReport> MakePlanReport(model::Schedule schedule) {
  PlanReport report;
  report.schedule = std::move(schedule);
  report.counts = model::CountSchedule(report.schedule);

  TickScheduler scheduler(
      TickSchedulerDefinition{.name = report.schedule.file, .executor = ExecutorKind::kSerial});
  absl::StatusOr<model::BuiltSchedule> built =
      model::BuildSchedule(report.schedule, {.game_share = 1}, scheduler);
  if (!built.ok()) return built.status();
  if (absl::Status status = scheduler.MakePlan(); !status.ok()) return status;

  std::unordered_map<TickHandle, std::size_t> card_of;
  for (std::size_t card = 0; card < report.schedule.cards.size(); ++card) {
    card_of.emplace(built->card(card), card);
  }
  report.snapshot = TakeSnapshot(scheduler);
  for (const SnapshotCard& card : report.snapshot.cards) {
    const auto found = card_of.find(card.handle);
    if (found == card_of.end()) continue;
    report.cards.push_back({found->second, card.effective_start, card.effective_end});
  }
  for (const Demotion& demotion : scheduler.demotions()) {
    report.demotions.push_back({NameOf(demotion.card, scheduler), demotion.declared_start,
                                demotion.declared_end, demotion.effective_start,
                                demotion.effective_end, NameOf(demotion.cause, scheduler)});
  }
  for (const TickError& error : scheduler.cycles()) {
    report.cycles.push_back(CycleOf(error, scheduler));
  }
  report.ignored_edges = scheduler.ignored_edge_count();
  report.warnings = report.schedule.warnings;
  report.warnings.insert(report.warnings.end(), built->findings.begin(), built->findings.end());
  std::stable_sort(report.warnings.begin(), report.warnings.end(),
                   [](const model::ScheduleFinding& a, const model::ScheduleFinding& b) {
                     return a.line < b.line;
                   });
  report.file_name = std::move(built->file_name);
  return report;
}

std::string_view FindingKindName(model::ScheduleFinding::Kind kind) {
  using Kind = model::ScheduleFinding::Kind;
  switch (kind) {
    case Kind::kLoss:
      return "loss";
    case Kind::kDoubt:
      return "doubt";
    case Kind::kMissingCard:
      return "missing-card";
    case Kind::kTotalsDiffer:
      return "totals-differ";
    case Kind::kEngineMessage:
      return "engine-message";
    case Kind::kSetInsideItself:
      return "set-inside-itself";
    case Kind::kOrderedAgainstOwnSet:
      return "ordered-against-own-set";
    case Kind::kOrderedSetsShareCard:
      return "ordered-sets-share-card";
  }
  return "unknown";
}

}  // namespace tickgraph
