#ifndef TICKGRAPH_WORLD_RENDER_FRAME_MARKS_H_
#define TICKGRAPH_WORLD_RENDER_FRAME_MARKS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tickgraph/world/render/render_limits.h"

namespace tickgraph {

/// When one stage worked on a frame. Nanoseconds of RenderClockNow.
struct StageMarks {
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  bool drawn = false;  ///< false: an undrawn frame, or the stage gave up after errors
};

/// Where the time of one frame went on its way from input to picture. Nanoseconds of
/// RenderClockNow; 0 = has not happened (or, for the input, is not known).
struct FrameMarks {
  std::int64_t frame = 0;
  std::int64_t input_ns = 0;
  std::int64_t begin_ns = 0;        ///< the game thread got the packet
  std::int64_t packet_wait_ns = 0;  ///< how long it had waited for it
  std::int64_t hand_over_ns = 0;    ///< the packet became immutable
  std::int64_t sync_start_ns = 0;   ///< the frame-end sync that followed
  std::int64_t sync_end_ns = 0;     ///< minus sync_start_ns: how long the game thread was held
  std::array<StageMarks, kMaxRenderStages> stages{};
  int stage_count = 0;

  /// From input sample (hand-over where there is none) to the end of the last stage.
  std::int64_t latency_ns() const {
    const std::int64_t from = input_ns != 0 ? input_ns : hand_over_ns;
    return stages[static_cast<std::size_t>(stage_count - 1)].end_ns - from;
  }
  std::int64_t sync_wait_ns() const { return sync_end_ns - sync_start_ns; }
};

/// The marks of the last frames, found by frame number. A slot has one writer per field: a stage
/// writes its own StageMarks, the game thread the rest; the frame's passage through the pipeline
/// orders them.
class FrameMarksRing {
 public:
  explicit FrameMarksRing(std::size_t size) : marks_(size) {}
  std::size_t size() const { return marks_.size(); }
  FrameMarks& at(std::int64_t frame) {
    return marks_[static_cast<std::size_t>(frame) % marks_.size()];
  }
  const FrameMarks& at(std::int64_t frame) const {
    return marks_[static_cast<std::size_t>(frame) % marks_.size()];
  }

 private:
  std::vector<FrameMarks> marks_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_FRAME_MARKS_H_
