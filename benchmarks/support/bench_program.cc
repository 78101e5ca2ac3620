#include "benchmarks/support/bench_program.h"

#include <iostream>
#include <utility>

namespace tickgraph {

benchmark::internal::Benchmark* AddBenchmark(const std::string& name, BenchFunction run) {
  return benchmark::RegisterBenchmark(name.c_str(), std::move(run))
      ->UseRealTime()
      ->Unit(benchmark::kMicrosecond);
}

benchmark::internal::Benchmark* AddTimedApart(const std::string& name,
                                              benchmark::IterationCount iterations,
                                              BenchFunction run) {
  return benchmark::RegisterBenchmark(name.c_str(), std::move(run))
      ->UseManualTime()
      ->Iterations(iterations)
      ->Unit(benchmark::kMicrosecond);
}

int RunBenchProgram(int argc, char** argv,
                    const std::function<void(const KeepingReporter& times, Bars& bars)>& check) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  KeepingReporter times;
  benchmark::RunSpecifiedBenchmarks(&times);
  std::cout << '\n';
  Bars bars(std::cout);
  check(times, bars);
  return 0;
}

}  // namespace tickgraph
