// Workers that stay awake, and whom they serve.

#include "tickgraph/run/lane_roster.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

#include "tests/support/hang_watchdog.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

void Work(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

/// A scheduler whose frames have work for a worker.
class Host {
 public:
  explicit Host(WorkerPool& pool) : scheduler_(pool) {
    for (int card = 0; card < 8; ++card) {
      scheduler_.Register({.name = "half a millisecond",
                           .lane = Lane::kAnyThread,
                           .cost_us = 500,
                           .run = [this](const TickContext& t) {
                             if (t.worker() > 0) ++on_workers_;
                             Work(std::chrono::microseconds(500));
                           }});
    }
  }
  /// True where a worker ran cards of it.
  bool RunFrame() {
    on_workers_ = 0;
    scheduler_.RunFrame(0.1);
    return on_workers_ > 0;
  }

 private:
  std::atomic<int> on_workers_{0};
  TickScheduler scheduler_;
};

// A worker that spins after the frame of one scheduler is there for the frame of another. It would
// spin for 50 ms, and the frames of both come more often.
TEST(LaneRosterTest, AHotWorkerServesEveryUserOfThePool) {
  const HangWatchdog watchdog("two schedulers on a hot pool", std::chrono::seconds(100));
  WorkerPool pool({.count = 1, .hot = true});
  Host one(pool);
  Host other(pool);
  // Bound to one scheduler, the worker would have to go to sleep between the two frames of a round.
  constexpr int kEnough = 3;
  int rounds_with_both = 0;
  for (int round = 0; round < 1000 && rounds_with_both < kEnough; ++round) {
    const bool served_one = one.RunFrame();
    const bool served_other = other.RunFrame();
    if (served_one && served_other) ++rounds_with_both;
  }
  EXPECT_EQ(rounds_with_both, kEnough);
}

/// The processor time that a thread has used.
class ThreadClock {
 public:
  /// Of the calling thread.
  void Take() { is_taken_ = pthread_getcpuclockid(pthread_self(), &clock_) == 0; }
  bool is_taken() const { return is_taken_; }
  std::chrono::nanoseconds Now() const {
    timespec time = {};
    clock_gettime(clock_, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }

 private:
  clockid_t clock_ = {};
  std::atomic<bool> is_taken_{false};
};

// In the gap after a frame a worker of a hot pool uses the processor: it does not sleep.
TEST(LaneRosterTest, AHotWorkerStaysAwakeBetweenFrames) {
  const HangWatchdog watchdog("a hot worker", std::chrono::seconds(100));
  WorkerPool pool({.count = 1, .hot = true});
  TickScheduler scheduler(pool);
  ThreadClock clock;
  std::unique_ptr<std::latch> came;
  scheduler.Register({.name = "on the worker",
                      .start = TickGroup::kDuringPhysics,
                      .lane = Lane::kAnyThread,
                      .run = [&](const TickContext&) {
                        if (!clock.is_taken()) clock.Take();
                        came->count_down();
                      }});
  // Much more than a worker spins that goes to sleep.
  constexpr std::chrono::milliseconds kAwake(3);
  std::chrono::nanoseconds longest(0);
  for (int gap = 0; gap < 100 && longest < kAwake; ++gap) {
    came = std::make_unique<std::latch>(1);
    ASSERT_TRUE(scheduler.BeginFrame(0.1).ok());
    for (int group = 0; group <= GroupIndex(TickGroup::kDuringPhysics); ++group) {
      ASSERT_TRUE(scheduler.RunGroup(static_cast<TickGroup>(group)).ok());
    }
    came->wait();
    scheduler.EndFrame();
    const std::chrono::nanoseconds begin = clock.Now();
    for (int look = 0; look < 30 && longest < kAwake; ++look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      longest = std::max(longest, clock.Now() - begin);
    }
  }
  EXPECT_GE(longest, kAwake);
}

// Pools, schedulers and threads come and go while workers spin.
TEST(LaneRosterTest, HotPoolsEndWhileTheirWorkersSpin) {
  const HangWatchdog watchdog("the end of hot pools", std::chrono::seconds(100));
  for (int round = 0; round < 20; ++round) {
    WorkerPool pool({.count = 2, .hot = true});
    std::atomic<int> calls{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 3; ++thread) {
      threads.emplace_back([&] {
        for (int life = 0; life < 5; ++life) {
          TickScheduler scheduler(pool);
          for (int card = 0; card < 10; ++card) {
            scheduler.Register({.lane = Lane::kAnyThread,
                                .cost_us = 20,
                                .run = [&calls](const TickContext&) { ++calls; }});
          }
          for (int frame = 0; frame < 4; ++frame) scheduler.RunFrame(0.1);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(calls, 3 * 5 * 10 * 4);
  }
}

}  // namespace
}  // namespace tickgraph
