#include "tickgraph/run/loop_board.h"

#include <utility>

#include "tickgraph/plan/frame_plan.h"
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

TickGroup LoopBoard::EndOf(const TickContext& context) {
  // A context that belongs to no card of a plan ends with the frame.
  const bool is_of_a_card = context.annex_ != nullptr || context.plan_ != nullptr;
  return is_of_a_card ? FinishGroup(context.place()) : TickGroup::kNewlySpawned;
}

bool LoopBoard::HasWork(TickGroup end) const {
  for (int group = 0; group <= GroupIndex(end); ++group) {
    if (open_loops_[static_cast<std::size_t>(group)].load(std::memory_order_seq_cst) > 0) {
      return true;
    }
  }
  return false;
}

void LoopBoard::Open(Loop& loop) {
  const std::lock_guard lock(mutex_);
  open_.push_back(&loop);
  open_loops_[static_cast<std::size_t>(GroupIndex(loop.end))].fetch_add(1,
                                                                        std::memory_order_seq_cst);
}

void LoopBoard::Close(Loop& loop) {
  loop.next = loop.count;
  open_loops_[static_cast<std::size_t>(GroupIndex(loop.end))].fetch_sub(1,
                                                                        std::memory_order_seq_cst);
}

void LoopBoard::RunSlice(std::unique_lock<std::mutex>& lock, Loop& loop, int worker) {
  const std::size_t begin = loop.next;
  const std::size_t end = std::min(loop.count, begin + loop.step);
  loop.next = end;
  if (end == loop.count) Close(loop);
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
    if (loop.next < loop.count) Close(loop);
    if (loop.exception == nullptr || begin < loop.exception_begin) {
      std::swap(loop.exception, exception);
      loop.exception_begin = begin;
    }
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

bool LoopBoard::HelpOnce(TickGroup end, int worker) {
  if (!HasWork(end)) return false;
  std::unique_lock lock(mutex_);
  for (Loop* loop : open_) {
    if (loop->next >= loop->count || loop->end > end) continue;
    RunSlice(lock, *loop, worker);
    return true;
  }
  return false;
}

}  // namespace tickgraph
