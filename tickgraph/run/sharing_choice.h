#ifndef TICKGRAPH_RUN_SHARING_CHOICE_H_
#define TICKGRAPH_RUN_SHARING_CHOICE_H_

#include <array>

namespace tickgraph {

/// Decides by measured time whether frames are shared with workers or run by the game thread alone,
/// so that a frame is not slower with workers than without.
///
///   SharingChoice choice;                     // shared, until something else is known
///   choice.is_shared();                       // how to run the next frame
///   choice.Add(took, alone);                  // and what that took
///
/// The way that is not taken is tried now and then: for a few frames, after 16 frames, and twice as
/// many each time that it turns out to be no better. A frame is tried alone only where sharing
/// gains little, so that a trial costs little. The way changes where the other one takes 3 % less;
/// what the system interrupts counts as the median of a trial, or as part of a moving average.
class SharingChoice {
 public:
  static constexpr int kFirstPause = 16;
  static constexpr int kLongestPause = 1024;
  /// A trial of sharing may first have to wake a worker.
  static constexpr int kUncounted = 2;
  static constexpr int kCounted = 3;
  static constexpr double kBetter = 0.97;
  /// Frames that are shared in less than this part of the time that they would take alone are not
  /// tried alone.
  static constexpr double kGainsMuch = 0.8;

  bool is_shared() const { return is_shared_ != is_trial_; }

  /// The frame that was run as is_shared() says took `took`; a shared one would have taken about
  /// `alone` without workers, 0 = not known. Both in one unit of time.
  void Add(double took, double alone);

  /// What was measured holds no longer.
  void Reset() { *this = SharingChoice(); }

 private:
  void AddToTrial(double took);
  bool MayTry(double alone) const {
    return !is_shared_ || (alone > 0 && average_ > kGainsMuch * alone);
  }

  bool is_shared_ = true;
  bool is_trial_ = false;
  /// Frames until the next trial.
  int pause_ = kFirstPause;
  int next_pause_ = 2 * kFirstPause;
  /// What a frame takes by the way that is taken; at first the least of kCounted frames.
  double average_ = 0;
  int counted_ = 0;
  int trial_frames_ = 0;
  std::array<double, kCounted> trial_ = {};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_SHARING_CHOICE_H_
