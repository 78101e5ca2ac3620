// A frame of W4 tiny for scripts/instructions, which counts its instructions under callgrind.
//   instruction_count loop|serial|threads_1
// Only what happens inside MeasuredFrame counts.

#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/support/contenders.h"

namespace tickgraph {
namespace {

constexpr std::size_t kCards = 20'000;
/// Declared, so that the first layout of chunks is what a real one is, on a slow machine, too.
constexpr double kCostUs = 0.009;

}  // namespace

/// The function that callgrind is told of: it must not be merged into its caller.
__attribute__((noinline)) void MeasuredFrame(const std::function<void()>& frame) { frame(); }

namespace {

/// The first frame, because later ones may be laid out by measured time, which is another one with
/// every run.
bool RunFrame(ScatteredObjects& objects, ExecutorKind executor) {
  const Workload workload = GameFrame(kCards);
  TickScheduler scheduler(TickSchedulerDefinition{.executor = executor});
  std::vector<TickHandle> handles(kCards);
  for (std::size_t card = 0; card < kCards; ++card) {
    TickFunction function = CardOf(workload, card, objects, handles);
    function.cost_us = kCostUs;
    handles[card] = scheduler.Register(std::move(function));
  }
  if (!scheduler.MakePlan().ok()) return false;
  MeasuredFrame([&] { scheduler.RunFrame(kFrameSeconds); });
  return scheduler.last_frame().ok() && scheduler.last_frame().cards_run == kCards;
}

int Main(const std::string& contender) {
  ScatteredObjects objects = MakeScattered(Body::kTiny, kCards);
  bool is_right = true;
  if (contender == "loop") {
    MeasuredFrame([&] { TickAll(objects); });
  } else if (contender == "serial") {
    is_right = RunFrame(objects, ExecutorKind::kSerial);
  } else if (contender == "threads_1") {
    is_right = RunFrame(objects, ExecutorKind::kFlow);
  } else {
    std::cerr << "usage: instruction_count loop|serial|threads_1\n";
    return 2;
  }
  std::cout << kCards << '\n';
  return is_right ? 0 : 1;
}

}  // namespace
}  // namespace tickgraph

int main(int argc, char** argv) { return tickgraph::Main(argc > 1 ? argv[1] : ""); }
