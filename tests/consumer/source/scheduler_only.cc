// The scheduler without a world: two functions, one after the other.

#include <iostream>

#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

int main() {
  tickgraph::WorkerPool workers({.count = 1});
  tickgraph::TickScheduler scheduler(workers);
  int thoughts = 0;
  int poses = 0;
  const auto ai = scheduler.Register({.name = "ai", .run = [&](auto&) { ++thoughts; }});
  scheduler.Register(
      {.name = "anim", .lane = tickgraph::Lane::kAnyThread, .after = {ai}, .run = [&](auto&) {
         poses = thoughts;
       }});
  for (int i = 0; i < 10; ++i) {
    if (const auto& frame = scheduler.RunFrame(1.0 / 60); !frame.ok()) {
      std::cerr << frame;
      return 1;
    }
  }
  return poses == 10 ? 0 : 1;
}
