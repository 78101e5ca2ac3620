// Plans made from nothing: the bars B4c and B4d. A build is Reserve, all registrations, and the
// first BeginFrame, in which the plan is made.

#include <iterator>
#include <optional>
#include <random>
#include <string>

#include "benchmarks/support/bench_program.h"
#include "benchmarks/support/measure.h"
#include "benchmarks/support/steady_scheduler.h"

namespace tickgraph {
namespace {

constexpr benchmark::IterationCount kBuilds = 5;

/// Cards with two edges each, of which so many of ten are on the game thread.
struct Build {
  std::string lanes;
  std::size_t cards = 0;
  std::uint64_t on_game_thread = 0;

  std::string Name() const { return "build/" + lanes + "/" + std::to_string(cards); }

  Workload MakeWorkload() const {
    Workload workload = RandomGraph(cards);
    std::mt19937_64 random(4);
    for (WorkloadCard& card : workload.cards) {
      if (random() % 10 < on_game_thread) card.lane = Lane::kGameThread;
    }
    return workload;
  }
};

Build OnAnyThread(std::size_t cards) { return {.lanes = "any_thread", .cards = cards}; }

Build OnBothLanes(std::size_t cards) {
  return {.lanes = "both_lanes", .cards = cards, .on_game_thread = 7};
}

void RunBuild(benchmark::State& state, const Build& build, ObjectStore& store) {
  const Workload workload = build.MakeWorkload();
  ScatteredObjects& objects = store.Scattered(Body::kTiny, build.cards);
  WorkerPool pool({.count = 1});
  std::optional<TickScheduler> scheduler;
  MeasureApart(
      state,
      [&] {
        scheduler.reset();
        scheduler.emplace(pool);
      },
      [&] {
        scheduler->Reserve(build.cards);
        RegisterWorkload(workload, objects, *scheduler);
        scheduler->BeginFrame(kFrameSeconds).IgnoreError();
      },
      [&] { scheduler->EndFrame(); });
  if (scheduler->last_frame().cards_run != build.cards) state.SkipWithError("cards did not run");
}

constexpr std::size_t kGrowth[] = {50'000, 100'000, 200'000, 400'000, 800'000};

void Check(const KeepingReporter& times, Bars& bars) {
  const auto took = [&](const Build& build) { return times.Nanoseconds(build.Name()); };
  bars.AtMost("B4c", "build of 100,000 cards, 200,000 edges, any thread, ms",
              Ratio(took(OnAnyThread(100'000)), 1e6), 60);
  bars.Info("B4c", "the same with 7 of 10 cards on the game thread, ms",
            Ratio(took(OnBothLanes(100'000)), 1e6));
  for (std::size_t step = 1; step < std::size(kGrowth); ++step) {
    bars.AtMost("B4d", "build of " + std::to_string(kGrowth[step]) + " cards / of half as many",
                Ratio(took(OnAnyThread(kGrowth[step])), took(OnAnyThread(kGrowth[step - 1]))), 2.5);
  }
}

int Main(int argc, char** argv) {
  ObjectStore store;
  const auto add = [&](const Build& build) {
    AddTimedApart(build.Name(), kBuilds, [&store, build](benchmark::State& state) {
      RunBuild(state, build, store);
    })->Repetitions(1);
  };
  for (const std::size_t cards : kGrowth) add(OnAnyThread(cards));
  add(OnBothLanes(100'000));
  return RunBenchProgram(argc, argv, Check);
}

}  // namespace
}  // namespace tickgraph

int main(int argc, char** argv) { return tickgraph::Main(argc, argv); }
