#ifndef TICKGRAPH_RUN_WORKER_POOL_IMPL_H_
#define TICKGRAPH_RUN_WORKER_POOL_IMPL_H_

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "tickgraph/run/lane_roster.h"
#include "tickgraph/run/lane_set.h"
#include "tickgraph/run/processors.h"
#include "tickgraph/run/worker_pool.h"

namespace tickgraph {

/// The oneTBB side of a WorkerPool; included inside run/ only.
struct WorkerPool::Impl {
  /// Names workers as they come, and ties them while they are there.
  class Observer : public tbb::task_scheduler_observer {
   public:
    /// `processors`: null where workers are not to be tied.
    Observer(tbb::task_arena& arena, const Processors* processors);
    ~Observer() override;
    void on_scheduler_entry(bool is_worker) override;
    void on_scheduler_exit(bool is_worker) override;

   private:
    /// A worker that is in the arena, and what it was allowed before.
    struct Tied {
      pid_t thread;
      cpu_set_t before;
    };
    void Untie(pid_t thread);

    const Processors* processors_;
    std::mutex mutex_;
    std::vector<Tied> tied_;
  };

  /// `processors`: null where workers are not to be tied.
  Impl(int count, const Processors* processors, bool hot);
  ~Impl();

  /// Lanes that are free, or new ones. From any thread.
  std::unique_ptr<LaneSet> TakeLanes(int count);
  void ReturnLanes(std::unique_ptr<LaneSet> lanes);

  /// More threads than processors come only while this is held.
  std::optional<tbb::global_control> more_threads;
  tbb::task_arena arena;
  std::unique_ptr<Observer> observer;

 private:
  LaneRoster roster_;
  std::mutex lanes_mutex_;
  std::vector<std::unique_ptr<LaneSet>> free_lanes_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_WORKER_POOL_IMPL_H_
