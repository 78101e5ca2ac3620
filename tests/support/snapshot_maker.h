#ifndef TICKGRAPH_TESTS_SUPPORT_SNAPSHOT_MAKER_H_
#define TICKGRAPH_TESTS_SUPPORT_SNAPSHOT_MAKER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tickgraph/frame_record.h"
#include "tickgraph/observe/schedule_snapshot.h"

namespace tickgraph {

/// The handle of the card at a position of a snapshot made by MakeSnapshot.
TickHandle HandleAt(std::uint32_t position);

/// A snapshot of `cards` and `edges` as if they had been registered in this order; fills in the
/// handles.
ScheduleSnapshot MakeSnapshot(std::vector<SnapshotCard> cards, std::vector<SnapshotEdge> edges);

/// A call of the card at `position` from `start_ns` to `end_ns`.
CardRun MakeRun(const ScheduleSnapshot& snapshot, std::uint32_t position, std::int64_t start_ns,
                std::int64_t end_ns, std::int32_t worker = 0);

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_SNAPSHOT_MAKER_H_
