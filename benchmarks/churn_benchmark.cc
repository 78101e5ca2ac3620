// W5: the game frame while one card of a hundred is removed and added again before each frame, next
// to W4, which stands still, and the bar B4a.
//
// Names as in frame_benchmark; `churn_1` and `churn_2` are W5 with no worker and with one.

#include <iostream>
#include <string>

#include "benchmarks/support/bench_program.h"
#include "benchmarks/support/churn.h"
#include "benchmarks/support/contenders.h"
#include "benchmarks/support/frame_table.h"
#include "benchmarks/support/measure.h"

namespace tickgraph {
namespace {

constexpr char kEditsCounter[] = "edits";

void RunChurn(benchmark::State& state, const FrameCase& measured, ObjectStore& store, int workers) {
  ScatteredObjects& objects = store.Scattered(measured.body, measured.size());
  SteadyScheduler steady(measured.workload, objects, {.workers = workers});
  Churn churn(measured.workload, objects, steady, measured.size() / 100);
  MeasureFrames(state, measured.size(), [&] {
    churn.Edit();
    steady.RunFrame();
  });
  state.counters[kEditsCounter] = static_cast<double>(churn.edits());
  std::string problem = steady.Problem();
  if (problem.empty()) problem = churn.OrderProblem();
  if (!problem.empty()) state.SkipWithError(problem.c_str());
}

void Check(const FrameCase& measured, const KeepingReporter& times, Bars& bars) {
  for (const std::string threads : {"1", "2"}) {
    const std::string name = measured.Name("churn_" + threads);
    const std::string what = threads == "1" ? " 1 thread" : " 2 threads";
    const auto churn = times.Nanoseconds(name);
    const auto still = times.Nanoseconds(measured.Name("threads_" + threads));
    bars.AtMost("B4a", "W5 − W4 " + measured.Text() + what + ", ns an edit",
                Ratio(Difference(churn, still), times.Counter(name, kEditsCounter)), 120);
  }
}

int Main(int argc, char** argv) {
  ObjectStore store;
  const FrameCase measured{GameFrame(20'000), Body::kTiny};
  AddContenders(measured, store);
  for (const int workers : {0, 1}) {
    AddBenchmark(
        measured.Name("churn_" + std::to_string(workers + 1)),
        [&, workers](benchmark::State& state) { RunChurn(state, measured, store, workers); });
  }
  return RunBenchProgram(argc, argv, [&](const KeepingReporter& times, Bars& bars) {
    PrintFrameTable(std::cout, {measured},
                    {"loop_a", "loop_b", "threads_1", "threads_2", "churn_1", "churn_2"}, times);
    Check(measured, times, bars);
  });
}

}  // namespace
}  // namespace tickgraph

int main(int argc, char** argv) { return tickgraph::Main(argc, argv); }
