#include "tickgraph/run/frame_state.h"

namespace tickgraph {

void FrameState::Adopt(const FramePlan& plan) {
  if (plan.idle_words.size() > word_count_) {
    word_count_ = plan.idle_words.size();
    skip_words_ = std::make_unique<std::atomic<std::uint64_t>[]>(word_count_);
  }
  plan_ = &plan;
  // Otherwise the stamps of earlier frames say nothing of the next one.
  if (passed_in_.size() != plan.size) passed_in_.assign(plan.size, 0);
  skips_changed_ = true;
}

void FrameState::BeginFrame(const FramePlan& plan, std::uint64_t frame) {
  frame_ = frame;
  stamp_ = static_cast<std::uint32_t>(frame);
  cancelled_.store(false, std::memory_order_relaxed);
  if (!skips_changed_) return;
  skips_changed_ = false;
  for (std::size_t word = 0; word < plan.idle_words.size(); ++word) {
    skip_words_[word].store(plan.idle_words[word], std::memory_order_relaxed);
  }
}

void FrameState::SetSkipped(std::uint32_t position, bool skipped) {
  std::atomic<std::uint64_t>& word = skip_words_[position / 64];
  const std::uint64_t bit = std::uint64_t{1} << (position % 64);
  skips_changed_.store(true, std::memory_order_relaxed);
  if (skipped) {
    word.fetch_or(bit, std::memory_order_relaxed);
    return;
  }
  word.fetch_and(~bit, std::memory_order_seq_cst);
  // Whoever cancels sets the flag before the bits, so one of both sees the other.
  const bool stays = is_cancelled() && (plan_->stage_words[position / 64] & bit) == 0;
  if (stays) word.fetch_or(bit, std::memory_order_relaxed);
}

void FrameState::Cancel() {
  cancelled_.store(true, std::memory_order_seq_cst);
  skips_changed_.store(true, std::memory_order_relaxed);
  for (std::size_t word = 0; word < plan_->stage_words.size(); ++word) {
    skip_words_[word].fetch_or(~plan_->stage_words[word], std::memory_order_seq_cst);
  }
}

}  // namespace tickgraph
