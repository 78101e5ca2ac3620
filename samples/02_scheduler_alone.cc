// The scheduler without a world: functions with prerequisites, one of them on any thread, and what
// happens to an order that closes a circle.

#include <cstddef>
#include <iostream>
#include <vector>

#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

int main() {
  using tickgraph::TickContext;

  tickgraph::WorkerPool workers;
  tickgraph::TickScheduler scheduler(workers);
  std::vector<double> angles(1000);
  double speed = 0;
  double sum = 0;

  const auto input = scheduler.Register({.name = "input", .run = [&](auto&) { speed = 2; }});
  const auto turn = scheduler.Register(
      {.name = "turn",
       .lane = tickgraph::Lane::kAnyThread,
       .after = {input},
       .run = [&](const TickContext& t) {
         t.ParallelFor(angles.size(), 64, [&](std::size_t i) { angles[i] += speed * t.delta; });
       }});
  scheduler.Register({.name = "sum", .after = {turn}, .run = [&](auto&) {
                        sum = 0;
                        for (const double angle : angles) sum += angle;
                      }});

  for (int i = 0; i < 60; ++i) {
    if (const auto& frame = scheduler.RunFrame(1.0 / 60); !frame.ok()) std::cerr << frame;
  }
  std::cout << "1000 things turned by " << sum / 1000 << " radians in a second\n";

  // "input" after "turn" closes a circle. The frame says so, leaves that edge out, and runs.
  scheduler.AddPrerequisite(input, turn);
  const auto& frame = scheduler.RunFrame(1.0 / 60);
  std::cout << frame;
  return frame.ok() ? 1 : 0;
}
