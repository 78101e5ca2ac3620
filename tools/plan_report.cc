#include "tools/plan_report.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "tickgraph/absl_strings.h"
#include "tickgraph/model/schedule_builder.h"
#include "tickgraph/observe/card_explanation.h"
#include "tickgraph/observe/schedule_snapshot.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/quoted_name.h"
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

// By index in Schedule::edges.
std::vector<bool> FindIgnoredEdges(const model::Schedule& schedule,
                                   const model::BuiltSchedule& built,
                                   const ScheduleSnapshot& snapshot) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> ignored;
  for (const SnapshotEdge& edge : snapshot.edges) {
    if (edge.kind == SnapshotEdgeKind::kIgnored) ignored.emplace(edge.prerequisite, edge.card);
  }
  std::vector<bool> is_ignored(schedule.edges.size());
  if (ignored.empty()) return is_ignored;
  const model::OrderGraph& graph = built.graph;
  for (std::size_t index = 0; index < schedule.edges.size(); ++index) {
    const auto& [from, to, kind, source, line] = schedule.edges[index];
    if (kind != model::ScheduleEdge::Kind::kOrder) continue;
    const auto before =
        snapshot.Find(built.nodes[from.is_set() ? graph.end_of(from.index) : from.index]);
    const auto after =
        snapshot.Find(built.nodes[to.is_set() ? graph.begin_of(to.index) : to.index]);
    if (before && after) is_ignored[index] = ignored.count({*before, *after}) > 0;
  }
  return is_ignored;
}

std::string WayTo(const model::Schedule& schedule, std::size_t card) {
  const model::ScheduleCard& found = schedule.cards[card];
  std::string text = "\n  " + QuotedName(found.full_name.empty() ? found.name : found.full_name);
  if (found.line > 0) text += " (line " + std::to_string(found.line) + ")";
  return text;
}

/// By name or full name; where neither fits, names that hold `name` are offered.
absl::StatusOr<std::size_t> FindCard(const model::Schedule& schedule, const std::string& name) {
  constexpr std::size_t kMostOffers = 10;
  std::vector<std::size_t> exact;
  std::vector<std::size_t> near;
  for (std::size_t index = 0; index < schedule.cards.size(); ++index) {
    const model::ScheduleCard& card = schedule.cards[index];
    if (card.name == name || card.full_name == name) {
      exact.push_back(index);
    } else if (card.name.find(name) != std::string::npos ||
               card.full_name.find(name) != std::string::npos) {
      near.push_back(index);
    }
  }
  if (exact.size() == 1) return exact.front();
  if (exact.empty() && near.size() == 1) return near.front();
  const std::vector<std::size_t>& offers = exact.empty() ? near : exact;
  std::string text = schedule.file + ": " +
                     (offers.empty() ? "no card is called " : "several cards could be ") +
                     QuotedName(name);
  if (!offers.empty()) text += "; take one of these names";
  for (std::size_t index = 0; index < std::min(offers.size(), kMostOffers); ++index) {
    text += WayTo(schedule, offers[index]);
  }
  if (offers.size() > kMostOffers) {
    text += "\n  … and " + std::to_string(offers.size() - kMostOffers) + " more";
  }
  return offers.empty() ? absl::NotFoundError(ToAbsl(text))
                        : absl::InvalidArgumentError(ToAbsl(text));
}

}  // namespace

absl::StatusOr<PlanReport> MakePlanReport(model::Schedule schedule,
                                          const std::vector<std::string>& explained) {
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
  report.critical_path = model::FindCriticalPath(report.schedule);
  for (const std::string& name : explained) {
    const absl::StatusOr<std::size_t> card = FindCard(report.schedule, name);
    if (!card.ok()) return card.status();
    const absl::StatusOr<CardExplanation> why = ExplainCard(scheduler, built->card(*card));
    if (!why.ok()) return why.status();
    report.explanations.push_back(ExplanationText(*why));
  }
  const ScheduleSnapshot snapshot = TakeSnapshot(scheduler);
  report.dot.is_ignored = FindIgnoredEdges(report.schedule, *built, snapshot);
  report.dot.cards.resize(report.schedule.cards.size());
  for (const SnapshotCard& card : snapshot.cards) {
    const auto found = card_of.find(card.handle);
    if (found == card_of.end()) continue;
    report.dot.cards[found->second] = {report.cards.size(), card.effective_start,
                                       card.effective_end};
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
