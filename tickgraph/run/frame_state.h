#ifndef TICKGRAPH_RUN_FRAME_STATE_H_
#define TICKGRAPH_RUN_FRAME_STATE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tickgraph/plan/frame_plan.h"

namespace tickgraph {

/// What changes while a frame runs, beside the plan that does not: skip bits and stamps, by
/// position.
///
/// A set skip bit keeps a card from starting. Bits are set by the game thread at any time, by
/// whoever cancels the frame, and read by everybody. A stamp is the number of the last frame in
/// which the card was called; it is written by the thread that calls the card and read by the game
/// thread once the card's chunk has finished.
class FrameState {
 public:
  /// For a new plan: bits as the plan has them, no stamps.
  void Adopt(const FramePlan& plan);
  /// For the next frame of the same plan.
  void BeginFrame(const FramePlan& plan, std::uint64_t frame);

  bool IsSkipped(std::uint32_t position) const {
    return ((skip_words_[position / 64].load(std::memory_order_relaxed) >> (position % 64)) & 1) !=
           0;
  }
  void SetSkipped(std::uint32_t position, bool skipped);

  /// Lets no card of the running frame start any more but engine stages (rule F2). From any thread,
  /// not during Adopt and BeginFrame. O(cards / 64).
  void Cancel();
  bool is_cancelled() const { return cancelled_.load(std::memory_order_seq_cst); }

  void Stamp(std::uint32_t position) { stamps_[position] = stamp_; }
  bool IsStamped(std::uint32_t position) const { return stamps_[position] == stamp_; }

  std::uint64_t frame() const { return frame_; }

 private:
  std::size_t word_count_ = 0;
  std::unique_ptr<std::atomic<std::uint64_t>[]> skip_words_;
  std::vector<std::uint32_t> stamps_;
  std::uint64_t frame_ = 0;
  std::uint32_t stamp_ = 0;
  std::atomic<bool> skips_changed_{false};
  std::atomic<bool> cancelled_{false};
  const FramePlan* plan_ = nullptr;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_FRAME_STATE_H_
