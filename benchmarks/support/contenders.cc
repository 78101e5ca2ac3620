#include "benchmarks/support/contenders.h"

#include "benchmarks/support/bench_program.h"
#include "benchmarks/support/measure.h"

namespace tickgraph {

void TickAll(ScatteredObjects& objects) {
  for (const auto& object : objects) object->Tick(kFrameSeconds);
}

void TickAll(PackedObjects& objects) {
  for (std::size_t index = 0; index < objects.size(); ++index) objects[index].Tick(kFrameSeconds);
}

void RunLoopA(benchmark::State& state, const FrameCase& measured, ObjectStore& store) {
  ScatteredObjects& objects = store.Scattered(measured.body, measured.size());
  MeasureFrames(state, measured.size(), [&] { TickAll(objects); });
}

void RunLoopB(benchmark::State& state, const FrameCase& measured, ObjectStore& store) {
  PackedObjects& objects = store.Packed(measured.body, measured.size());
  MeasureFrames(state, measured.size(), [&] { TickAll(objects); });
}

void RunScheduler(benchmark::State& state, const FrameCase& measured, ObjectStore& store,
                  const SteadySchedulerDefinition& definition) {
  SteadyScheduler steady(measured.workload, store.Scattered(measured.body, measured.size()),
                         definition);
  MeasureFrames(state, measured.size(), [&] { steady.RunFrame(); });
  if (const std::string problem = steady.Problem(); !problem.empty()) {
    state.SkipWithError(problem.c_str());
  }
}

void AddContenders(const FrameCase& measured, ObjectStore& store) {
  AddBenchmark(measured.Name("loop_a"),
               [&](benchmark::State& state) { RunLoopA(state, measured, store); });
  AddBenchmark(measured.Name("loop_b"),
               [&](benchmark::State& state) { RunLoopB(state, measured, store); });
  for (const int workers : {0, 1}) {
    AddBenchmark(measured.Name("threads_" + std::to_string(workers + 1)),
                 [&, workers](benchmark::State& state) {
                   RunScheduler(state, measured, store, {.workers = workers});
                 });
  }
}

}  // namespace tickgraph
