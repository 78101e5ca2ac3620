#include "tickgraph/run/worker_pool.h"

#include <oneapi/tbb/info.h>
#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include "tickgraph/run/thread_sanitizer.h"
#include "tickgraph/run/worker_pool_impl.h"

namespace tickgraph {
namespace {

int DefaultCount() {
  return std::max(0, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

bool PinThisThread(int processor) {
  const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(processor % processors), &set);
  return pthread_setaffinity_np(pthread_self(), sizeof(set), &set) == 0;
}

}  // namespace

WorkerPool::Impl::Observer::Observer(tbb::task_arena& observed, bool pin)
    : tbb::task_scheduler_observer(observed), pin_(pin) {
  TICKGRAPH_TSAN_RELEASE(this);
  observe(true);
}

// Returns from observe(false) when no thread is in on_scheduler_entry any more.
WorkerPool::Impl::Observer::~Observer() {
  observe(false);
  TICKGRAPH_TSAN_ACQUIRE(this);
}

void WorkerPool::Impl::Observer::on_scheduler_entry(bool is_worker) {
  if (!is_worker) return;
  TICKGRAPH_TSAN_ACQUIRE(this);
  const int index = tbb::this_task_arena::current_thread_index();
  char name[16];
  std::snprintf(name, sizeof(name), "tg-worker-%02d", index % 100);
  pthread_setname_np(pthread_self(), name);
  if (pin_) PinThisThread(index);
  TICKGRAPH_TSAN_RELEASE(this);
}

// One slot is kept for the game thread, so that it never has to wait for a worker to enter.
WorkerPool::Impl::Impl(int count, bool pin) : arena(count + 1, 1) {
  // The smallest of all such controls counts, so one is held only where it is needed.
  const int threads = count + 1;
  if (threads > tbb::info::default_concurrency()) {
    more_threads.emplace(tbb::global_control::max_allowed_parallelism,
                         static_cast<std::size_t>(threads));
  }
  arena.initialize();
  observer = std::make_unique<Observer>(arena, pin);
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
  return arena.execute([count] { return std::make_unique<LaneSet>(count); });
}

void WorkerPool::Impl::ReturnLanes(std::unique_ptr<LaneSet> lanes) {
  const std::lock_guard lock(lanes_mutex_);
  free_lanes_.push_back(std::move(lanes));
}

WorkerPool::WorkerPool(const WorkerPoolDefinition& definition)
    : worker_count_(std::max(0, definition.count.value_or(DefaultCount()))),
      hot_(definition.hot),
      pin_(definition.pin) {
  if (worker_count_ > 0) impl_ = std::make_unique<Impl>(worker_count_, pin_);
}

WorkerPool::~WorkerPool() = default;

bool WorkerPool::PinGameThread() { return pin_ && PinThisThread(0); }

}  // namespace tickgraph
