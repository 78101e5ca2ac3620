#ifndef TICKGRAPH_TOOLS_DEMO_STATISTICS_H_
#define TICKGRAPH_TOOLS_DEMO_STATISTICS_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tickgraph/observe/frame_table.h"
#include "tickgraph/observe/order_hash.h"
#include "tickgraph/observe/schedule_snapshot.h"
#include "tickgraph/observe/trace_track.h"
#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/world/render/frame_end_sync.h"
#include "tickgraph/world/render/frame_marks.h"
#include "tickgraph/world/world.h"

namespace tickgraph {

class RenderPipeline;

/// Sums up what the demo's frames did. Game thread.
class DemoStatistics {
 public:
  /// Frames that are recorded before AddRecords has to be called.
  static constexpr int kRecordedFrames = 300;

  /// After each frame.
  void AddFrame(const SyncResult& sync, const PhysicsFrame& physics);

  /// After at most kRecordedFrames frames, and at the end: takes in the records of the last
  /// `frames` frames. Slow: not while frames are timed.
  void AddRecords(World& world, int frames);

  /// At the end, when the pipeline has stopped: what the marks of the last frames say.
  void AddMarks(const RenderPipeline& pipeline);

  std::uint64_t order_hash() const { return order_hash_.value(); }
  /// Mean share of the physics step, or of the work beside it if that is shorter, during which the
  /// other ran too: 0 … 1.
  double overlap() const { return overlap_frames_ > 0 ? overlap_sum_ / overlap_frames_ : 0; }
  /// Cards of any thread among all cards that ran, 0 … 1.
  double any_thread_share() const;

  /// Frames the render thread was behind after a sync: mean and most.
  double mean_lag() const;
  std::int64_t most_lag() const { return most_lag_; }
  /// How long a sync held the game thread, mean, milliseconds.
  double mean_sync_wait_ms() const;
  /// The longest row of frames that synchronous calls held.
  int most_forced_frames() const { return most_forced_frames_; }
  /// Cost of keeping ray casts up to date, mean, milliseconds.
  double mean_query_refresh_ms() const;
  /// Medians over the last frames, milliseconds: drawing, and from input to picture.
  double draw_ms() const { return draw_ms_; }
  double latency_ms() const { return latency_ms_; }
  std::int64_t frames_drawn() const { return frames_drawn_; }

  /// The cards as of the last AddRecords.
  const ScheduleSnapshot& schedule() const { return schedule_; }

  /// What the render thread drew in the recorded frames, on the clock of the records.
  TraceTrack RenderTrack(World& world) const;

 private:
  /// Of a sum over all frames.
  double MeanMilliseconds(std::int64_t nanoseconds) const;

  OrderHash order_hash_;
  ScheduleSnapshot schedule_;
  double overlap_sum_ = 0;
  int overlap_frames_ = 0;
  std::uint64_t cards_ = 0;
  std::uint64_t any_thread_cards_ = 0;
  std::int64_t frames_ = 0;
  std::int64_t lag_sum_ = 0;
  std::int64_t most_lag_ = 0;
  std::int64_t sync_wait_ns_ = 0;
  int most_forced_frames_ = 0;
  std::int64_t query_refresh_ns_ = 0;
  std::int64_t frames_drawn_ = 0;
  double draw_ms_ = 0;
  double latency_ms_ = 0;
  std::vector<FrameMarks> marks_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DEMO_STATISTICS_H_
