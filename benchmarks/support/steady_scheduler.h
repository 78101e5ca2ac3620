#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_STEADY_SCHEDULER_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_STEADY_SCHEDULER_H_

#include <string>
#include <vector>

#include "benchmarks/support/object_store.h"
#include "benchmarks/support/workload.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {

/// The time of a frame that cards are told.
inline constexpr float kFrameSeconds = 1.0F / 60;

struct SteadySchedulerDefinition {
  int workers = 0;
  bool pin = true;
  bool hot = true;
  int recorded_frames = 0;
  CardBinding binding = CardBinding::kObject;
};

/// A scheduler with the cards of a workload that has run for a while: costs are known, and chunks
/// are laid out.
///
///   SteadyScheduler steady(workload, objects, {.workers = 1});
///   steady.RunFrame();
class SteadyScheduler {
 public:
  SteadyScheduler(const Workload& workload, ScatteredObjects& objects,
                  const SteadySchedulerDefinition& definition);

  void RunFrame() { scheduler_.RunFrame(kFrameSeconds); }
  TickScheduler& scheduler() { return scheduler_; }
  /// By card of the workload.
  std::vector<TickHandle>& handles() { return handles_; }

  /// What was wrong with the last frame; empty where nothing was.
  std::string Problem() const;

 private:
  void WarmUp();

  WorkerPool pool_;
  TickScheduler scheduler_;
  std::vector<TickHandle> handles_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_STEADY_SCHEDULER_H_
