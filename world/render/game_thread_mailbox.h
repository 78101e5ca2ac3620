#ifndef TICKGRAPH_WORLD_RENDER_GAME_THREAD_MAILBOX_H_
#define TICKGRAPH_WORLD_RENDER_GAME_THREAD_MAILBOX_H_

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/functional/function_ref.h"
#include "tickgraph/world/render/error_box.h"
#include "tickgraph/world/render/render_limits.h"
#include "tickgraph/world/render/synchronous_call.h"

namespace tickgraph {

/// Functions that other threads want to have run on the game thread, and the one place where the
/// game thread waits. Whoever waits helps: while the game thread waits for the render pipeline it
/// runs these functions, so that a stage which needs the game thread can go on.
///
/// Functions run in the order in which they were posted.
class GameThreadMailbox {
 public:
  /// A post that nobody waits for has no waiting stage and no completion.
  static constexpr int kNoStage = -1;
  struct Post {
    std::function<void()> call;
    /// The stage whose thread sleeps until the call has ended.
    int waiting_stage = kNoStage;
    std::shared_ptr<SynchronousCall> completion;
  };

  /// Exceptions of calls that nobody waits for go to `errors`, which must outlive the mailbox.
  explicit GameThreadMailbox(ErrorBox* errors) : errors_(errors) {}

  /// Accepts posts from now on; a new mailbox is closed. Game thread.
  void Open();

  /// Adds a call. False when the mailbox is closed; then nothing was kept. Any thread, never
  /// blocks.
  bool TryPost(Post post);

  /// Wakes the game thread so that it looks at the condition it waits for. Any thread.
  void Notify();

  /// Runs the calls that are pending now, not those posted meanwhile. Returns how many. Game
  /// thread.
  int ServePending();

  /// Serves calls until `done()` is true: spins briefly, then sleeps between them. Whoever makes
  /// `done` true calls Notify afterwards. `done` may only read atomics. Returns the number of calls
  /// served. Game thread; may be entered again from a served call.
  int WaitUntil(absl::FunctionRef<bool()> done);

  /// Refuses posts from now on and runs what is still there. Game thread.
  void Close();

  /// How deep in served calls the game thread is; 0 = in none. Game thread.
  int serving_depth() const { return serving_depth_; }

  /// Whether `stage` waits for one of the calls being served: such a stage cannot finish anything
  /// until that call has returned. Game thread.
  bool IsHolding(int stage) const { return held_stages_[static_cast<std::size_t>(stage)] > 0; }

 private:
  bool ServeOne();

  ErrorBox* errors_;
  std::mutex mutex_;
  std::condition_variable changed_;
  /// Calls are taken one by one, not as a batch: a call may wait, and what it waits for may need a
  /// later call. Taken ones are moved out; the vector is emptied when the last one is taken.
  std::vector<Post> posts_;
  std::size_t next_post_ = 0;
  bool closed_ = true;
  std::atomic<int> pending_{0};

  int serving_depth_ = 0;
  std::array<int, kMaxRenderStages> held_stages_{};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_GAME_THREAD_MAILBOX_H_
