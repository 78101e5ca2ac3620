#include "tickgraph/run/worker_lanes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>
#include <thread>
#include <vector>

#include "tests/support/hang_watchdog.h"
#include "tickgraph/run/worker_pool.h"

namespace tickgraph {
namespace {

/// Pieces of work that are counted, and may be held.
class CountingClient final : public LaneClient {
 public:
  explicit CountingClient(int lanes) : inside_(static_cast<std::size_t>(lanes)) {}

  void Add(int pieces) { pieces_ += pieces; }
  void WorkOnLane(int lane) override {
    if (++inside_[static_cast<std::size_t>(lane)] != 1) ++clashes;
    while (true) {
      int pieces = pieces_;
      if (pieces == 0) break;
      if (!pieces_.compare_exchange_strong(pieces, pieces - 1)) continue;
      if (holds) {
        ++held;
        held.notify_all();
        gate.acquire();
        --held;
      }
      ++done;
      done.notify_all();
    }
    --inside_[static_cast<std::size_t>(lane)];
  }
  bool HasLaneWork() override { return pieces_ > 0; }

  void WaitFor(std::atomic<int>& counter, int value) {
    for (int now = counter; now < value; now = counter) counter.wait(now);
  }

  std::atomic<int> done{0};
  std::atomic<int> held{0};
  std::atomic<int> clashes{0};
  std::atomic<bool> holds{false};
  std::counting_semaphore<> gate{0};

 private:
  std::atomic<int> pieces_{0};
  std::vector<std::atomic<int>> inside_;
};

// case-W1
TEST(WorkerLanesTest, EveryWakeFindsAWorker) {
  const HangWatchdog watchdog("lanes that were called", std::chrono::seconds(60));
  for (const int count : {1, 2, 4}) {
    WorkerPool pool({.count = count});
    CountingClient client(count);
    {
      WorkerLanes lanes(pool, client);
      EXPECT_EQ(lanes.lane_count(), count);
      for (int round = 1; round <= 2000; ++round) {
        client.Add(round % 3);
        lanes.Wake();
        if (round % 7 == 0) std::this_thread::yield();
      }
      client.WaitFor(client.done, 2001);
    }
    EXPECT_EQ(client.clashes, 0) << "a lane runs on one thread at a time";
  }
}

// Work is passed on to lanes behind and before one that is busy.
TEST(WorkerLanesTest, ABusyLaneIsPassedBy) {
  const HangWatchdog watchdog("three lanes", std::chrono::seconds(60));
  WorkerPool pool({.count = 3});
  CountingClient client(3);
  client.holds = true;
  WorkerLanes lanes(pool, client);
  client.Add(3);
  lanes.Wake();
  client.WaitFor(client.held, 3);
  for (int round = 0; round < 30; ++round) {
    // One of them comes free, and later two: work for that many is taken by that many.
    const int free = 1 + round % 3;
    const int done = client.done;
    client.gate.release(free);
    client.WaitFor(client.done, done + free);
    client.Add(free);
    lanes.Wake();
    client.WaitFor(client.held, 3);
  }
  client.gate.release(3);
  client.WaitFor(client.done, 33);
}

// A pool without workers has no lanes; waking nobody is fine.
TEST(WorkerLanesTest, NoWorkers) {
  WorkerPool pool({.count = 0});
  CountingClient client(0);
  WorkerLanes lanes(pool, client);
  EXPECT_EQ(lanes.lane_count(), 0);
  lanes.Wake();
}

// The destructor waits for its own client only: not for workers that another one holds, nor for
// messages that nobody has taken yet. It does no work of others.
TEST(WorkerLanesTest, LanesEndWhileAllWorkersAreHeld) {
  const HangWatchdog watchdog("the end of lanes", std::chrono::seconds(60));
  WorkerPool pool({.count = 2});
  CountingClient holder(2);
  holder.holds = true;
  WorkerLanes held(pool, holder);
  holder.Add(2);
  held.Wake();
  held.Wake();
  holder.WaitFor(holder.held, 2);
  holder.Add(5);
  for (int round = 0; round < 20; ++round) {
    CountingClient client(2);
    client.Add(1);
    {
      WorkerLanes lanes(pool, client);
      lanes.Wake();
      lanes.Wake();
      lanes.Wake();
    }
    EXPECT_EQ(client.done, 0);
  }
  EXPECT_EQ(holder.done, 0);
  holder.gate.release(7);
  holder.WaitFor(holder.done, 7);

  // The messages of then arrive now, and disturb nobody.
  CountingClient client(2);
  {
    WorkerLanes lanes(pool, client);
    for (int round = 1; round <= 50; ++round) {
      client.Add(1);
      lanes.Wake();
      client.WaitFor(client.done, round);
    }
  }
  EXPECT_EQ(client.clashes, 0);
}

// Clients come and go on the same lanes from several threads.
TEST(WorkerLanesTest, LanesOfManyThreads) {
  const HangWatchdog watchdog("lanes of many threads", std::chrono::seconds(60));
  WorkerPool pool({.count = 2});
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&pool] {
      for (int round = 0; round < 60; ++round) {
        CountingClient client(2);
        WorkerLanes lanes(pool, client);
        client.Add(2);
        lanes.Wake();
        if (round % 2 == 0) client.WaitFor(client.done, 2);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace tickgraph
