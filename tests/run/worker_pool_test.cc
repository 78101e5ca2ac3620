#include "tickgraph/run/worker_pool.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <latch>
#include <string>
#include <thread>

#include "tests/support/hang_watchdog.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

TEST(WorkerPoolTest, CountsAsAsked) {
  EXPECT_EQ(WorkerPool({.count = 0}).worker_count(), 0);
  EXPECT_EQ(WorkerPool({.count = -3}).worker_count(), 0);
  EXPECT_EQ(WorkerPool({.count = 5}).worker_count(), 5);
  const int processors = static_cast<int>(std::thread::hardware_concurrency());
  EXPECT_EQ(WorkerPool().worker_count(), processors > 0 ? processors - 1 : 0);
}

// More workers than processors come, and each has its number and its name.
TEST(WorkerPoolTest, MoreWorkersThanProcessors) {
  const HangWatchdog watchdog("a meeting of many workers", std::chrono::seconds(60));
  const int count = static_cast<int>(std::thread::hardware_concurrency()) + 3;
  WorkerPool pool({.count = count});
  TickScheduler scheduler(pool);
  std::latch meeting(count);
  std::atomic<int> numbers{0};
  std::atomic<int> named{0};
  for (int card = 0; card < count; ++card) {
    scheduler.Register({.name = "meets",
                        .start = TickGroup::kDuringPhysics,
                        .lane = Lane::kAnyThread,
                        .cost_us = 1000,
                        .run = [&](const TickContext& t) {
                          meeting.arrive_and_wait();
                          numbers |= 1 << t.worker();
                          char name[16] = {};
                          pthread_getname_np(pthread_self(), name, sizeof(name));
                          named += std::string(name).starts_with("tg-worker-") ? 1 : 0;
                        }});
  }
  ASSERT_TRUE(scheduler.BeginFrame(0.1).ok());
  for (int group = 0; group <= 2; ++group) {
    ASSERT_TRUE(scheduler.RunGroup(static_cast<TickGroup>(group)).ok());
  }
  meeting.wait();
  scheduler.EndFrame();
  EXPECT_EQ(numbers, (1 << (count + 1)) - 2) << "workers 1 to n";
  EXPECT_EQ(named, count);
}

TEST(WorkerPoolTest, HotAndPinnedWorkersRunFramesToo) {
  const HangWatchdog watchdog("hot workers", std::chrono::seconds(60));
  WorkerPool pool({.count = 1, .pin = true, .hot = true});
  std::thread game([&pool] {
    pool.PinGameThread();
    TickScheduler scheduler(pool);
    std::atomic<int> calls{0};
    for (int card = 0; card < 100; ++card) {
      scheduler.Register({.lane = Lane::kAnyThread, .run = [&](const TickContext&) { ++calls; }});
    }
    for (int frame = 0; frame < 50; ++frame) EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
    EXPECT_EQ(calls, 5000);
  });
  game.join();
  WorkerPool loose({.count = 1});
  EXPECT_FALSE(loose.PinGameThread());
}

}  // namespace
}  // namespace tickgraph
