// Frames of games are cold: sleep before every frame, which is not measured, and the bar B10. Two
// honest cases beside it, without a bar: a longer sleep, and a second processor that is busy with
// something else.
//
// Names are workload/body/pace/contender; `pinned`, `hot`, `pinned_hot` and `plain` say what the
// pool of one worker is.

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "benchmarks/support/bench_program.h"
#include "benchmarks/support/busy_processor.h"
#include "benchmarks/support/contenders.h"
#include "benchmarks/support/measure.h"

namespace tickgraph {
namespace {

constexpr benchmark::IterationCount kFrames = 51;

struct Pace {
  std::string name;
  std::chrono::milliseconds sleep{0};
  bool is_other_processor_busy = false;
};

struct Pool {
  std::string name;
  bool pin = false;
  bool hot = false;
};

const std::array<Pool, 4> kPools = {{{"pinned", true, false},
                                     {"plain", false, false},
                                     {"pinned_hot", true, true},
                                     {"hot", false, true}}};

template <typename Frame>
void RunPaced(benchmark::State& state, const Pace& pace, Frame&& frame) {
  std::optional<BusyProcessor> busy;
  if (pace.is_other_processor_busy) busy.emplace(1);
  if (busy && !busy->is_tied()) state.SkipWithError("there is no second processor");
  MeasureApart(
      state, [&] { std::this_thread::sleep_for(pace.sleep); }, frame, [] {});
}

/// What a bar is about is repeated as often as the command line says, the rest is measured once.
bool IsForABar(const Pace& pace, const std::string& contender) {
  return pace.name == "sleep_4ms" && (contender == "pinned" || contender == "loop_a");
}

void AddPaced(const FrameCase& measured, const Pace& pace, ObjectStore& store) {
  const auto add = [&](const std::string& contender, BenchFunction run) {
    const std::string name = measured.Name(pace.name + "/" + contender);
    benchmark::internal::Benchmark* added = AddTimedApart(name, kFrames, std::move(run));
    if (!IsForABar(pace, contender)) added->Repetitions(1);
  };
  add("loop_a", [&measured, &store, pace](benchmark::State& state) {
    ScatteredObjects& objects = store.Scattered(measured.body, measured.size());
    // Off the processor that is kept busy, as the game thread of a pinned pool is.
    WorkerPool nobody({.count = 0, .pin = pace.is_other_processor_busy});
    nobody.PinGameThread();
    RunPaced(state, pace, [&] { TickAll(objects); });
  });
  for (const Pool& pool : kPools) {
    add(pool.name, [&measured, &store, pace, pool](benchmark::State& state) {
      SteadyScheduler steady(measured.workload, store.Scattered(measured.body, measured.size()),
                             {.workers = 1, .pin = pool.pin, .hot = pool.hot});
      RunPaced(state, pace, [&] { steady.RunFrame(); });
    });
  }
}

std::vector<Pace> Paces() {
  return {{.name = "sleep_4ms", .sleep = std::chrono::milliseconds(4)},
          {.name = "sleep_16ms", .sleep = std::chrono::milliseconds(16)},
          {.name = "second_busy", .is_other_processor_busy = true}};
}

void Check(const std::vector<FrameCase>& cases, const KeepingReporter& times, Bars& bars) {
  const double limits[] = {0.30, 0.64, 0.60};
  for (std::size_t index = 0; index < cases.size(); ++index) {
    const FrameCase& measured = cases[index];
    for (const Pace& pace : Paces()) {
      const auto loop_a = times.Nanoseconds(measured.Name(pace.name + "/loop_a"));
      for (const Pool& pool : kPools) {
        const std::string name = measured.Name(pace.name + "/" + pool.name);
        const std::string what = measured.Text() + " " + pace.name + " " + pool.name;
        const auto ratio = Ratio(times.Nanoseconds(name), loop_a);
        if (IsForABar(pace, pool.name)) {
          bars.AtMost("B10", what + " / loop(a)", ratio, limits[index]);
        } else {
          bars.Info("B10", what + " / loop(a)", ratio);
        }
        if (pace.is_other_processor_busy) {
          bars.Info(
              "B10", what + ", longest / median",
              Ratio(times.Counter(name, kLongestCounter), times.Counter(name, kMedianCounter)));
        }
      }
    }
  }
}

int Main(int argc, char** argv) {
  ObjectStore store;
  const std::vector<FrameCase> cases = {{GameFrame(20'000), Body::kTiny},
                                        {GameFrame(20'000), Body::k1us},
                                        {IndependentCards(1'000), Body::k1us}};
  for (const FrameCase& measured : cases) {
    for (const Pace& pace : Paces()) AddPaced(measured, pace, store);
  }
  return RunBenchProgram(
      argc, argv, [&](const KeepingReporter& times, Bars& bars) { Check(cases, times, bars); });
}

}  // namespace
}  // namespace tickgraph

int main(int argc, char** argv) { return tickgraph::Main(argc, argv); }
