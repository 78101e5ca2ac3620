#ifndef TICKGRAPH_PLAN_GROUP_RULES_H_
#define TICKGRAPH_PLAN_GROUP_RULES_H_

#include <cstdint>

#include "tickgraph/lane.h"
#include "tickgraph/tick_group.h"

namespace tickgraph {

/// The stretches of a frame, two a group: the main segment, in which the group is released and the
/// game thread runs through its sequence, and the wait segment, in which the game thread runs what
/// had to wait for workers that end in the group. Segments are numbered in the order of the frame.
using Segment = std::uint8_t;

inline constexpr int kSegmentCount = 2 * kTickGroupCount;

constexpr Segment MainSegment(int group) { return static_cast<Segment>(2 * group); }
constexpr Segment WaitSegment(int group) { return static_cast<Segment>(2 * group + 1); }
constexpr int GroupOf(Segment segment) { return segment / 2; }

/// A card's groups as its owner declared them, and what matters to place it.
struct DeclaredTick {
  TickGroup start = TickGroup::kPrePhysics;
  TickGroup end = TickGroup::kPrePhysics;
  Lane lane = Lane::kGameThread;
  bool engine_stage = false;
  /// False for a disabled card: it passes on only what reaches it.
  bool runs = true;
  /// The first group in which a newcomer may run.
  TickGroup earliest = TickGroup::kPrePhysics;
};

/// A card's place in the frame.
struct PlannedTick {
  static constexpr std::int8_t kNoWorker = -1;

  TickGroup start = TickGroup::kPrePhysics;
  TickGroup end = TickGroup::kPrePhysics;
  Segment segment = 0;
  /// The group by whose end any-thread work before a dependent may still be running; kNoWorker if
  /// there is none that the game thread has not waited for.
  std::int8_t worker_end = kNoWorker;

  friend constexpr bool operator==(const PlannedTick&, const PlannedTick&) = default;
};

/// The group by whose end a card off the game thread has finished. For one that runs this is its
/// end group. One that does not run passes later ends on, but has itself finished when its
/// prerequisites have: the game thread may wait for it in a group that does not wait for those
/// ends.
constexpr TickGroup FinishGroup(const PlannedTick& place) {
  const int reached = GroupOf(place.segment);
  return static_cast<TickGroup>(reached > place.worker_end ? reached : int{place.worker_end});
}

/// Places one card after its prerequisites (rules G2, G3, P3, L9).
///
///   GroupRules rules;
///   for (const PlannedTick& prerequisite : prerequisites) rules.Add(prerequisite);
///   PlannedTick place = rules.Place(declared);
class GroupRules {
 public:
  /// Takes in the place of one prerequisite.
  void Add(const PlannedTick& prerequisite);

  /// The place of a card with the prerequisites taken in so far.
  PlannedTick Place(const DeclaredTick& declared) const;

 private:
  PlannedTick reach_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_GROUP_RULES_H_
