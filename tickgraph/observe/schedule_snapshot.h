#ifndef TICKGRAPH_OBSERVE_SCHEDULE_SNAPSHOT_H_
#define TICKGRAPH_OBSERVE_SCHEDULE_SNAPSHOT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tickgraph/lane.h"
#include "tickgraph/source_location.h"
#include "tickgraph/tick_group.h"
#include "tickgraph/tick_handle.h"
#include "tickgraph/tick_set.h"

namespace tickgraph {

class TickScheduler;

struct SnapshotCard {
  TickHandle handle = {};
  std::string name = {};
  /// Cards with equal numbers have the same owner; counted from 1 in plan order, 0 = no owner.
  std::uint32_t owner = 0;
  CardKind kind = CardKind::kCard;
  Lane lane = Lane::kGameThread;
  /// False for a card that is disabled and for the ends of sets: they only pass on order.
  bool enabled = true;
  bool engine_stage = false;
  /// Microseconds of one call, 0 = not known.
  double cost_us = 0;
  TickGroup declared_start = TickGroup::kPrePhysics;
  TickGroup declared_end = TickGroup::kPrePhysics;
  TickGroup effective_start = TickGroup::kPrePhysics;
  TickGroup effective_end = TickGroup::kPrePhysics;
  SourceLocation registered_at = {};
};

enum class SnapshotEdgeKind : std::uint8_t {
  /// Both cards are enabled and the order is kept.
  kDeclared,
  /// One of the cards is disabled: the order passes through it to the cards behind it.
  kThroughDisabled,
  /// The edge closes a cycle and is ignored.
  kIgnored,
};

/// `prerequisite` has finished before `card` starts; both are positions in the list of cards.
struct SnapshotEdge {
  std::uint32_t prerequisite = 0;
  std::uint32_t card = 0;
  SnapshotEdgeKind kind = SnapshotEdgeKind::kDeclared;
};

/// What a schedule is at one moment, as plain data: the cards in plan order and their edges. Every
/// writer and checker of recorded frames reads this instead of the scheduler, so it may be used on
/// any thread and after the scheduler is gone.
///
///   scheduler.RunFrame(dt);
///   const ScheduleSnapshot snapshot = TakeSnapshot(scheduler);
///   WriteDot(file, snapshot, {});
///
/// A list made by hand is completed with IndexCards.
struct ScheduleSnapshot {
  std::string name;
  int worker_count = 0;
  /// In plan order; cards that came after the plan was made stand at the end.
  std::vector<SnapshotCard> cards;
  /// By card, then in the order in which they were added.
  std::vector<SnapshotEdge> edges;
  std::unordered_map<TickHandle, std::uint32_t> position_of;

  /// The position of a card in `cards`; nothing for a card that is not in the snapshot.
  std::optional<std::uint32_t> Find(TickHandle handle) const;
  /// The name of a card, or "(unregistered card)". Valid as long as the snapshot.
  std::string_view NameOf(TickHandle handle) const;
  /// Fills `position_of` from `cards`.
  void IndexCards();
};

/// Copies what `scheduler` knows of its cards. Groups and ignored edges are those of its last plan:
/// call it after a frame or MakePlan. Game thread, outside of any-thread cards; does not block.
/// O(cards + edges).
ScheduleSnapshot TakeSnapshot(const TickScheduler& scheduler);

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_SCHEDULE_SNAPSHOT_H_
