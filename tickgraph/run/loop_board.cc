#include "tickgraph/run/loop_board.h"

#include <utility>

#include "tickgraph/run/current_card.h"

namespace tickgraph {

TickContext LoopBoard::InLoop(const TickContext& context, std::size_t begin, int worker) {
  TickContext inside = context;
  inside.outer_ = &context;
  inside.loop_phase_ = 0;
  inside.iteration_ = begin;
  inside.worker_ = worker;
  return inside;
}

void LoopBoard::RunAlone(const TickContext& context, std::size_t count, Slice slice, void* body) {
  const TickContext inside = InLoop(context, 0, context.worker_);
  const CurrentCard scope(inside);
  slice(body, 0, count);
}

void LoopBoard::Open(Loop& loop) {
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

  const TickContext context = InLoop(*loop.context, begin, worker);
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
