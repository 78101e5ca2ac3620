// What would more processors win, and what would it win if one card could run on any thread? The
// answer in virtual time, before anybody makes that card safe for it.

#include <array>
#include <iostream>

#include "tickgraph/scheduler.h"
#include "tickgraph/simulate/plan_task_graph.h"
#include "tickgraph/simulate/simulator.h"

namespace {

using tickgraph::Lane;
using tickgraph::TickGroup;

constexpr std::array kProcessors = {1, 2, 4};

// A frame whose path finding is on the game thread, or on any. Costs are those that were measured.
tickgraph::Simulator SimulatorOfFrame(Lane path_finding) {
  tickgraph::TickScheduler scheduler(tickgraph::TickSchedulerDefinition{});
  const auto input = scheduler.Register({.name = "input", .cost_us = 100});
  scheduler.Register({.name = "paths", .lane = path_finding, .cost_us = 1800, .after = {input}});
  scheduler.Register({.name = "quests", .cost_us = 900, .after = {input}});
  for (int squad = 0; squad < 4; ++squad) {
    scheduler.Register({.name = "animation",
                        .start = TickGroup::kDuringPhysics,
                        .lane = Lane::kAnyThread,
                        .cost_us = 700});
  }
  scheduler.Register({.name = "camera", .start = TickGroup::kPostPhysics, .cost_us = 200});
  if (!scheduler.MakePlan().ok()) std::cerr << "no plan\n";
  // A plan keeps the rules that Make checks.
  return *tickgraph::Simulator::Make(tickgraph::TaskGraphOfPlan(scheduler.plan(), {}));
}

}  // namespace

int main() {
  const tickgraph::Simulator now = SimulatorOfFrame(Lane::kGameThread);
  const tickgraph::Simulator then = SimulatorOfFrame(Lane::kAnyThread);
  std::cout << "all cards cost " << now.paths().total_cost_ns / 1000
            << " µs, the dearest path of prerequisites " << now.paths().critical_path_ns / 1000
            << " µs\n";
  for (const int processors : kProcessors) {
    const tickgraph::SimulatedFrame before = now.Run(processors);
    const tickgraph::SimulatedFrame after = then.Run(processors);
    std::cout << processors << " processor(s): " << before.makespan_ns / 1000
              << " µs; with paths on any thread " << after.makespan_ns / 1000 << " µs, "
              << static_cast<int>(100 * after.utilisation() + 0.5) << " % busy\n";
  }

  // On one processor a frame takes what its cards cost, wherever they may run. With four, quests
  // run beside paths, and the frame is shorter by what they cost.
  const bool is_right = then.Run(1).makespan_ns == now.Run(1).makespan_ns &&
                        now.Run(4).makespan_ns - then.Run(4).makespan_ns == 900'000;
  return is_right ? 0 : 1;
}
