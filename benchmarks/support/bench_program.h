#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_BENCH_PROGRAM_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_BENCH_PROGRAM_H_

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

#include "benchmarks/support/bars.h"
#include "benchmarks/support/keeping_reporter.h"

namespace tickgraph {

using BenchFunction = std::function<void(benchmark::State&)>;

/// Registers a benchmark that is measured by the clock on the wall.
benchmark::internal::Benchmark* AddBenchmark(const std::string& name, BenchFunction run);

/// Registers one that measures itself (see MeasureApart), so many times.
benchmark::internal::Benchmark* AddTimedApart(const std::string& name,
                                              benchmark::IterationCount iterations,
                                              BenchFunction run);

/// The rest of a program of benchmarks/: runs what was registered and the filter lets pass, then
/// prints the bars. Returns what main returns: 2 after bad use, else 0, also for a bar that is
/// missed.
int RunBenchProgram(int argc, char** argv,
                    const std::function<void(const KeepingReporter& times, Bars& bars)>& check);

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_BENCH_PROGRAM_H_
