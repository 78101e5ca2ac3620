#include "tickgraph/run/worker_pool.h"

#include <oneapi/tbb/info.h>
#include <pthread.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "tickgraph/run/processors.h"
#include "tickgraph/run/thread_sanitizer.h"
#include "tickgraph/run/worker_pool_impl.h"

namespace tickgraph {

WorkerPool::Impl::Observer::Observer(tbb::task_arena& observed, const Processors* processors)
    : tbb::task_scheduler_observer(observed), processors_(processors) {
  if (processors_ != nullptr) {
    tied_.reserve(static_cast<std::size_t>(observed.max_concurrency()));
  }
  TICKGRAPH_TSAN_RELEASE(this);
  observe(true);
}

// Returns from observe(false) when no thread is in a call of ours any more. Workers that are in the
// arena then leave it without another call.
WorkerPool::Impl::Observer::~Observer() {
  observe(false);
  TICKGRAPH_TSAN_ACQUIRE(this);
  for (const Tied& tied : tied_) SetProcessors(tied.thread, tied.before);
}

void WorkerPool::Impl::Observer::on_scheduler_entry(bool is_worker) {
  if (!is_worker) return;
  TICKGRAPH_TSAN_ACQUIRE(this);
  const int index = tbb::this_task_arena::current_thread_index();
  char name[16];
  std::snprintf(name, sizeof(name), "tg-worker-%02d", index % 100);
  pthread_setname_np(pthread_self(), name);
  if (processors_ != nullptr) {
    const pid_t thread = ThisThread();
    const std::lock_guard lock(mutex_);
    Untie(thread);
    if (const auto before = processors_->Pin(thread, index)) tied_.push_back({thread, *before});
  }
  TICKGRAPH_TSAN_RELEASE(this);
}

void WorkerPool::Impl::Observer::on_scheduler_exit(bool is_worker) {
  if (!is_worker) return;
  TICKGRAPH_TSAN_ACQUIRE(this);
  if (processors_ != nullptr) {
    const std::lock_guard lock(mutex_);
    Untie(ThisThread());
  }
  TICKGRAPH_TSAN_RELEASE(this);
}

void WorkerPool::Impl::Observer::Untie(pid_t thread) {
  std::erase_if(tied_, [thread](const Tied& tied) {
    if (tied.thread != thread) return false;
    SetProcessors(thread, tied.before);
    return true;
  });
}

// One slot is kept for the game thread, so that it never has to wait for a worker to enter.
WorkerPool::Impl::Impl(int count, const Processors* processors, bool hot)
    : arena(count + 1, 1), roster_(hot) {
  // The smallest of all such controls counts, so one is held only where it is needed.
  const int threads = count + 1;
  if (threads > tbb::info::default_concurrency()) {
    more_threads.emplace(tbb::global_control::max_allowed_parallelism,
                         static_cast<std::size_t>(threads));
  }
  arena.initialize();
  observer = std::make_unique<Observer>(arena, processors);
}

// Workers of a hot pool look at all sets, so all have left before the first set goes.
WorkerPool::Impl::~Impl() {
  roster_.Stop();
  for (const std::unique_ptr<LaneSet>& lanes : free_lanes_) lanes->WaitForMessages();
}

std::unique_ptr<LaneSet> WorkerPool::Impl::TakeLanes(int count) {
  {
    const std::lock_guard lock(lanes_mutex_);
    if (!free_lanes_.empty()) {
      std::unique_ptr<LaneSet> lanes = std::move(free_lanes_.back());
      free_lanes_.pop_back();
      return lanes;
    }
  }
  // A graph belongs to the arena in which it is made.
  std::unique_ptr<LaneSet> lanes =
      arena.execute([&] { return std::make_unique<LaneSet>(count, roster_); });
  roster_.Add(*lanes);
  return lanes;
}

void WorkerPool::Impl::ReturnLanes(std::unique_ptr<LaneSet> lanes) {
  const std::lock_guard lock(lanes_mutex_);
  free_lanes_.push_back(std::move(lanes));
}

/// The thread that calls the frames, while it is tied.
struct WorkerPool::PinnedThread {
  pid_t thread;
  cpu_set_t before;
};

WorkerPool::WorkerPool(const WorkerPoolDefinition& definition)
    : processors_(std::make_unique<Processors>(Processors::OfThisThread())),
      worker_count_(std::max(0, definition.count.value_or(processors_->count() - 1))),
      hot_(definition.hot),
      pin_(definition.pin) {
  if (worker_count_ == 0) return;
  impl_ = std::make_unique<Impl>(worker_count_, pin_ ? processors_.get() : nullptr, hot_);
}

WorkerPool::~WorkerPool() {
  if (pinned_ != nullptr) SetProcessors(pinned_->thread, pinned_->before);
}

bool WorkerPool::PinGameThread() {
  if (!pin_) return false;
  const pid_t thread = ThisThread();
  const std::optional<cpu_set_t> before = processors_->Pin(thread, 0);
  if (!before) return false;
  const bool is_pinned_already = pinned_ != nullptr && pinned_->thread == thread;
  if (!is_pinned_already) {
    if (pinned_ != nullptr) SetProcessors(pinned_->thread, pinned_->before);
    pinned_ = std::make_unique<PinnedThread>(PinnedThread{thread, *before});
  }
  return true;
}

}  // namespace tickgraph
