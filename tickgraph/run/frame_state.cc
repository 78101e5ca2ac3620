#include "tickgraph/run/frame_state.h"

namespace tickgraph {

void FrameState::Adopt(const FramePlan& plan) {
  if (plan.idle_words.size() > word_count_) {
    word_count_ = plan.idle_words.size();
    skip_words_ = std::make_unique<std::atomic<std::uint64_t>[]>(word_count_);
  }
  stamps_.assign(plan.size, 0);
  skips_changed_ = true;
}

void FrameState::BeginFrame(const FramePlan& plan, std::uint64_t frame) {
  frame_ = frame;
  stamp_ = static_cast<std::uint32_t>(frame);
  if (!skips_changed_) return;
  skips_changed_ = false;
  for (std::size_t word = 0; word < plan.idle_words.size(); ++word) {
    skip_words_[word].store(plan.idle_words[word], std::memory_order_relaxed);
  }
}

void FrameState::SetSkipped(std::uint32_t position, bool skipped) {
  const std::uint64_t bit = std::uint64_t{1} << (position % 64);
  if (skipped) {
    skip_words_[position / 64].fetch_or(bit, std::memory_order_relaxed);
  } else {
    skip_words_[position / 64].fetch_and(~bit, std::memory_order_relaxed);
  }
  skips_changed_ = true;
}

}  // namespace tickgraph
