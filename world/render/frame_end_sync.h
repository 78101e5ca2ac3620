#ifndef TICKGRAPH_WORLD_RENDER_FRAME_END_SYNC_H_
#define TICKGRAPH_WORLD_RENDER_FRAME_END_SYNC_H_

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "tickgraph/world/render/game_thread_mailbox.h"
#include "tickgraph/world/render/render_stage.h"

namespace tickgraph {

/// Single frames may be forced to wait by a synchronous call, for example to read a picture back;
/// more than so many in a row are a reported state (rule R-3).
inline constexpr int kMostForcedFrames = 5;

/// What a frame-end sync found.
struct SyncResult {
  /// The first error of a stage, or of a call that nobody waits for, since the last sync; or why
  /// the sync itself was refused. The pipeline goes on in either case.
  absl::Status status;
  std::int64_t frame = 0;  ///< the last frame handed over
  std::int64_t finished_frame =
      0;                      ///< the last one the awaited stage had finished when it returned
  std::int64_t wait_ns = 0;   ///< how long the game thread was held
  int game_thread_calls = 0;  ///< calls of other threads served meanwhile
  bool full_fence = false;    ///< waited for all frames, not only for those beyond the lag
  /// Frames in a row, up to this one, in which a synchronous call (RunOnStage, Fence, a sync inside
  /// a call) held the game thread until the stage was done: no lag was left to them.
  int forced_frames = 0;

  /// Whether the lag is undone frame for frame: post the calls with CallOnStage instead.
  bool is_forced() const { return forced_frames > kMostForcedFrames; }

  /// Frames the awaited stage is behind.
  std::int64_t lag() const { return frame - finished_frame; }
};

/// Keeps the game thread from running ahead of the renderer by more than the allowed lag of L
/// frames. Directly after Sync(n), n - (last frame the awaited stage has finished) <= L; it is
/// exactly L when the stage is the slower one. With L = 0 both threads work in turn, with L = 1 the
/// game thread simulates frame n + 1 while the stage draws frame n.
///
/// The first L frames never wait, because "finished frame 0" is true from the start.
/// While it waits, the game thread serves calls of the stages. A sync inside such a call is a plain
/// full fence: it waits for everything that was handed over.
class FrameEndSync {
 public:
  /// `stages` from the first to the last; waits for `stages.back()`. Both must outlive this.
  FrameEndSync(int allowed_lag, std::span<RenderStage* const> stages, GameThreadMailbox* mailbox)
      : allowed_lag_(allowed_lag), stages_(stages), mailbox_(mailbox) {}

  /// Serves pending calls and waits until the awaited stage is at most L frames behind `frame`.
  /// Game thread, blocks. FAILED_PRECONDITION, without waiting, when it is called from a call that
  /// a stage is waiting for before that stage has finished `frame`: both would wait for ever.
  SyncResult Sync(std::int64_t frame) { return WaitFor(frame, allowed_lag_); }

  /// Waits for all frames up to `frame`. Otherwise as Sync.
  SyncResult Fence(std::int64_t frame) { return WaitFor(frame, 0); }

 private:
  SyncResult WaitFor(std::int64_t frame, int lag);

  int allowed_lag_;
  std::span<RenderStage* const> stages_;
  GameThreadMailbox* mailbox_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_FRAME_END_SYNC_H_
