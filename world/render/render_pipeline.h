#ifndef TICKGRAPH_WORLD_RENDER_RENDER_PIPELINE_H_
#define TICKGRAPH_WORLD_RENDER_RENDER_PIPELINE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tickgraph/world/life.h"
#include "tickgraph/world/render/error_box.h"
#include "tickgraph/world/render/forced_frames.h"
#include "tickgraph/world/render/frame_end_sync.h"
#include "tickgraph/world/render/frame_marks.h"
#include "tickgraph/world/render/game_thread_mailbox.h"
#include "tickgraph/world/render/packet_ring.h"
#include "tickgraph/world/render/render_packet.h"
#include "tickgraph/world/render/render_stage.h"

namespace tickgraph {

struct RenderPipelineDefinition {
  /// From the first, which is called the render thread, to the last: 1 to kMaxRenderStages of them.
  std::vector<RenderStageDefinition> stages;
  /// How many frames the awaited stage may be behind after a frame-end sync: 0, 1 or 2.
  int allowed_lag = 1;
  /// The stage for which Sync waits.
  int awaited_stage = 0;
  /// Packets start with room for so many items.
  std::size_t reserved_items = 0;
  /// For so many frames the marks are kept; at least allowed_lag + 2.
  std::size_t marks_history = 256;
};

/// Draws frames on threads of their own, so that the game thread can compute frame n + 1 while
/// frame n is drawn:
///
///   MyRenderer renderer;
///   RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 1});
///   absl::Status status = pipeline.Start();
///   while (running) {
///     SimulateFrame();
///     RenderPacket* packet = *pipeline.BeginPacket();
///     DescribeFrame(*packet);
///     status = pipeline.HandOver();
///     SyncResult sync = pipeline.Sync();
///   }
///   status = pipeline.Stop();
///
/// The rules:
///   * The thread that calls Start is the game thread. BeginPacket, HandOver, Sync and Stop are
///   its.
///   * Packets and calls pass through a stage in the order in which they came.
///   * While the game thread waits here, it serves CallOnGameThread; so a stage may wait for it.
///   * Errors and exceptions of a renderer come out of the next Sync; the pipeline goes on.
///   * Stop finishes the frames in flight and always returns. A pipeline is started once.
/// A steady frame allocates nothing.
class RenderPipeline {
 public:
  explicit RenderPipeline(RenderPipelineDefinition definition);
  /// Stops as Stop does; the status is lost. The game thread, or another thread outside of cards,
  /// which is the game thread from then on. Inside a game-thread call and on a stage's own thread
  /// it cannot work, and ends the program with a message.
  ~RenderPipeline();
  RenderPipeline(const RenderPipeline&) = delete;
  RenderPipeline& operator=(const RenderPipeline&) = delete;

  /// Starts the threads and their renderers and waits for them, serving game-thread calls. The
  /// calling thread becomes the game thread. INVALID_ARGUMENT for a definition out of range,
  /// FAILED_PRECONDITION when called a second time, the renderer's own error when one does not
  /// start; then all threads have ended again.
  absl::Status Start();

  /// Finishes the frames in flight and the accepted calls, then ends the threads. A packet that was
  /// begun and not handed over is dropped. Returns the first error not yet reported by a sync. Game
  /// thread, blocks as long as the stages need; serves game-thread calls meanwhile.
  /// FAILED_PRECONDITION on another thread and inside a game-thread call. Ok when not running.
  absl::Status Stop();

  /// The packet of the next frame, empty. Game thread; blocks only when a stage behind the awaited
  /// one is more than L + 1 frames late. FAILED_PRECONDITION when not running, on another thread,
  /// in a game-thread call, or when the last packet was not handed over.
  absl::StatusOr<RenderPacket*> BeginPacket();

  /// Gives the packet to the first stage; nobody may write to it from now on. Game thread, never
  /// blocks. FAILED_PRECONDITION when no packet was begun.
  absl::Status HandOver();

  /// Keeps the awaited stage at most `allowed_lag` frames behind the last packet handed over;
  /// serves pending game-thread calls also when it need not wait. Inside a game-thread call: a full
  /// fence. Game thread, blocks.
  SyncResult Sync();

