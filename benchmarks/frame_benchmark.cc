// Frames of the workloads W1 to W4 against the loops that they replace, and the bars B1 to B3.
//
// Names are workload/body/contender: `loop_a`, a loop over scattered objects; `loop_b`, one over an
// array; `threads_1` and `threads_2`, a scheduler with no worker and with one.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "benchmarks/support/bars.h"
#include "benchmarks/support/bench_object.h"
#include "benchmarks/support/workload.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

constexpr float kDelta = 1.0F / 60;
/// Frames before the measurement: costs are known and chunks are laid out.
constexpr int kWarmUpFrames = 100;

struct Case {
  Workload workload;
  Body body = Body::kTiny;

  std::string Name(const char* contender) const {
    return workload.name + "/" + BodyName(body) + "/" + contender;
  }
  double size() const { return static_cast<double>(workload.cards.size()); }
};

void CountCards(benchmark::State& state, std::size_t cards) {
  using benchmark::Counter;
  state.counters["s_per_card"] =
      Counter(static_cast<double>(cards), Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void RunLoopA(benchmark::State& state, const Case& measured) {
  const auto objects = MakeScattered(measured.body, measured.workload.cards.size());
  for (auto _ : state) {
    for (const auto& object : objects) object->Tick(kDelta);
  }
  CountCards(state, objects.size());
}

void RunLoopB(benchmark::State& state, const Case& measured) {
  PackedObjects objects(measured.body, measured.workload.cards.size());
  for (auto _ : state) {
    for (std::size_t index = 0; index < objects.size(); ++index) objects[index].Tick(kDelta);
  }
  CountCards(state, objects.size());
}

void RunScheduler(benchmark::State& state, const Case& measured, int workers) {
  auto objects = MakeScattered(measured.body, measured.workload.cards.size());
  WorkerPool pool({.count = workers, .pin = true, .hot = true});
  TickScheduler scheduler({.workers = &pool});
  scheduler.Reserve(objects.size());
  RegisterWorkload(measured.workload, objects, scheduler);
  for (int frame = 0; frame < kWarmUpFrames; ++frame) scheduler.RunFrame(kDelta);
  for (auto _ : state) scheduler.RunFrame(kDelta);
  if (!scheduler.last_frame().ok()) state.SkipWithError("the frame had errors");
  if (scheduler.last_frame().cards_run != objects.size()) state.SkipWithError("cards did not run");
  CountCards(state, objects.size());
}

std::vector<Case> AllCases() {
  std::vector<Case> cases;
  for (const Body body : {Body::kTiny, Body::k1us}) {
    for (const int count : {10, 100, 1'000, 10'000, 100'000}) {
      cases.push_back({IndependentCards(static_cast<std::size_t>(count)), body});
    }
    cases.push_back({Layers(10, 1'000), body});
    cases.push_back({Layers(100, 100), body});
    cases.push_back({Layers(10, 10'000), body});
    cases.push_back({OneChain(10'000), body});
    cases.push_back({GameFrame(20'000), body});
  }
  cases.push_back({IndependentCards(1'000'000), Body::kTiny});
  cases.push_back({IndependentCards(1'000), Body::k10us});
  cases.push_back({GameFrame(2'000), Body::k10us});
  return cases;
}

void Register(const std::vector<Case>& cases) {
  const auto add = [](const std::string& name, std::function<void(benchmark::State&)> run) {
    benchmark::RegisterBenchmark(name.c_str(), std::move(run))
        ->UseRealTime()
        ->Unit(benchmark::kMicrosecond);
  };
  for (const Case& measured : cases) {
    add(measured.Name("loop_a"), [&](benchmark::State& state) { RunLoopA(state, measured); });
    add(measured.Name("loop_b"), [&](benchmark::State& state) { RunLoopB(state, measured); });
    add(measured.Name("threads_1"),
        [&](benchmark::State& state) { RunScheduler(state, measured, 0); });
    add(measured.Name("threads_2"),
        [&](benchmark::State& state) { RunScheduler(state, measured, 1); });
  }
}

/// The limit for two threads: half of the work, the longest chain, or what only the game thread may
/// run.
std::optional<double> BoundOfTwo(const Case& measured, std::optional<double> loop_b) {
  if (!loop_b) return std::nullopt;
  const double a_card = *loop_b / measured.size();
  return a_card *
         std::max({measured.size() / 2, static_cast<double>(measured.workload.LongestChain()),
                   static_cast<double>(measured.workload.OnGameThread())});
}

void CheckCase(const Case& measured, const KeepingReporter& times, Bars& bars) {
  const std::string what = measured.workload.name + " " + BodyName(measured.body);
  const auto loop_a = times.Nanoseconds(measured.Name("loop_a"));
  const auto loop_b = times.Nanoseconds(measured.Name("loop_b"));
  const auto one = times.Nanoseconds(measured.Name("threads_1"));
  const auto two = times.Nanoseconds(measured.Name("threads_2"));
  const bool is_tiny = measured.body == Body::kTiny;
  const std::string& name = measured.workload.name;
  if (is_tiny && name == "W1_100000") {
    bars.AtMost("B1a", what + " 1 thread / loop(b)", Ratio(one, loop_b), 2.0);
  }
  if (is_tiny && name == "W4_20000") {
    bars.AtMost("B1b", what + " 1 thread / loop(b)", Ratio(one, loop_b), 1.15);
    bars.AtMost("B1c", what + " 1 thread / loop(a)", Ratio(one, loop_a), 0.50);
    bars.AtMost("B1d", what + " 2 threads / loop(b)", Ratio(two, loop_b), 0.90);
    bars.AtMost("B1e", what + " 2 threads / loop(a)", Ratio(two, loop_a), 0.40);
  }
  for (const auto& [threads, time] : {std::pair(" 1 thread", one), std::pair(" 2 threads", two)}) {
    if (!loop_a || !time) continue;
    if (measured.size() >= 10'000) {
      bars.AtMost("B2", what + threads + " / loop(a)", Ratio(time, loop_a), 1.0);
    } else if (is_tiny) {
      const double allowed_ns = *loop_a + 0.6 * measured.size() + 300;
      bars.AtMost("B2", what + threads + " / (loop(a) + allowance)", *time / allowed_ns, 1.0);
    } else {
      bars.AtMost("B2", what + threads + " / loop(a)", Ratio(time, loop_a), 1.02);
    }
  }
  if (measured.body != Body::k1us || measured.size() < 1'000 || name.starts_with("W3")) return;
  double limit = 1.08;
  if (name.starts_with("W1")) limit = measured.size() > 10'000 ? 1.07 : 1.04;
  if (name.starts_with("W4")) limit = 1.03;
  bars.AtMost("B3", what + " 2 threads / bound(2)", Ratio(two, BoundOfTwo(measured, loop_b)),
              limit);
}

/// Loops that lie too near to each other, or too far, say that the machine was not itself.
bool IsAMeasurement(const KeepingReporter& times) {
  const Case large{IndependentCards(100'000), Body::kTiny};
  const std::optional<double> ratio =
      Ratio(times.Nanoseconds(large.Name("loop_a")), times.Nanoseconds(large.Name("loop_b")));
  if (!ratio) return true;
  std::cout << "loop(a) / loop(b) at 100,000: " << *ratio << '\n';
  return *ratio >= 3 && *ratio <= 25;
}

int Main(int argc, char** argv) {
  const std::vector<Case> cases = AllCases();
  Register(cases);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  KeepingReporter times;
  benchmark::RunSpecifiedBenchmarks(&times);
  std::cout << '\n';
  const bool is_measurement = IsAMeasurement(times);
  if (!is_measurement) std::cout << "outside 3 … 25: this run is not a measurement\n";
  Bars bars(std::cout);
  for (const Case& measured : cases) CheckCase(measured, times, bars);
  return 0;
}

}  // namespace
}  // namespace tickgraph

int main(int argc, char** argv) { return tickgraph::Main(argc, argv); }
