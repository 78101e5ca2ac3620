#ifndef TICKGRAPH_RUN_WORKER_POOL_IMPL_H_
#define TICKGRAPH_RUN_WORKER_POOL_IMPL_H_

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "tickgraph/run/lane_set.h"
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

  /// Lanes that are free, or new ones. From any thread.
  std::unique_ptr<LaneSet> TakeLanes(int count);
  void ReturnLanes(std::unique_ptr<LaneSet> lanes);

  /// More threads than processors come only while this is held.
  std::optional<tbb::global_control> more_threads;
  tbb::task_arena arena;
  std::unique_ptr<Observer> observer;

 private:
  std::mutex lanes_mutex_;
  std::vector<std::unique_ptr<LaneSet>> free_lanes_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_WORKER_POOL_IMPL_H_
