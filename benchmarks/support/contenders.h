#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_CONTENDERS_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_CONTENDERS_H_

#include <benchmark/benchmark.h>

#include "benchmarks/support/frame_case.h"
#include "benchmarks/support/object_store.h"
#include "benchmarks/support/steady_scheduler.h"

namespace tickgraph {

/// The loop that people write by hand, over pointers to objects.
void TickAll(ScatteredObjects& objects);
/// The same work over an array.
void TickAll(PackedObjects& objects);

/// Benchmarks of whole frames, one after the other.
void RunLoopA(benchmark::State& state, const FrameCase& measured, ObjectStore& store);
void RunLoopB(benchmark::State& state, const FrameCase& measured, ObjectStore& store);
void RunScheduler(benchmark::State& state, const FrameCase& measured, ObjectStore& store,
                  const SteadySchedulerDefinition& definition);

/// Registers loop_a, loop_b, threads_1 and threads_2 of a case. Both arguments must live until the
/// benchmarks have run.
void AddContenders(const FrameCase& measured, ObjectStore& store);

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_CONTENDERS_H_
