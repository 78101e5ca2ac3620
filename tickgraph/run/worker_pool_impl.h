#ifndef TICKGRAPH_RUN_WORKER_POOL_IMPL_H_
#define TICKGRAPH_RUN_WORKER_POOL_IMPL_H_

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <memory>
#include <optional>

#include "tickgraph/run/worker_pool.h"

namespace tickgraph {

/// The oneTBB side of a WorkerPool; included inside run/ only.
struct WorkerPool::Impl {
  /// Names and ties workers as they come.
  class Observer : public tbb::task_scheduler_observer {
   public:
    Observer(tbb::task_arena& arena, bool pin);
    ~Observer() override;
    void on_scheduler_entry(bool is_worker) override;

   private:
    bool pin_;
  };

  Impl(int count, bool pin);

  /// More threads than processors come only while this is held.
  std::optional<tbb::global_control> more_threads;
  tbb::task_arena arena;
  std::unique_ptr<Observer> observer;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_WORKER_POOL_IMPL_H_
