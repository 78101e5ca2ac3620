#include "tickgraph/run/worker_pool.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <latch>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/hang_watchdog.h"
#include "tickgraph/run/processors.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

TEST(WorkerPoolTest, CountsAsAsked) {
  EXPECT_EQ(WorkerPool({.count = 0}).worker_count(), 0);
  EXPECT_EQ(WorkerPool({.count = -3}).worker_count(), 0);
  EXPECT_EQ(WorkerPool({.count = 5}).worker_count(), 5);
  EXPECT_EQ(WorkerPool().worker_count(), Processors::OfThisThread().count() - 1);
}

cpu_set_t MaskOf(pid_t thread) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  EXPECT_EQ(sched_getaffinity(thread, sizeof(mask), &mask), 0);
  return mask;
}

/// The numbers of the processors in a mask.
std::vector<int> NumbersIn(const cpu_set_t& mask) {
  std::vector<int> numbers;
  for (int number = 0; number < CPU_SETSIZE; ++number) {
    if (CPU_ISSET(static_cast<unsigned>(number), &mask)) numbers.push_back(number);
  }
  return numbers;
}

/// What one worker said of itself.
struct SeenWorker {
  int worker = 0;
  pid_t thread = 0;
  std::vector<int> processors;
};

/// Lets all workers of a pool meet in one frame and tell what they may use.
std::vector<SeenWorker> MeetWorkers(WorkerPool& pool) {
  TickScheduler scheduler(pool);
  std::latch meeting(pool.worker_count());
  std::mutex mutex;
  std::vector<SeenWorker> seen;
  for (int card = 0; card < pool.worker_count(); ++card) {
    scheduler.Register({.name = "meets",
                        .start = TickGroup::kDuringPhysics,
                        .lane = Lane::kAnyThread,
                        .run = [&](const TickContext& t) {
                          {
                            const std::lock_guard lock(mutex);
                            seen.push_back({t.worker(), ThisThread(), NumbersIn(MaskOf(0))});
                          }
                          meeting.arrive_and_wait();
                        }});
  }
  EXPECT_TRUE(scheduler.BeginFrame(0.1).ok());
  for (int group = 0; group <= GroupIndex(TickGroup::kDuringPhysics); ++group) {
    EXPECT_TRUE(scheduler.RunGroup(static_cast<TickGroup>(group)).ok());
  }
  meeting.wait();
  scheduler.EndFrame();
  return seen;
}

// With `pin` each worker has one processor, and not all the same; when the pool ends all may run
// where they could before. Without, nobody is tied.
TEST(WorkerPoolTest, PinnedWorkersAreTiedWhileThePoolLives) {
  const HangWatchdog watchdog("pinned workers", std::chrono::seconds(60));
  const std::vector<int> all = NumbersIn(MaskOf(0));
  if (all.size() < 2) GTEST_SKIP() << "one processor";
  const auto count = static_cast<int>(all.size());
  {
    WorkerPool loose({.count = count});
    for (const SeenWorker& worker : MeetWorkers(loose)) EXPECT_EQ(worker.processors, all);
  }
  std::vector<SeenWorker> seen;
  {
    WorkerPool pool({.count = count, .pin = true});
    seen = MeetWorkers(pool);
    std::set<int> used;
    for (const SeenWorker& worker : seen) {
      ASSERT_EQ(worker.processors.size(), 1U);
      used.insert(worker.processors.front());
    }
    EXPECT_EQ(std::vector<int>(used.begin(), used.end()), all);
  }
  for (const SeenWorker& worker : seen) EXPECT_EQ(NumbersIn(MaskOf(worker.thread)), all);
}

// Processors are counted among those that the thread that makes the pool may use.
TEST(WorkerPoolTest, AMaskOfTheProcessIsRespected) {
  std::thread([] {
    const int last = NumbersIn(MaskOf(0)).back();
    cpu_set_t mask;
    CPU_ZERO(&mask);
    CPU_SET(static_cast<unsigned>(last), &mask);
    ASSERT_TRUE(SetProcessors(ThisThread(), mask));
    EXPECT_EQ(WorkerPool().worker_count(), 0) << "one less than may be used";
    WorkerPool pool({.count = 0, .pin = true});
    EXPECT_TRUE(pool.PinGameThread());
    EXPECT_EQ(NumbersIn(MaskOf(0)), std::vector{last});
  }).join();
}

TEST(WorkerPoolTest, TheGameThreadIsTiedUntilThePoolEnds) {
  std::thread([] {
    const std::vector<int> all = NumbersIn(MaskOf(0));
    {
      WorkerPool pool({.count = 0, .pin = true});
      EXPECT_EQ(NumbersIn(MaskOf(0)), all) << "until it asks";
      for (int again = 0; again < 2; ++again) {
        ASSERT_TRUE(pool.PinGameThread());
        EXPECT_EQ(NumbersIn(MaskOf(0)), std::vector{all.front()});
      }
      const pid_t first = ThisThread();
      std::thread([&] {
        ASSERT_TRUE(pool.PinGameThread());
        EXPECT_EQ(NumbersIn(MaskOf(0)), std::vector{all.front()});
        EXPECT_EQ(NumbersIn(MaskOf(first)), all) << "another one took its place";
      }).join();
      ASSERT_TRUE(pool.PinGameThread());
    }
    EXPECT_EQ(NumbersIn(MaskOf(0)), all);
  }).join();
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