  /// Waits until the awaited stage has finished everything that was handed over. Game thread,
  /// blocks.
  SyncResult Fence();

  /// Queues `call` for the render thread, behind the packets handed over so far: at once, but from
  /// any-thread cards and bodies of ParallelFor when the card's end group has been waited for, in
  /// plan order (rule N7). Any thread, never blocks. FAILED_PRECONDITION before Start and once Stop
  /// has begun; the call is then dropped. One that has to wait for its turn returns ok; what it
  /// comes to is in the card's frame result.
  absl::Status CallOnRenderThread(std::function<void()> call) {
    return CallOnStage(0, std::move(call));
  }
  absl::Status CallOnStage(int stage, std::function<void()> call);

  /// As above, but returns when `call` has returned; on the stage's own thread it runs at once.
  /// Never put off: in an any-thread card it comes before what the card has posted. INTERNAL when
  /// the call threw. FAILED_PRECONDITION on the thread of another stage, in a game-thread call that
  /// this stage waits for, and in a card on a worker: each could wait for ever. On the game thread
  /// it undoes the lag of the frame: see SyncResult::forced_frames.
  absl::Status RunOnRenderThread(std::function<void()> call) {
    return RunOnStage(0, std::move(call));
  }
  absl::Status RunOnStage(int stage, std::function<void()> call);

  /// Queues `call` for the game thread, which serves it in its next wait or sync. From any-thread
  /// cards in plan order, as CallOnRenderThread. Any thread, never blocks. FAILED_PRECONDITION
  /// before Start and after Stop. Stages may still call while Stop waits for them.
  absl::Status CallOnGameThread(std::function<void()> call);

  /// As above, but returns when `call` has returned; on the game thread it runs at once. INTERNAL
  /// when the call threw. FAILED_PRECONDITION in a card on a worker: the game thread may be waiting
  /// for that very card.
  absl::Status RunOnGameThread(std::function<void()> call);

  /// Which thread the caller is on. Any thread; the game thread is known from Start on.
  bool IsOnRenderThread() const { return IsOnStage(0); }
  bool IsOnStage(int stage) const;
  bool IsOnGameThread() const;

  int stage_count() const { return static_cast<int>(definition_.stages.size()); }
  int allowed_lag() const { return definition_.allowed_lag; }
  bool running() const { return state_ == State::kRunning; }  ///< game thread

  /// The last frame handed over, 0 before the first. Game thread.
  std::int64_t last_frame() const { return last_frame_; }
  /// The last frame a stage has finished; how many it has drawn; whether it gave up. Any thread,
  /// after Start.
  std::int64_t finished_frame(int stage) const { return stages_[Index(stage)]->finished_frame(); }
  std::int64_t frames_drawn(int stage) const { return stages_[Index(stage)]->frames_drawn(); }
  bool gave_up(int stage) const { return stages_[Index(stage)]->gave_up(); }

  /// When frame `frame` was where. Nothing when the last stage has not finished it, or when it is
  /// older than the history. Game thread.
  std::optional<FrameMarks> FindMarks(std::int64_t frame) const;

 private:
  enum class State { kNew, kStarting, kRunning, kStopping, kStopped };

  static std::size_t Index(int stage) { return static_cast<std::size_t>(stage); }
  absl::Status CheckDefinition() const;
  absl::Status PostToStage(int stage, std::function<void()> call);
  absl::Status PostToGameThread(GameThreadMailbox::Post post);
  absl::Status CheckLoopCall(const char* function) const;
  SyncResult SyncWith(SyncResult (FrameEndSync::*wait)(std::int64_t));
  void EndThreads();
  int CallingStage() const;

  RenderPipelineDefinition definition_;
  ErrorBox errors_;
  GameThreadMailbox mailbox_;
  FrameMarksRing marks_;
  PacketRing packets_;
  std::vector<std::unique_ptr<RenderStage>> stages_;
  std::vector<RenderStage*> stages_to_await_;
  std::optional<FrameEndSync> sync_;
  std::atomic<std::thread::id> game_thread_{};
  State state_ = State::kNew;
  std::int64_t last_frame_ = 0;
  RenderPacket* begun_ = nullptr;
  ForcedFrames forced_frames_;
  Life<RenderPipeline> life_{this};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_RENDER_PIPELINE_H_
