#include <ostream>

#include "tickgraph/model/card_values.h"
#include "tools/json_object.h"
#include "tools/plan_report.h"

namespace tickgraph {
namespace {

std::string CountsJson(const model::ScheduleCounts& counts) {
  return JsonObject()
      .Add("cards", counts.cards)
      .Add("edges", counts.edges)
      .Add("order_edges", counts.order_edges)
      .Add("ordered_pairs", counts.ordered_pairs)
      .Add("longest_chain", counts.longest_chain)
      .Add("enabled", counts.enabled)
      .Add("cooling", counts.cooling)
      .Add("disabled", counts.disabled)
      .Add("sets", counts.sets)
      .text();
}

std::string CardJson(const model::Schedule& schedule, const ReportedCard& planned) {
  const model::ScheduleCard& card = schedule.cards[planned.card];
  JsonObject object;
  object.Add("name", card.name);
  if (!card.full_name.empty()) object.Add("full_name", card.full_name);
  object.Add("start", TickGroupName(planned.start)).Add("end", TickGroupName(planned.end));
  if (card.lane.has_value()) {
    object.Add("lane", model::LaneName(*card.lane));
  } else {
    object.AddNull("lane");
  }
  object.Add("state", model::CardStateName(card.state));
  if (card.state == model::CardState::kCoolingDown) {
    object.AddNumber("cooling_s", card.cooling_seconds);
  }
  if (card.cost_us.has_value()) object.AddNumber("cost_us", *card.cost_us);
  if (card.count != 1) object.Add("count", card.count);
  if (card.missing) object.AddBool("missing", true);
  JsonArray sets;
  for (const std::uint32_t set : card.sets) sets.AddJson(JsonString(schedule.sets[set].name));
  if (!card.sets.empty()) object.AddJson("sets", sets.text());
  return object.Add("line", card.line).text();
}

std::string GroupsJson(TickGroup start, TickGroup end) {
  return JsonObject().Add("start", TickGroupName(start)).Add("end", TickGroupName(end)).text();
}

std::string DemotionJson(const ReportedDemotion& demotion) {
  return JsonObject()
      .Add("card", demotion.card)
      .AddJson("declared", GroupsJson(demotion.declared_start, demotion.declared_end))
      .AddJson("effective", GroupsJson(demotion.effective_start, demotion.effective_end))
      .Add("cause", demotion.cause)
      .text();
}

std::string CycleJson(const ReportedCycle& cycle) {
  JsonArray links;
  for (const ReportedCycle::Link& link : cycle.links) {
    links.AddJson(JsonObject().Add("card", link.name).Add("line", link.line).text());
  }
  return JsonObject().AddJson("path", links.text()).Add("ignored_line", cycle.ignored_line).text();
}

std::string WarningJson(const model::ScheduleFinding& finding) {
  return JsonObject()
      .Add("kind", FindingKindName(finding.kind))
      .Add("line", finding.line)
      .Add("text", finding.text)
      .text();
}

}  // namespace

void WritePlanJson(std::ostream& out, const PlanReport& report) {
  JsonArray cards;
  for (const ReportedCard& card : report.cards) cards.AddJson(CardJson(report.schedule, card));
  JsonArray demotions;
  for (const ReportedDemotion& demotion : report.demotions) {
    demotions.AddJson(DemotionJson(demotion));
  }
  JsonArray cycles;
  for (const ReportedCycle& cycle : report.cycles) cycles.AddJson(CycleJson(cycle));
  JsonArray warnings;
  for (const model::ScheduleFinding& finding : report.warnings) {
    warnings.AddJson(WarningJson(finding));
  }
  JsonArray path;
  for (const std::uint32_t card : report.critical_path.cards) {
    path.AddJson(JsonString(report.schedule.cards[card].name));
  }
  JsonArray explanations;
  for (const std::string& explanation : report.explanations)
    explanations.AddJson(JsonString(explanation));
  JsonObject critical_path;
  critical_path.AddNumber("cost_us", report.critical_path.cost_us)
      .AddNumber("total_cost_us", report.critical_path.total_cost_us)
      .AddJson("cards", path.text());
  JsonObject plan;
  plan.Add("file", report.schedule.file)
      .Add("format", model::ScheduleFormatName(report.schedule.format))
      .AddJson("counts", CountsJson(report.counts))
      .AddJson("cards", cards.text())
      .AddJson("demotions", demotions.text())
      .AddJson("cycles", cycles.text())
      .AddJson("warnings", warnings.text())
      .AddJson("critical_path", critical_path.text());
  if (!report.explanations.empty()) plan.AddJson("explanations", explanations.text());
  out << plan.text() << "\n";
}

}  // namespace tickgraph
