#include "tickgraph/plan/annex_demotion.h"

#include <cstdint>

#include "tickgraph/plan/card_place.h"
#include "tickgraph/plan/group_rules.h"

namespace tickgraph {
namespace {

/// Where the card would be alone, or where the plan put it.
PlannedTick UnmovedPlace(const AnnexCard& card, const CardRecord& record, const FramePlan& plan) {
  if (card.follows_newcomer) return plan.places[card.plan_position];
  DeclaredTick declared = DeclaredOf(record);
  declared.runs = true;
  return GroupRules().Place(declared);
}

}  // namespace

std::optional<AnnexDemotion> DemotionOf(const AnnexCard& card, const CardStore& cards,
                                        const FramePlan& plan) {
  const CardRecord& record = cards.Record(card.card.slot);
  if (!record.live || !card.placed_as_running) return std::nullopt;
  const PlannedTick unmoved = UnmovedPlace(card, record, plan);
  const bool start_moved = card.place.start != unmoved.start;
  if (!start_moved && card.place.end == unmoved.end) return std::nullopt;

  AnnexDemotion demotion;
  TickGroup reached = start_moved ? card.earliest : TickGroup::kPrePhysics;
  const auto consider = [&](const PlannedTick& place, TickHandle prerequisite) {
    const TickGroup group = start_moved ? place.start : place.end;
    if (group < reached || (demotion.cause && group == reached)) return;
    reached = group;
    demotion.cause = prerequisite;
  };
  for (const std::uint32_t position : card.plan_prerequisites) {
    consider(plan.places[position], plan.cards[position]);
  }
  for (const AnnexCard* prerequisite : card.annex_prerequisites) {
    consider(prerequisite->place, prerequisite->card);
  }
  return demotion;
}

}  // namespace tickgraph
