#ifndef TICKGRAPH_WORLD_RENDER_RENDER_STAGE_H_
#define TICKGRAPH_WORLD_RENDER_RENDER_STAGE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "tickgraph/world/render/error_box.h"
#include "tickgraph/world/render/frame_marks.h"
#include "tickgraph/world/render/game_thread_mailbox.h"
#include "tickgraph/world/render/renderer.h"
#include "tickgraph/world/render/stage_queue.h"

namespace tickgraph {

struct RenderStageDefinition {
  /// Appears in messages and traces.
  std::string name = "render";
  /// What the stage does with a packet. Must outlive the pipeline.
  Renderer* renderer = nullptr;
  /// After so many failed draws in a row the stage lets packets pass undrawn; 0 = never gives up.
  int give_up_after = 3;
};

/// One stage of a RenderPipeline: a thread that takes packets and calls from its queue in order,
/// draws each packet with its renderer, and passes it on to the next stage.
///
/// Whatever the renderer does, the stage goes on: an error or an exception is put into the error
/// box, the packet counts as finished, and the next one is drawn, until `give_up_after` failures in
/// a row.
class RenderStage {
 public:
  /// What a stage shares with its pipeline; all of it outlives the stage.
  struct Surroundings {
    FrameMarksRing* marks = nullptr;
    GameThreadMailbox* mailbox = nullptr;
    ErrorBox* errors = nullptr;
    RenderStage* next = nullptr;  ///< null for the last stage
  };

  RenderStage(int index, RenderStageDefinition definition, Surroundings surroundings);
  ~RenderStage() = default;
  RenderStage(const RenderStage&) = delete;
  RenderStage& operator=(const RenderStage&) = delete;

  int index() const { return index_; }
  const std::string& name() const { return definition_.name; }

  /// Starts the thread, which starts the renderer. Game thread, does not block; wait for started().
  /// Where the system has no thread left, the stage has started with an error and has ended.
  void StartThread();

  /// Whether the renderer's Start has returned; start_status() is valid from then on. Any thread.
  bool started() const { return started_.load(std::memory_order_acquire); }
  const absl::Status& start_status() const { return start_status_; }

  /// Hands `packet` to this stage; it must not change until the last stage has finished its frame.
  /// The previous stage or the game thread, never blocks.
  void Push(const RenderPacket* packet) { queue_.PushPacket(packet); }

  /// Queues a call behind everything that was handed over so far. False when the stage is not
  /// running. Any thread, never blocks.
  bool TryCall(std::function<void()> call) { return queue_.TryPushCall(std::move(call)); }

  /// Refuses calls from now on. Game thread.
  void RefuseCalls() { queue_.RefuseCalls(); }

  /// Says that no packet will come any more: the thread ends when it has worked off its queue. Game
  /// thread, does not block; wait for ended(), then Join.
  void Close() { queue_.Close(); }
  bool ended() const { return ended_.load(std::memory_order_acquire); }
  void Join();

  /// The last frame this stage has finished, 0 before the first. Any thread.
  std::int64_t finished_frame() const { return finished_frame_.load(std::memory_order_acquire); }

  /// Frames the renderer has really drawn, without error. Any thread.
  std::int64_t frames_drawn() const { return frames_drawn_.load(std::memory_order_relaxed); }

  /// Whether the stage has given up drawing. Any thread.
  bool gave_up() const { return gave_up_.load(std::memory_order_relaxed); }

  /// Whether the caller is this stage's thread. Any thread.
  bool IsOnThisThread() const {
    return thread_id_.load(std::memory_order_relaxed) == std::this_thread::get_id();
  }

 private:
  void Run();
  void Process(const RenderPacket& packet);
  bool Draw(const RenderPacket& packet);

  int index_;
  RenderStageDefinition definition_;
  Surroundings surroundings_;
  StageQueue queue_;
  std::thread thread_;
  std::atomic<std::thread::id> thread_id_{};
  std::atomic<bool> started_{false};
  std::atomic<bool> ended_{false};
  std::atomic<std::int64_t> finished_frame_{0};
  std::atomic<std::int64_t> frames_drawn_{0};
  std::atomic<bool> gave_up_{false};
  absl::Status start_status_;
  int failures_in_a_row_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_RENDER_STAGE_H_
