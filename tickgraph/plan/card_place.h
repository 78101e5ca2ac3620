#ifndef TICKGRAPH_PLAN_CARD_PLACE_H_
#define TICKGRAPH_PLAN_CARD_PLACE_H_

#include <cstdint>
#include <optional>

#include "tickgraph/plan/card_store.h"
#include "tickgraph/plan/edge_store.h"
#include "tickgraph/plan/group_rules.h"

namespace tickgraph {

/// What a card's owner declared, as GroupRules wants it.
inline DeclaredTick DeclaredOf(const CardRecord& record) {
  DeclaredTick declared;
  declared.start = record.start;
  declared.end = record.end;
  declared.lane = record.lane;
  declared.engine_stage = record.engine_stage;
  declared.runs = record.runs();
  return declared;
}

/// Calls `visit(slot)` for each card that comes before this one in the plan that is being made,
/// youngest edge first.
template <typename Visit>
void ForEachPlannedIn(const EdgeStore& edges, std::uint32_t slot, Visit&& visit) {
  edges.ForEachIn(slot, [&](std::uint32_t index) {
    if (edges[index].in_plan) visit(edges[index].from);
  });
}

/// Calls `visit(slot)` for each card that comes after this one.
template <typename Visit>
void ForEachPlannedOut(const EdgeStore& edges, std::uint32_t slot, Visit&& visit) {
  edges.ForEachOut(slot, [&](std::uint32_t index) {
    if (edges[index].in_plan) visit(edges[index].to);
  });
}

/// The place of a card, by the places of its prerequisites (rules G2, G3, P3, L9). O(its edges).
template <typename PlaceOfSlot>
PlannedTick PlaceOf(const CardStore& cards, const EdgeStore& edges, std::uint32_t slot,
                    PlaceOfSlot&& place_of_slot) {
  GroupRules rules;
  ForEachPlannedIn(edges, slot, [&](std::uint32_t before) { rules.Add(place_of_slot(before)); });
  return rules.Place(DeclaredOf(cards.Record(slot)));
}

/// The slot of the prerequisite that moved a card with this place to other groups than it declared
/// (rule G7); nothing where it was not moved. Among several the one that reaches furthest, then the
/// one with the oldest edge. O(its edges).
template <typename PlaceOfSlot>
std::optional<std::uint32_t> CauseOfDemotion(const CardStore& cards, const EdgeStore& edges,
                                             std::uint32_t slot, const PlannedTick& place,
                                             PlaceOfSlot&& place_of_slot) {
  const CardRecord& record = cards.Record(slot);
  const bool is_as_declared = place.start == record.start && place.end == record.end;
  if (is_as_declared || !record.runs()) return std::nullopt;
  const bool start_moved = place.start != record.start;
  if (!start_moved && place.end == GroupRules().Place(DeclaredOf(record)).end) return std::nullopt;
  std::uint32_t cause = slot;
  TickGroup furthest = TickGroup::kPrePhysics;
  ForEachPlannedIn(edges, slot, [&](std::uint32_t before) {
    const PlannedTick reach = place_of_slot(before);
    const TickGroup group = start_moved ? reach.start : reach.end;
    if (group < furthest) return;
    cause = before;
    furthest = group;
  });
  return cause;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_CARD_PLACE_H_
