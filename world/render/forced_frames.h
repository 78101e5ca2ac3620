#ifndef TICKGRAPH_WORLD_RENDER_FORCED_FRAMES_H_
#define TICKGRAPH_WORLD_RENDER_FORCED_FRAMES_H_

#include <cstdint>

namespace tickgraph {

/// Counts the frames in a row in which a synchronous call held the game thread until a stage had
/// worked off everything: such a frame has no lag left, whatever the definition allows (rule R-3).
///
///   forced.Mark();                    // in each synchronous call
///   result.forced_frames = forced.EndFrame(n);
class ForcedFrames {
 public:
  /// A synchronous call was made in the running frame.
  void Mark() { marked_ = true; }

  /// The frame-end sync of `frame`: how many frames in a row were forced, this one included. A
  /// second sync of one frame changes nothing but to see a later mark.
  int EndFrame(std::int64_t frame) {
    const bool is_new = frame != frame_;
    if (is_new) {
      before_ = count_;
      frame_ = frame;
    }
    if (is_new || marked_) count_ = marked_ ? before_ + 1 : 0;
    marked_ = false;
    return count_;
  }

 private:
  bool marked_ = false;
  std::int64_t frame_ = 0;
  int before_ = 0;
  int count_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_FORCED_FRAMES_H_
