// The Standard Task Graph set (Tobita and Kasahara, 2002): makespans in virtual time, of plain list
// order and of a search for a better list, against the best that were published; and frames on two
// real threads, which take plain list order, against their own simulation. The bar B7. Without the
// reference data it says so and measures nothing.

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/support/bench_program.h"
#include "benchmarks/support/measure.h"
#include "benchmarks/support/steady_scheduler.h"
#include "tests/support/standard_task_graphs.h"
#include "tickgraph/model/schedule_builder.h"
#include "tickgraph/simulate/list_search.h"
#include "tools/calibrated_work.h"

namespace tickgraph {
namespace {

constexpr double kMicrosecondsAUnit = 20;
constexpr int kWarmUp = 10;
constexpr benchmark::IterationCount kFrames = 7;
constexpr char kWorst[] = "worst_gap_percent";
constexpr char kToSimulation[] = "to_simulation";
constexpr char kLongestMs[] = "longest_ms";
constexpr char kPlain[] = "stg/plain";
constexpr char kSearched[] = "stg/searched";
/// The budget of the search, for each graph and number of processors.
constexpr int kLists = 1000;

/// The makespan of a graph on so many processors, nanoseconds.
using MakespanOf = std::function<std::int64_t(const Simulator& simulator, int processors)>;

std::int64_t PlainMakespan(const Simulator& simulator, int processors) {
  return simulator.Run(processors).makespan_ns;
}

std::int64_t SearchedMakespan(const Simulator& simulator, int processors) {
  return SearchList(simulator, processors, {.lists = kLists}).frame.makespan_ns;
}

std::string MeanName(std::int64_t processors) {
  return "mean_gap_percent_p" + std::to_string(processors);
}

/// The graph as cards that cost kMicrosecondsAUnit for each unit.
model::Schedule Stretched(model::Schedule schedule) {
  for (model::ScheduleCard& card : schedule.cards) {
    card.cost_us = card.cost_us.value_or(0) * kMicrosecondsAUnit;
  }
  return schedule;
}

void SimulateAll(benchmark::State& state, const StandardTaskGraphs& graphs,
                 const MakespanOf& makespan_of) {
  using Clock = std::chrono::steady_clock;
  struct Gaps {
    double sum = 0;
    int rows = 0;
  };
  std::map<std::int64_t, Gaps> gaps;
  double worst = 0;
  double longest_ms = 0;
  for (auto _ : state) {
    for (const PublishedRow& row : graphs.rows) {
      const absl::StatusOr<model::Schedule> schedule = graphs.Read(row.graph);
      if (!schedule.ok()) return state.SkipWithError("a graph cannot be read");
      const absl::StatusOr<Simulator> simulator = SimulatorOf(*schedule);
      if (!simulator.ok()) return state.SkipWithError("a graph cannot be simulated");
      if (!row.best) continue;
      const Clock::time_point start = Clock::now();
      const std::int64_t makespan_ns = makespan_of(*simulator, static_cast<int>(row.processors));
      const std::chrono::duration<double, std::milli> took = Clock::now() - start;
      longest_ms = std::max(longest_ms, took.count());
      const double gap = 100 * row.Gap(makespan_ns / kNanosecondsAUnit);
      gaps[row.processors].sum += gap;
      ++gaps[row.processors].rows;
      worst = std::max(worst, gap);
    }
  }
  state.counters[kWorst] = worst;
  state.counters[kLongestMs] = longest_ms;
  for (const auto& [processors, gap] : gaps) {
    state.counters[MeanName(processors)] = gap.sum / gap.rows;
  }
}

/// Frames on two threads, in turn with the same work on one thread, which says how long a unit is.
void RunOnTwoThreads(benchmark::State& state, const StandardTaskGraphs& graphs,
                     const std::string& graph, const CalibratedWork& work) {
  const absl::StatusOr<model::Schedule> read = graphs.Read(graph);
  if (!read.ok()) return state.SkipWithError("the graph cannot be read");
  const model::Schedule schedule = Stretched(*read);
  const absl::StatusOr<Simulator> simulator = SimulatorOf(schedule);
  if (!simulator.ok()) return state.SkipWithError("the graph cannot be simulated");
  const SimulatedFrame simulated = simulator->Run(2);

  WorkerPool pool({.count = 1, .pin = true, .hot = true});
  pool.PinGameThread();
  TickScheduler scheduler(pool);
  const auto work_of = [&](std::size_t card) -> TickDelegate {
    const double cost_us = *schedule.cards[card].cost_us;
    return [&work, cost_us](const TickContext& /*context*/) { work.Run(cost_us); };
  };
  const auto built = model::BuildSchedule(schedule, {.work = work_of}, scheduler);
  if (!built.ok()) return state.SkipWithError("the graph cannot be built");
  for (int frame = 0; frame < kWarmUp; ++frame) scheduler.RunFrame(kFrameSeconds);

  std::vector<double> alone_ns;
  const auto run_alone = [&] {
    const auto start = std::chrono::steady_clock::now();
    for (const model::ScheduleCard& card : schedule.cards) work.Run(*card.cost_us);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    alone_ns.push_back(took.count());
  };
  MeasureApart(
      state, run_alone, [&] { scheduler.RunFrame(kFrameSeconds); }, [] {});
  const double expected_ns = MedianOf(alone_ns) * static_cast<double>(simulated.makespan_ns) /
                             static_cast<double>(simulated.total_cost_ns);
  state.counters[kToSimulation] = state.counters[kMedianCounter] / expected_ns;
}

std::set<std::string> Names(const StandardTaskGraphs& graphs) {
  std::set<std::string> names;
  for (const PublishedRow& row : graphs.rows) names.insert(row.graph);
  return names;
}

void Check(const StandardTaskGraphs& graphs, const KeepingReporter& times, Bars& bars) {
  const std::string by_search = ", search of " + std::to_string(kLists) + " lists";
  const std::string by_plain = ", plain list order";
  for (const std::int64_t processors : {2, 4, 8, 16}) {
    const std::string what = "mean gap to the best, per cent, p = " + std::to_string(processors);
    bars.AtMost("B7a", what + by_search, times.Counter(kSearched, MeanName(processors)), 0.3);
    bars.Info("B7a", what + by_plain, times.Counter(kPlain, MeanName(processors)));
  }
  const std::string what = "largest gap to the best, per cent";
  bars.AtMost("B7b", what + by_search, times.Counter(kSearched, kWorst), 5);
  bars.Info("B7b", what + by_plain, times.Counter(kPlain, kWorst));
  bars.Info("B7b", "longest search of one graph, ms", times.Counter(kSearched, kLongestMs));
  double sum = 0;
  double worst = 0;
  int count = 0;
  for (const std::string& name : Names(graphs)) {
    const auto ratio = times.Counter("stg/real/" + name, kToSimulation);
    if (!ratio) continue;
    sum += *ratio;
    worst = std::max(worst, *ratio);
    ++count;
  }
  if (count == 0) return;
  bars.AtMost("B7c",
              "plain list order, two real threads / simulation, mean of " + std::to_string(count) +
                  " graphs",
              sum / count, 1.03);
  bars.Info("B7c", "plain list order, two real threads / simulation, worst graph", worst);
}

int Main(int argc, char** argv) {
  const auto graphs = FindStandardTaskGraphs();
  if (!graphs) {
    std::cout << "B7 is not measured: the reference data (stg) is not here\n";
    return 0;
  }
  const CalibratedWork work = CalibratedWork::Measure();
  const auto add_simulated = [&](const char* name, const MakespanOf& makespan_of) {
    AddBenchmark(name, [&graphs, makespan_of](
                           benchmark::State& state) { SimulateAll(state, *graphs, makespan_of); })
        ->Iterations(1)
        ->Repetitions(1);
  };
  add_simulated(kPlain, PlainMakespan);
  add_simulated(kSearched, SearchedMakespan);
  for (const std::string& name : Names(*graphs)) {
    AddTimedApart("stg/real/" + name, kFrames, [&, name](benchmark::State& state) {
      RunOnTwoThreads(state, *graphs, name, work);
    })->Repetitions(1);
  }
  return RunBenchProgram(
      argc, argv, [&](const KeepingReporter& times, Bars& bars) { Check(*graphs, times, bars); });
}

}  // namespace
}  // namespace tickgraph

int main(int argc, char** argv) { return tickgraph::Main(argc, argv); }
