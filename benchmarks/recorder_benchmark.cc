// What recording costs a card: the game frame with and without it, and the bar B6.
//
// Names as in frame_benchmark; `recorded_1` and `recorded_2` record into a ring of four frames.

#include <string>

#include "benchmarks/support/bench_program.h"
#include "benchmarks/support/contenders.h"

namespace tickgraph {
namespace {

int Main(int argc, char** argv) {
  ObjectStore store;
  const FrameCase measured{GameFrame(20'000), Body::kTiny};
  AddContenders(measured, store);
  for (const int workers : {0, 1}) {
    AddBenchmark(measured.Name("recorded_" + std::to_string(workers + 1)),
                 [&, workers](benchmark::State& state) {
                   RunScheduler(state, measured, store, {.workers = workers, .recorded_frames = 4});
                 });
  }
  return RunBenchProgram(argc, argv, [&](const KeepingReporter& times, Bars& bars) {
    for (const std::string threads : {"1", "2"}) {
      const auto more = Difference(times.Nanoseconds(measured.Name("recorded_" + threads)),
                                   times.Nanoseconds(measured.Name("threads_" + threads)));
      bars.AtMost("B6", "recorder, " + measured.Text() + ", threads: " + threads + ", ns a card",
                  Ratio(more, static_cast<double>(measured.size())), 25);
    }
  });
}

}  // namespace
}  // namespace tickgraph

int main(int argc, char** argv) { return tickgraph::Main(argc, argv); }
