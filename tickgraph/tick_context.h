#ifndef TICKGRAPH_TICK_CONTEXT_H_
#define TICKGRAPH_TICK_CONTEXT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "tickgraph/lane.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

class FrameServices;
class TickScheduler;
struct AnnexCard;
struct FramePlan;
struct PlannedTick;

/// What a card is given when it is called.
///
///   void Tick(const TickContext& t) override {
///     position += velocity * t.delta;
///     t.ParallelFor(agents.size(), 64, [&](std::size_t i) { agents[i].Think(t.delta); });
///   }
///
/// A context belongs to the call: it must not be kept after the call returns.
class TickContext {
 public:
  /// Seconds since the last frame, as the host gave it to BeginFrame. Never negative, never NaN.
  double delta = 0;
  /// The number of the frame, counted from 1 by each scheduler.
  std::uint64_t frame = 0;

  /// The card that is running.
  TickHandle card() const;

  /// The scheduler that runs it.
  TickScheduler& scheduler() const { return *scheduler_; }

  /// Where the calling thread stands: 0 for the thread that called the frame, 1 … n for workers.
  /// Inside ParallelFor each body is told its own.
  int worker() const { return OnThisThread().worker_; }

  /// Calls `body(i)` once for every i in [0, count), on this thread and on free workers, and
  /// returns when all calls have returned. `grain` (at least 1) is how many indices one thread
  /// takes at a time.
  /// May be called from any card and nested; completes with any number of workers. While it waits
  /// it runs nothing but this loop. The order of calls is not defined; what the bodies wrote is
  /// visible after the return. What the bodies ask of the scheduler acts like the requests of an
  /// any-thread card, by index, whatever the card's lane and the number of workers.
  /// After an exception no more indices are handed out; that of the lowest index leaves the call.
  template <typename Body>
  void ParallelFor(std::size_t count, std::size_t grain, Body&& body) const {
    using Plain = std::remove_reference_t<Body>;
    RunParallel(
        count, grain,
        [](void* erased, std::size_t begin, std::size_t end) {
          Plain& call = *static_cast<Plain*>(erased);
          for (std::size_t index = begin; index < end; ++index) call(index);
        },
        const_cast<void*>(static_cast<const void*>(std::addressof(body))));
  }

 private:
  friend class CardRunner;
  friend class LoopBoard;
  friend class TickScheduler;

  using Slice = void (*)(void* body, std::size_t begin, std::size_t end);
  void RunParallel(std::size_t count, std::size_t grain, Slice slice, void* body) const;
  /// Of the running card, in the plan or the annex: its lane, its place in the frame, and its place
  /// in plan order among all cards of the frame.
  Lane lane() const;
  const PlannedTick& place() const;
  std::uint64_t plan_key() const;
  /// The context of this call as the calling thread sees it: a body on a helping thread still holds
  /// the one of the thread that called the card.
  const TickContext& OnThisThread() const;

  TickScheduler* scheduler_ = nullptr;
  FrameServices* services_ = nullptr;
  const FramePlan* plan_ = nullptr;
  /// The running card: of the annex, or else at this position of the plan. Moved from card to card.
  mutable const AnnexCard* annex_ = nullptr;
  mutable std::uint32_t position_ = 0;
  /// Stretches before, in and after ParallelFor calls that were made with this context.
  mutable std::uint32_t loop_phase_ = 0;
  /// Inside ParallelFor: the context that it was called with, and the first index of the slice.
  const TickContext* outer_ = nullptr;
  std::uint64_t iteration_ = 0;
  int worker_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TICK_CONTEXT_H_
