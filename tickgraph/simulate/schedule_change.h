#ifndef TICKGRAPH_SIMULATE_SCHEDULE_CHANGE_H_
#define TICKGRAPH_SIMULATE_SCHEDULE_CHANGE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph {

/// What if one thing of a schedule were different?
///
///   absl::StatusOr<ScheduleChange> change = ParseScheduleChange("any-thread=walk", schedule);
///   if (!change.ok()) return change.status();   // no card is called "walk"; nearest: …
///   ApplyScheduleChange(*change, schedule);
struct ScheduleChange {
  enum class Kind : std::uint8_t {
    /// `card` may run on any thread.
    kAnyThread,
    /// Every card may.
    kAllAnyThread,
    /// The order from `before` to `after` is gone.
    kRemoveEdge,
    /// One call of `card` costs `cost_us`.
    kCost,
  };
  Kind kind = Kind::kAnyThread;
  /// Index in Schedule::cards.
  std::size_t card = 0;
  model::ScheduleEndpoint before = {};
  model::ScheduleEndpoint after = {};
  /// Microseconds, 0 to 10^12.
  double cost_us = 0;
};

/// Reads `any-thread=NAME`, `remove-edge=BEFORE:AFTER` or `cost=NAME:MICROSECONDS`; the last may be
/// followed by `us`. `any-thread=*` is every card, unless one has that name.
///
/// Names may hold anything, `:` and `=` as well: a cost stands after the last `:`, and an edge is
/// divided at that `:` at which both sides name the ends of an edge. Cards and sets are named as
/// FindEndpoints does it.
/// Any thread; does not block. Errors: InvalidArgument or NotFound, with the candidates, where
/// nothing or several things are meant. O(cards + sets + edges) for each `:`.
absl::StatusOr<ScheduleChange> ParseScheduleChange(std::string_view text,
                                                   const model::Schedule& schedule);

/// Changes the schedule for which the change was read. Any thread; does not block. O(edges) for
/// kRemoveEdge, which removes all edges between these two ends.
void ApplyScheduleChange(const ScheduleChange& change, model::Schedule& schedule);

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_SCHEDULE_CHANGE_H_
