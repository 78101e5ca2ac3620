#include "benchmarks/support/worker_share.h"

#include "benchmarks/support/steady_scheduler.h"
#include "tickgraph/frame_record.h"

namespace tickgraph {

void MeasureWorkerShare(benchmark::State& state, const FrameCase& measured, ObjectStore& store) {
  SteadyScheduler steady(measured.workload, store.Scattered(measured.body, measured.size()),
                         {.workers = 1, .recorded_frames = 8});
  for (auto _ : state) steady.RunFrame();
  double on_workers = 0;
  double everywhere = 0;
  for (const FrameRecord* record : steady.scheduler().records()) {
    for (const CardRun& run : record->runs) {
      const auto took = static_cast<double>(run.end_ns - run.start_ns);
      everywhere += took;
      if (run.worker > 0) on_workers += took;
    }
  }
  state.counters[kShareCounter] = everywhere > 0 ? on_workers / everywhere : 0;
}

}  // namespace tickgraph
