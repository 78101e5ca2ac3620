#ifndef TICKGRAPH_RUN_RECORDER_H_
#define TICKGRAPH_RUN_RECORDER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tickgraph/frame_record.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/run/cycle_clock.h"

namespace tickgraph {

/// Keeps what the last frames did, in a ring of FrameRecords whose memory is used again.
///
/// A call is noted as little more than the clock ticks at its end; EndFrame makes nanoseconds and
/// whole records of them. PlannedRan and NewcomerRan may be called by each worker for itself, the
/// rest by the game thread.
class Recorder {
 public:
  /// Room for `frames` frames, and `threads` threads: the game thread is 0.
  Recorder(int frames, int threads);

  /// Makes room for frames of so many cards, however they are shared out, so that recording does
  /// not allocate.
  void Reserve(std::size_t cards);

  void BeginFrame(std::uint64_t frame);
  /// A thread begins to run cards of the plan in a row, at `start` in clock ticks.
  void RowBegan(int worker, std::int64_t start) {
    threads_[static_cast<std::size_t>(worker)].planned.push_back({start, kRowBegins});
  }
  /// The card at this position of the plan ran until `end`: from the end of the one before it, or
  /// from the beginning of the row.
  void PlannedRan(int worker, std::uint32_t position, std::int64_t end) {
    threads_[static_cast<std::size_t>(worker)].planned.push_back({end, position});
  }
  /// A card of the annex ran; its times are clock ticks.
  void NewcomerRan(const CardRun& run) {
    threads_[static_cast<std::size_t>(run.worker)].newcomers.push_back(run);
  }
  void Waited(const GameThreadWait& wait) { waits_.push_back(wait); }
  void GroupRan(TickGroup group, std::int64_t start, std::int64_t end) {
    groups_[static_cast<std::size_t>(GroupIndex(group))] = {start, end};
  }
  /// `plan` is the one that the frame ran.
  void EndFrame(const FramePlan& plan);

  /// Complete frames, oldest first.
  std::vector<const FrameRecord*> Records() const;

 private:
  static constexpr std::uint32_t kRowBegins = FramePlan::kNoPosition;

  /// The end of a call, or the beginning of a row.
  struct PlannedRun {
    std::int64_t ticks;
    std::uint32_t position;
  };
  /// What one thread notes, on cache lines of its own.
  struct alignas(64) Thread {
    std::vector<PlannedRun> planned;
    std::vector<CardRun> newcomers;
  };
  void CollectRuns(const FramePlan& plan, int worker, double rate,
                   std::vector<CardRun>& runs) const;

  CycleClock clock_;
  std::vector<FrameRecord> ring_;
  std::uint64_t complete_ = 0;
  std::vector<Thread> threads_;
  std::vector<GameThreadWait> waits_;
  std::array<TimeSpan, kTickGroupCount> groups_ = {};
  std::uint64_t frame_ = 0;
  std::int64_t begin_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_RECORDER_H_
