#ifndef TICKGRAPH_OBSERVE_OVERLAP_H_
#define TICKGRAPH_OBSERVE_OVERLAP_H_

#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/frame_record.h"
#include "tickgraph/tick_group.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

/// How much two kinds of work of a frame ran at the same time, for example the physics step and
/// the cards beside it:
///
///   const auto step = SpansOfCard(record, step_card);
///   const auto work = SpansOfGroup(record, TickGroup::kDuringPhysics, step_card);
///   double share = OverlapShare(step, work);    // 1: the shorter one ran inside the longer one
///
/// All functions: any thread; do not block; O(n log n). Spans may come in any order and overlap
/// each other; a span that ends before it starts is empty.

/// Nanoseconds covered by the union of `spans`.
std::int64_t CoveredTime(std::span<const TimeSpan> spans);

/// Nanoseconds covered by both the union of `first` and the union of `second`.
std::int64_t OverlapTime(std::span<const TimeSpan> first, std::span<const TimeSpan> second);

/// OverlapTime divided by the smaller of the two covered times, 0 … 1; 0 where one is empty.
double OverlapShare(std::span<const TimeSpan> first, std::span<const TimeSpan> second);

/// When `card` ran.
std::vector<TimeSpan> SpansOfCard(const FrameRecord& record, TickHandle card);

/// When the cards whose effective start group is `group` ran, but for the card `without`.
std::vector<TimeSpan> SpansOfGroup(const FrameRecord& record, TickGroup group,
                                   TickHandle without = {});

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_OVERLAP_H_
