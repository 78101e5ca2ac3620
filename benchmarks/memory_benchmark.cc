// Memory: bytes a card, allocations of steady frames, growth over many frames, and a million cards.
// The bars B5a to B5d.

#include <unistd.h>

#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "benchmarks/support/bench_program.h"
#include "benchmarks/support/steady_scheduler.h"
#include "tests/support/allocation_counter.h"

namespace tickgraph {
namespace {

constexpr char kBytes[] = "bytes_per_card";
constexpr char kAllocations[] = "allocations";
constexpr char kGrowth[] = "bytes_per_frame";
constexpr char kCardsRun[] = "cards_run";

/// W4 with one prerequisite for each card, in its group.
Workload OneEdgeACard(std::size_t count) {
  Workload workload = GameFrame(count);
  std::mt19937_64 random(5);
  std::map<TickGroup, std::vector<std::uint32_t>> before;
  for (std::uint32_t card = 0; card < count; ++card) {
    std::vector<std::uint32_t>& group = before[workload.cards[card].group];
    workload.cards[card].after.clear();
    if (!group.empty()) workload.cards[card].after = {group[random() % group.size()]};
    group.push_back(card);
  }
  return workload;
}

/// What a scheduler holds after Reserve, all registrations and some frames.
void CountBytes(benchmark::State& state, std::size_t cards, ObjectStore& store) {
  const Workload workload = OneEdgeACard(cards);
  ScatteredObjects& objects = store.Scattered(Body::kTiny, cards);
  std::int64_t bytes = 0;
  for (auto _ : state) {
    WorkerPool pool({.count = 1});
    TickScheduler scheduler(pool);
    const AllocationCounter counter;
    scheduler.Reserve(cards);
    const std::int64_t reserved = counter.bytes();
    std::vector<TickHandle> handles = RegisterWorkload(workload, objects, scheduler);
    for (int frame = 0; frame < 40; ++frame) scheduler.RunFrame(kFrameSeconds);
    const auto of_handles = static_cast<std::int64_t>(handles.capacity() * sizeof(TickHandle));
    bytes = counter.bytes() - of_handles;
    state.counters["reserved_bytes_per_card"] =
        static_cast<double>(reserved) / static_cast<double>(cards);
  }
  state.counters[kBytes] = static_cast<double>(bytes) / static_cast<double>(cards);
}

void CountAllocations(benchmark::State& state, int workers, ObjectStore& store) {
  const Workload workload = GameFrame(20'000);
  SteadyScheduler steady(workload, store.Scattered(Body::kTiny, 20'000), {.workers = workers});
  const AllocationCounter counter;
  for (auto _ : state) steady.RunFrame();
  state.counters[kAllocations] = static_cast<double>(counter.allocations());
}

/// Memory of this process that is in use, without code and other files, in bytes.
double ResidentBytes() {
  std::ifstream statistics("/proc/self/statm");
  double all = 0;
  double resident = 0;
  double of_files = 0;
  statistics >> all >> resident >> of_files;
  return (resident - of_files) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void WatchGrowth(benchmark::State& state, ObjectStore& store) {
  const Workload workload = GameFrame(2'000);
  SteadyScheduler steady(workload, store.Scattered(Body::kTiny, 2'000), {.workers = 1});
  for (int frame = 0; frame < 10'000; ++frame) steady.RunFrame();
  const double before = ResidentBytes();
  for (auto _ : state) steady.RunFrame();
  state.counters[kGrowth] = (ResidentBytes() - before) / static_cast<double>(state.iterations());
}

void RunMillion(benchmark::State& state, ObjectStore& store) {
  const Workload workload = OneEdgeACard(1'000'000);
  WorkerPool pool({.count = 1});
  TickScheduler scheduler(pool);
  RegisterWorkload(workload, store.Scattered(Body::kTiny, 1'000'000), scheduler);
  for (auto _ : state) scheduler.RunFrame(kFrameSeconds);
  if (!scheduler.last_frame().ok()) state.SkipWithError("the frame had errors");
  state.counters[kCardsRun] = static_cast<double>(scheduler.last_frame().cards_run);
}

void Check(const KeepingReporter& times, Bars& bars) {
  bars.AtMost("B5a", "bytes a card with one edge", times.Counter("memory/bytes/100000", kBytes),
              160);
  for (const std::string threads : {"1", "2"}) {
    bars.AtMost("B5b", "allocations in 1,000 steady frames, threads: " + threads,
                times.Counter("memory/allocations/threads_" + threads, kAllocations), 0);
  }
  bars.AtMost("B5c", "growth over 100,000 frames, bytes a frame",
              times.Counter("memory/growth/100000_frames", kGrowth), 1);
  bars.AtLeast("B5d", "cards run of 1,000,000", times.Counter("memory/million", kCardsRun),
               1'000'000);
}

int Main(int argc, char** argv) {
  ObjectStore store;
  const auto add = [](const std::string& name, benchmark::IterationCount iterations,
                      BenchFunction run) {
    AddBenchmark("memory/" + name, std::move(run))->Iterations(iterations)->Repetitions(1);
  };
  if (AllocationCounter::kIsSupported) {
    add("bytes/100000", 1, [&](benchmark::State& state) { CountBytes(state, 100'000, store); });
    for (const int workers : {0, 1}) {
      add("allocations/threads_" + std::to_string(workers + 1), 1'000,
          [&, workers](benchmark::State& state) { CountAllocations(state, workers, store); });
    }
  }
  add("growth/100000_frames", 100'000, [&](benchmark::State& state) { WatchGrowth(state, store); });
  add("million", 10, [&](benchmark::State& state) { RunMillion(state, store); });
  return RunBenchProgram(argc, argv, Check);
}

}  // namespace
}  // namespace tickgraph

int main(int argc, char** argv) { return tickgraph::Main(argc, argv); }
