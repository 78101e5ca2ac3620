// A program with a data race that was put there on purpose. ThreadSanitizer must report it: if it
// does not, our annotations or suppressions hide races of users, too, and a quiet run of the other
// tests means nothing. Built only with ThreadSanitizer; the test passes if the report comes.

#include <atomic>
#include <cstdio>

#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace {

int unguarded = 0;

// Two cards arrive here in each frame. Waiting a while for the other one puts them on two threads;
// relaxed operations order nothing, so the race stays one.
void MeetTheOtherCard(std::atomic<int>& arrivals, int both) {
  constexpr int kPatience = 10'000'000;
  arrivals.fetch_add(1, std::memory_order_relaxed);
  for (int i = 0; i < kPatience; ++i) {
    if (arrivals.load(std::memory_order_relaxed) >= both) return;
  }
}

}  // namespace

int main() {
  tickgraph::WorkerPool workers({.count = 2});
  tickgraph::TickScheduler scheduler(workers);
  std::atomic<int> arrivals{0};
  int frames = 0;
  const auto race = [&](const tickgraph::TickContext&) {
    MeetTheOtherCard(arrivals, 2 * frames);
    ++unguarded;
  };
  // Dear cards are never put into one chunk, and these have no edge between them.
  for (const char* name : {"first", "second"}) {
    scheduler.Register(
        {.name = name, .lane = tickgraph::Lane::kAnyThread, .cost_us = 1000, .run = race});
  }
  while (frames < 20) {
    ++frames;
    scheduler.RunFrame(1.0 / 60);
  }
  std::printf("%d increments\n", unguarded);
  return 0;
}
