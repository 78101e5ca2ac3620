#ifndef TICKGRAPH_TICK_FUNCTION_H_
#define TICKGRAPH_TICK_FUNCTION_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tickgraph/lane.h"
#include "tickgraph/tick_delegate.h"
#include "tickgraph/tick_group.h"
#include "tickgraph/tick_handle.h"
#include "tickgraph/tick_set.h"

namespace tickgraph {

/// A task card: what to call, when in the frame, after whom, and on which threads.
///
/// Fill in what differs from the defaults and hand it to TickScheduler::Register, which takes it
/// over.
///
///   scheduler.Register({.name = "anim",
///                       .start = TickGroup::kDuringPhysics,
///                       .lane = Lane::kAnyThread,
///                       .after = {ai},
///                       .run = [&](const TickContext& t) { Animate(t.delta); }});
struct TickFunction {
  /// For messages, traces and exports; may hold anything and need not be unique.
  std::string_view name = {};

  /// Earliest group. A prerequisite that ends up in a later group takes the card with it.
  TickGroup start = TickGroup::kPrePhysics;
  /// The group by whose end the card has finished; the start group where it is not given.
  std::optional<TickGroup> end = std::nullopt;

  /// The game thread, or any thread.
  Lane lane = Lane::kGameThread;

  /// Among ready cards of a group these are taken first. Does not pull prerequisites forward.
  bool high_priority = false;
  /// Then by this number: lower runs earlier.
  std::int32_t order = 0;
  /// Then by this one; the registration sequence where it is not given.
  std::optional<std::uint64_t> tie_key = std::nullopt;

  /// A card that starts disabled is registered, and finishes, but does not run until enabled.
  bool start_enabled = true;
  /// False: a scheduler made as a dedicated server leaves the card out and lists it.
  bool allow_on_dedicated_server = true;
  /// A stage of the engine itself: may name StartPhysics and EndPhysics, is never skipped by
  /// pause, cancel or a failed frame, and is claimed before all other work.
  bool engine_stage = false;

  /// What one call costs, in microseconds, until it has been measured; 0 = not known.
  double cost_us = 0;

  /// Groups cards in tables and exports, for example the actor that a component belongs to.
  /// Compared by value only, never dereferenced.
  const void* owner = nullptr;

  /// Cards and sets of the same scheduler that have finished before this one starts.
  std::vector<TickHandle> after = {};
  /// The sets that the card is in.
  std::vector<TickSet> in = {};

  /// The work. An empty delegate makes a card that orders others and runs nothing.
  TickDelegate run = {};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TICK_FUNCTION_H_
