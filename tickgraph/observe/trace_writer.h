#ifndef TICKGRAPH_OBSERVE_TRACE_WRITER_H_
#define TICKGRAPH_OBSERVE_TRACE_WRITER_H_

#include <cstdint>
#include <iosfwd>
#include <span>
#include <string_view>

#include "absl/status/status.h"
#include "tickgraph/frame_record.h"
#include "tickgraph/observe/schedule_snapshot.h"
#include "tickgraph/observe/trace_track.h"

namespace tickgraph {

/// The recorded frames of one scheduler and the names of its cards.
struct TraceSource {
  const ScheduleSnapshot* schedule = nullptr;
  /// Any order. Must outlive the call.
  std::span<const FrameRecord* const> records = {};
};

struct TraceDefinition {
  std::string_view process_name = "tickgraph";
  /// Positive.
  std::int64_t process_id = 1;
  /// Draws an arrow along each prerequisite edge of each frame; most of a file's size.
  bool arrows = true;
  /// Frames that took longer are marked; 0 marks none.
  std::int64_t frame_budget_ns = 0;
  /// Further threads below the workers, in this order.
  std::span<const TraceTrack> tracks = {};
  std::span<const TraceCounter> counters = {};
};

/// Writes frames as Chrome trace event JSON, which Perfetto, chrome://tracing, speedscope and
/// Tracy's importer open.
///
///   const ScheduleSnapshot snapshot = TakeSnapshot(scheduler);
///   std::ofstream file("trace.json");
///   absl::Status status = WriteTrace(file, snapshot, scheduler.records(), {});
///
/// What is in it
/// - Thread 1 is the game thread: frames, in them the groups, in them waits with their reason, and
///   the cards. Threads 2 … n+1 are workers 1 … n, then come the tracks of the definition.
/// - An arrow leads from the start of a prerequisite to the start of its card. Where the edge
/// passes
///   through a card that did not run, it comes from the last call before that.
/// - Times count from the first thing written. Names of any bytes survive (utf8_bytes.h).
///
/// Several schedulers that share a game thread and a WorkerPool go into one trace as several
/// sources; the names of their frames then carry the scheduler's name.
///
/// Any thread, if the records stand still; blocks as the stream does. Errors: InvalidArgument for a
/// definition without a positive process id or with a counter name twice; Internal where the
/// stream fails. O(n log n) in time; in memory one frame beside the records.
absl::Status WriteTrace(std::ostream& out, std::span<const TraceSource> sources,
                        const TraceDefinition& definition);
absl::Status WriteTrace(std::ostream& out, const ScheduleSnapshot& schedule,
                        std::span<const FrameRecord* const> records,
                        const TraceDefinition& definition);

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_TRACE_WRITER_H_
