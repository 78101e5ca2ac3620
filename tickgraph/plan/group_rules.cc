#include "tickgraph/plan/group_rules.h"

#include <algorithm>

namespace tickgraph {
namespace {

TickGroup Next(TickGroup group) { return static_cast<TickGroup>(GroupIndex(group) + 1); }
TickGroup Previous(TickGroup group) { return static_cast<TickGroup>(GroupIndex(group) - 1); }

TickGroup StartOf(const DeclaredTick& declared, TickGroup reached) {
  const TickGroup start = std::max({declared.start, reached, declared.earliest});
  return start != declared.start && IsPhysicsEdgeGroup(start) ? Next(start) : start;
}

TickGroup EndOf(const DeclaredTick& declared, TickGroup start, TickGroup reached) {
  const bool may_end_anywhere = declared.engine_stage;
  TickGroup end = declared.end;
  if (!may_end_anywhere && IsPhysicsEdgeGroup(end)) end = Previous(end);
  end = std::max({end, start, reached});
  return !may_end_anywhere && IsPhysicsEdgeGroup(end) ? Next(end) : end;
}

}  // namespace

void GroupRules::Add(const PlannedTick& prerequisite) {
  reach_.start = std::max(reach_.start, prerequisite.start);
  reach_.end = std::max(reach_.end, prerequisite.end);
  reach_.segment = std::max(reach_.segment, prerequisite.segment);
  reach_.worker_end = std::max(reach_.worker_end, prerequisite.worker_end);
}

PlannedTick GroupRules::Place(const DeclaredTick& declared) const {
  if (!declared.runs) return reach_;

  PlannedTick place;
  place.start = StartOf(declared, reach_.start);
  place.end = EndOf(declared, place.start, reach_.end);
  place.segment = std::max(MainSegment(GroupIndex(place.start)), reach_.segment);
  if (declared.lane == Lane::kAnyThread) {
    place.worker_end = static_cast<std::int8_t>(GroupIndex(place.end));
    return place;
  }

  const int start = GroupIndex(place.start);
  const int worker = reach_.worker_end;
  const bool would_wait_in_during =
      place.start == TickGroup::kDuringPhysics && worker >= GroupIndex(TickGroup::kDuringPhysics);
  if (worker > start || would_wait_in_during) {
    place.segment = std::max(place.segment, WaitSegment(worker));
  }
  return place;
}

}  // namespace tickgraph
