// Frames of the workloads W1 to W4 against the loops that they replace, and the bars B1 to B3.
//
// Names are workload/body/contender: `loop_a`, a loop over scattered objects; `loop_b`, one over an
// array; `threads_1` and `threads_2`, a scheduler with no worker and with one; `no_prefetch`, one
// with no worker that cannot fetch objects in advance.

#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/support/bench_program.h"
#include "benchmarks/support/contenders.h"
#include "benchmarks/support/frame_table.h"
#include "benchmarks/support/worker_share.h"

namespace tickgraph {
namespace {

constexpr std::size_t kGameFrame = 20'000;

std::vector<FrameCase> AllCases() {
  std::vector<FrameCase> cases;
  for (const Body body : {Body::kTiny, Body::k1us}) {
    for (const std::size_t count : {10U, 100U, 1'000U, 10'000U, 100'000U}) {
      cases.push_back({IndependentCards(count), body});
    }
    cases.push_back({Layers(10, 1'000), body});
    cases.push_back({Layers(100, 100), body});
    cases.push_back({Layers(10, 10'000), body});
    cases.push_back({OneChain(10'000), body});
    cases.push_back({GameFrame(kGameFrame), body});
  }
  cases.push_back({IndependentCards(1'000'000), Body::kTiny});
  for (const std::size_t count : {10U, 100U, 1'000U, 10'000U}) {
    cases.push_back({IndependentCards(count), Body::k10us});
  }
  cases.push_back({GameFrame(2'000), Body::k10us});
  return cases;
}

bool IsTheGameFrame(const FrameCase& measured, Body body) {
  return measured.workload.name == "W4_20000" && measured.body == body;
}

void Register(const std::vector<FrameCase>& cases, ObjectStore& store) {
  for (const FrameCase& measured : cases) {
    AddContenders(measured, store);
    if (IsTheGameFrame(measured, Body::kTiny)) {
      AddBenchmark(measured.Name("no_prefetch"), [&](benchmark::State& state) {
        RunScheduler(state, measured, store, {.binding = CardBinding::kPointer});
      });
    }
    if (IsTheGameFrame(measured, Body::k1us)) {
      AddBenchmark(measured.Name("worker_share"),
                   [&](benchmark::State& state) { MeasureWorkerShare(state, measured, store); });
    }
  }
}

/// What one case took, in nanoseconds; nothing where a filter left it out.
struct Times {
  Times(const FrameCase& measured, const KeepingReporter& times)
      : loop_a(times.Nanoseconds(measured.Name("loop_a"))),
        loop_b(times.Nanoseconds(measured.Name("loop_b"))),
        one(times.Nanoseconds(measured.Name("threads_1"))),
        two(times.Nanoseconds(measured.Name("threads_2"))) {}

  std::optional<double> loop_a, loop_b, one, two;
};

void CheckLimits(const FrameCase& measured, const Times& took, const KeepingReporter& times,
                 Bars& bars) {
  const std::string what = measured.Text();
  if (measured.workload.name == "W1_100000" && measured.body == Body::kTiny) {
    bars.AtMost("B1a", what + " 1 thread / loop(b)", Ratio(took.one, took.loop_b), 2.0);
  }
  if (IsTheGameFrame(measured, Body::kTiny)) {
    const auto no_prefetch = times.Nanoseconds(measured.Name("no_prefetch"));
    bars.AtMost("B1b", what + " 1 thread / loop(b)", Ratio(took.one, took.loop_b), 1.15);
    bars.AtMost("B1c", what + " 1 thread / loop(a)", Ratio(took.one, took.loop_a), 0.50);
    bars.AtMost("B1d", what + " 2 threads / loop(b)", Ratio(took.two, took.loop_b), 0.90);
    bars.AtMost("B1e", what + " 2 threads / loop(a)", Ratio(took.two, took.loop_a), 0.40);
    bars.AtMost("B1f", what + " 1 thread without prefetch / loop(a)",
                Ratio(no_prefetch, took.loop_a), 1.05);
  }
}

void CheckNeverSlower(const FrameCase& measured, const Times& took, Bars& bars) {
  const auto cards = static_cast<double>(measured.size());
  for (const auto& [threads, time] :
       {std::pair(" 1 thread", took.one), std::pair(" 2 threads", took.two)}) {
    if (!took.loop_a || !time) continue;
    const std::string what = measured.Text() + threads;
    if (measured.size() >= 10'000) {
      bars.AtMost("B2", what + " / loop(a)", Ratio(time, took.loop_a), 1.0);
    } else if (measured.body == Body::kTiny) {
      const double allowed_ns = *took.loop_a + 0.6 * cards + 300;
      bars.AtMost("B2", what + " / (loop(a) + allowance)", *time / allowed_ns, 1.0);
    } else {
      bars.AtMost("B2", what + " / loop(a)", Ratio(time, took.loop_a), 1.02);
    }
  }
}

void CheckTwoThreads(const FrameCase& measured, const Times& took, const KeepingReporter& times,
                     Bars& bars) {
  const std::string& name = measured.workload.name;
  if (measured.body != Body::k1us || measured.size() < 1'000 || name.starts_with("W3")) return;
  double limit = 1.08;
  if (name.starts_with("W1")) limit = measured.size() > 10'000 ? 1.07 : 1.04;
  if (name.starts_with("W4")) limit = 1.03;
  bars.AtMost("B3", measured.Text() + " 2 threads / bound(2)",
              Ratio(took.two, measured.BoundOfTwo(took.loop_b)), limit);
  bars.AtLeast("B3", measured.Text() + " share of card time on workers",
               times.Counter(measured.Name("worker_share"), kShareCounter), 0.25);
}

/// Loops that lie too near to each other, or too far, say that the machine was not itself.
void CheckMachine(const KeepingReporter& times) {
  const FrameCase large{IndependentCards(100'000), Body::kTiny};
  const Times took(large, times);
  const std::optional<double> ratio = Ratio(took.loop_a, took.loop_b);
  if (!ratio) return;
  std::cout << "loop(a) / loop(b) at 100,000: " << *ratio << '\n';
  if (*ratio < 3 || *ratio > 25) std::cout << "outside 3 … 25: this run is not a measurement\n";
}

int Main(int argc, char** argv) {
  ObjectStore store;
  const std::vector<FrameCase> cases = AllCases();
  Register(cases, store);
  return RunBenchProgram(argc, argv, [&](const KeepingReporter& times, Bars& bars) {
    CheckMachine(times);
    PrintFrameTable(std::cout, cases,
                    {"loop_a", "loop_b", "bound_2", "threads_1", "threads_2", "no_prefetch"},
                    times);
    for (const FrameCase& measured : cases) {
      const Times took(measured, times);
      CheckLimits(measured, took, times, bars);
      CheckNeverSlower(measured, took, bars);
      CheckTwoThreads(measured, took, times, bars);
    }
  });
}

}  // namespace
}  // namespace tickgraph

int main(int argc, char** argv) { return tickgraph::Main(argc, argv); }
