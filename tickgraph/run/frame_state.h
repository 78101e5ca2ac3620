#ifndef TICKGRAPH_RUN_FRAME_STATE_H_
#define TICKGRAPH_RUN_FRAME_STATE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tickgraph/plan/frame_plan.h"

namespace tickgraph {

/// What changes while a frame runs, beside the plan that does not: skip bits, and the cards that
/// were passed, by position.
///
/// A set skip bit keeps a card from starting. Bits are set by the game thread at any time, by
/// whoever cancels the frame, and read by everybody. A card whose turn came while its bit was set
/// was *passed*: all others whose turn came were called. That is noted by the thread that passes
/// the card and read once the card's chunk has finished; nothing is written for cards that run.
class FrameState {
 public:
  /// For a new plan: bits as the plan has them, nothing passed.
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

  void NotePassed(std::uint32_t position) { passed_in_[position] = stamp_; }
  /// It was passed in this frame.
  bool WasPassed(std::uint32_t position) const { return passed_in_[position] == stamp_; }

  std::uint64_t frame() const { return frame_; }

 private:
  std::size_t word_count_ = 0;
  std::unique_ptr<std::atomic<std::uint64_t>[]> skip_words_;
  /// The last frame in which a card was passed.
  std::vector<std::uint32_t> passed_in_;
  std::uint64_t frame_ = 0;
  std::uint32_t stamp_ = 0;
  std::atomic<bool> skips_changed_{false};
  std::atomic<bool> cancelled_{false};
  const FramePlan* plan_ = nullptr;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_FRAME_STATE_H_
