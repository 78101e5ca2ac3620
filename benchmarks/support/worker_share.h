#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_WORKER_SHARE_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_WORKER_SHARE_H_

#include <benchmark/benchmark.h>

#include "benchmarks/support/frame_case.h"
#include "benchmarks/support/object_store.h"

namespace tickgraph {

/// The share of all time in cards that was spent on workers, 0 … 1.
inline constexpr char kShareCounter[] = "share";

/// Runs recorded frames with one worker and counts kShareCounter.
void MeasureWorkerShare(benchmark::State& state, const FrameCase& measured, ObjectStore& store);

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_WORKER_SHARE_H_
