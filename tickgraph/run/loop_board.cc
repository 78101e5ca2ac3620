#include "tickgraph/run/loop_board.h"

#include <utility>

#include "tickgraph/run/current_card.h"

namespace tickgraph {

const TickContext& LoopBoard::Mine(const TickContext& context) {
  // A body on a helping thread still holds the context of the thread that called the card.
  const CurrentCard* top = CurrentCard::Top();
  const bool same_card = top != nullptr && top->context().scheduler_ == context.scheduler_ &&
                         top->context().annex_ == context.annex_ &&
                         top->context().position_ == context.position_;
  return same_card ? top->context() : context;
}

void LoopBoard::RunAlone(const TickContext& context, std::size_t count, Slice slice, void* body) {
  if (!context.in_loop_) ++context.loop_phase_;
  slice(body, 0, count);
  if (!context.in_loop_) ++context.loop_phase_;
}

void LoopBoard::Open(Loop& loop) {
  if (!loop.context->in_loop_) ++loop.context->loop_phase_;
  const std::lock_guard lock(mutex_);
  open_.push_back(&loop);
  open_slices_.fetch_add(1, std::memory_order_seq_cst);
}

void LoopBoard::RunSlice(std::unique_lock<std::mutex>& lock, Loop& loop, int worker) {
  const std::size_t begin = loop.next;
  const std::size_t end = std::min(loop.count, begin + loop.step);
  loop.next = end;
  if (end == loop.count) open_slices_.fetch_sub(1, std::memory_order_seq_cst);
  ++loop.inside;
  lock.unlock();

  TickContext context = *loop.context;
  context.worker_ = worker;
  if (!context.in_loop_) context.iteration_ = begin;
  context.in_loop_ = true;
  std::exception_ptr exception;
  {
    const CurrentCard scope(context);
    try {
      loop.slice(loop.body, begin, end);
    } catch (...) {
      exception = std::current_exception();
    }
  }

  lock.lock();
  if (exception != nullptr) {
    if (loop.next < loop.count) open_slices_.fetch_sub(1, std::memory_order_seq_cst);
    loop.next = loop.count;
    if (loop.exception == nullptr) loop.exception = std::move(exception);
  }
  --loop.inside;
  if (loop.inside == 0 && loop.next == loop.count) left_.notify_all();
}

void LoopBoard::RunToEnd(Loop& loop) {
  std::unique_lock lock(mutex_);
  while (loop.next < loop.count) RunSlice(lock, loop, loop.context->worker_);
  left_.wait(lock, [&loop] { return loop.inside == 0; });
  std::erase(open_, &loop);
  lock.unlock();
  if (!loop.context->in_loop_) ++loop.context->loop_phase_;
  if (loop.exception != nullptr) std::rethrow_exception(std::exchange(loop.exception, nullptr));
}

bool LoopBoard::HelpOnce(int worker) {
  if (!HasWork()) return false;
  std::unique_lock lock(mutex_);
  for (Loop* loop : open_) {
    if (loop->next >= loop->count) continue;
    RunSlice(lock, *loop, worker);
    return true;
  }
  return false;
}

}  // namespace tickgraph
