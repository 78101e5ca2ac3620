#ifndef TICKGRAPH_RUN_RECORDER_H_
#define TICKGRAPH_RUN_RECORDER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tickgraph/frame_record.h"
#include "tickgraph/run/cycle_clock.h"

namespace tickgraph {

/// Keeps what the last frames did, in a ring of FrameRecords whose memory is used again.
///
/// Executors hand in raw clock ticks; EndFrame turns them into nanoseconds. CardRan may be called
/// by each worker for itself, the rest by the game thread.
class Recorder {
 public:
  /// Room for `frames` frames, and `threads` threads: the game thread is 0.
  Recorder(int frames, int threads);

  /// Makes room for frames of so many cards, however they are shared out, so that recording does
  /// not allocate.
  void Reserve(std::size_t cards);

  void BeginFrame(std::uint64_t frame);
  void CardRan(const CardRun& run) {
    runs_of_[static_cast<std::size_t>(run.worker)].push_back(run);
  }
  void Waited(const GameThreadWait& wait) { waits_.push_back(wait); }
  void GroupRan(TickGroup group, std::int64_t start, std::int64_t end) {
    groups_[static_cast<std::size_t>(GroupIndex(group))] = {start, end};
  }
  void EndFrame();

  /// Complete frames, oldest first.
  std::vector<const FrameRecord*> Records() const;

 private:
  CycleClock clock_;
  std::vector<FrameRecord> ring_;
  std::uint64_t complete_ = 0;
  std::vector<std::vector<CardRun>> runs_of_;
  std::vector<GameThreadWait> waits_;
  std::array<TimeSpan, kTickGroupCount> groups_ = {};
  std::uint64_t frame_ = 0;
  std::int64_t begin_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_RECORDER_H_
