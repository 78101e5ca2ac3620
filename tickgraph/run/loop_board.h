#ifndef TICKGRAPH_RUN_LOOP_BOARD_H_
#define TICKGRAPH_RUN_LOOP_BOARD_H_

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <vector>

#include "tickgraph/tick_context.h"
#include "tickgraph/tick_group.h"

namespace tickgraph {

/// The parallel loops that cards of one frame are running (rule L7).
///
/// The caller of Run works on its own loop and on nothing else; threads that find nothing better
/// call HelpOnce. A loop ends with its card: who waits for a group helps no loop of a card that may
/// end later. A loop lives on its caller's stack: indices are handed out, and threads inside are
/// counted, under one mutex, so that the caller leaves when the last helper has.
///
/// Indices are handed out from the lowest on, and each slice runs to its end or its first
/// exception. So below the lowest index that throws all have been handed out, whenever an exception
/// stops the rest, and that index is the same for any number of threads.
class LoopBoard {
 public:
  using Slice = void (*)(void* body, std::size_t begin, std::size_t end);

  LoopBoard() { open_.reserve(64); }

  /// Runs the loop and returns when every body has returned. `helpers` is how many other threads
  /// might come, `call_helpers` makes them come. Throws what the body of the lowest index threw.
  template <typename CallHelpers>
  void Run(const TickContext& context, std::size_t count, std::size_t grain, int helpers,
           Slice slice, void* body, CallHelpers&& call_helpers);

  /// Runs one slice of some open loop whose card ends in or before `end`, as worker `worker`; false
  /// if there is none.
  bool HelpOnce(TickGroup end, int worker);

  /// True if some loop whose card ends in or before `end` has indices to hand out.
  bool HasWork(TickGroup end) const;

 private:
  struct Loop {
    const TickContext* context = nullptr;
    Slice slice = nullptr;
    void* body = nullptr;
    std::size_t count = 0;
    std::size_t step = 1;
    std::size_t next = 0;
    int inside = 0;
    TickGroup end = TickGroup::kPrePhysics;
    std::exception_ptr exception;
    /// The first index of the slice that threw it.
    std::size_t exception_begin = 0;
  };

  /// The calls of a card inside a loop come after those before it and before those after it.
  class Stretch {
   public:
    explicit Stretch(const TickContext& context) : context_(context) { ++context_.loop_phase_; }
    ~Stretch() { ++context_.loop_phase_; }
    Stretch(const Stretch&) = delete;
    Stretch& operator=(const Stretch&) = delete;

   private:
    const TickContext& context_;
  };

  /// What bodies see that begin with index `begin` of a loop called with `context`.
  static TickContext InLoop(const TickContext& context, std::size_t begin, int worker);
  /// The group by whose end the card that is called with `context` has finished.
  static TickGroup EndOf(const TickContext& context);
  void Open(Loop& loop);
  /// All indices are handed out, or those that are left are given up.
  void Close(Loop& loop);
  void RunToEnd(Loop& loop);
  void RunAlone(const TickContext& context, std::size_t count, Slice slice, void* body);
  void RunSlice(std::unique_lock<std::mutex>& lock, Loop& loop, int worker);

  std::mutex mutex_;
  std::condition_variable left_;
  std::vector<Loop*> open_;
  /// Loops that have indices to hand out, by end group.
  std::array<std::atomic<int>, kTickGroupCount> open_loops_ = {};
};

template <typename CallHelpers>
void LoopBoard::Run(const TickContext& context, std::size_t count, std::size_t grain, int helpers,
                    Slice slice, void* body, CallHelpers&& call_helpers) {
  if (count == 0) return;
  const TickContext& mine = context.OnThisThread();
  const Stretch stretch(mine);
  if (grain == 0) grain = 1;
  if (helpers == 0 || count <= grain) {
    RunAlone(mine, count, slice, body);
    return;
  }
  // Eight slices a thread even out unequal bodies; more would only cost.
  const std::size_t threads = static_cast<std::size_t>(helpers) + 1;
  Loop loop;
  loop.context = &mine;
  loop.slice = slice;
  loop.body = body;
  loop.count = count;
  loop.step = std::max(grain, count / (8 * threads));
  loop.end = EndOf(mine);
  Open(loop);
  call_helpers();
  RunToEnd(loop);
}

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_LOOP_BOARD_H_
