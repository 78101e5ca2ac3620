#include "tickgraph/world/render/frame_end_sync.h"

#include "absl/strings/str_cat.h"
#include "tickgraph/world/render/render_clock.h"

namespace tickgraph {

SyncResult FrameEndSync::WaitFor(std::int64_t frame, int lag) {
  SyncResult result;
  result.frame = frame;
  result.full_fence = lag == 0 || mailbox_->serving_depth() > 0;
  const std::int64_t target = result.full_fence ? frame : frame - lag;
  const std::int64_t start = RenderClockNow();
  result.game_thread_calls = mailbox_->ServePending();
  for (const RenderStage* stage : stages_) {
    if (mailbox_->IsHolding(stage->index()) && stage->finished_frame() < target) {
      result.status = absl::FailedPreconditionError(absl::StrCat(
          "frame-end sync of frame ", frame, " inside a game thread call that render stage '",
          stage->name(), "' waits for: neither could go on. Post the call without waiting for it"));
      result.finished_frame = stages_.back()->finished_frame();
      return result;
    }
  }
  const RenderStage& awaited = *stages_.back();
  // Not read again once the target is reached: the stage goes on meanwhile.
  std::int64_t finished = awaited.finished_frame();
  result.game_thread_calls += mailbox_->WaitUntil([&] {
    if (finished < target) finished = awaited.finished_frame();
    return finished >= target;
  });
  result.finished_frame = finished;
  result.wait_ns = RenderClockNow() - start;
  return result;
}

}  // namespace tickgraph
