#include "tickgraph/run/sharing_choice.h"

#include <algorithm>
#include <cstddef>

namespace tickgraph {

void SharingChoice::Add(double took, double alone) {
  if (is_trial_) {
    AddToTrial(took);
    return;
  }
  if (counted_ < kCounted) {
    average_ = counted_++ == 0 ? took : std::min(took, average_);
  } else {
    average_ += (std::min(took, 2 * average_) - average_) / 8;
  }
  if (--pause_ > 0) return;
  is_trial_ = MayTry(alone);
  trial_frames_ = 0;
  if (!is_trial_) pause_ = kFirstPause;
}

void SharingChoice::AddToTrial(double took) {
  const int counted = trial_frames_++ - kUncounted;
  if (counted < 0) return;
  trial_[static_cast<std::size_t>(counted)] = took;
  if (counted + 1 < kCounted) return;
  is_trial_ = false;
  std::nth_element(trial_.begin(), trial_.begin() + kCounted / 2, trial_.end());
  const double other = trial_[kCounted / 2];
  if (other < kBetter * average_) {
    is_shared_ = !is_shared_;
    average_ = other;
    next_pause_ = 2 * kFirstPause;
  }
  pause_ = next_pause_;
  next_pause_ = std::min(2 * next_pause_, kLongestPause);
}

}  // namespace tickgraph
