// Trouble that people had with foreign, held and missing threads. docs/cases.md lists all cases.
// nested_wait_cases_test.cc has cards that wait inside their calls.

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

constexpr std::array kLanes = {Lane::kGameThread, Lane::kAnyThread};

class ThreadAffinityCasesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  HangWatchdog watchdog_{"threads that wait", std::chrono::seconds(200)};
};

INSTANTIATE_TEST_SUITE_P(Executors, ThreadAffinityCasesTest, AllExecutors(), ExecutorName);

// case-A2: frames, and the end of a scheduler, need nobody else: not the threads that have asked it
// for something, and not workers that are held by another scheduler (rule L5).
TEST_P(ThreadAffinityCasesTest, ForeignThreadsNeedNotCooperateCaseA2) {
  WorkerPool workers({.count = GetParam().workers});
  const std::ptrdiff_t held_threads =
      GetParam().kind == ExecutorKind::kSerial ? 1 : GetParam().workers + 1;
  std::latch held(held_threads);
  std::latch release(1);

  // Every worker of the pool, and the thread that runs these frames, stand in a card.
  std::thread holder([&] {
    TickScheduler other({.workers = &workers, .executor = GetParam().kind});
    for (std::ptrdiff_t card = 0; card < held_threads; ++card) {
      other.Register({.lane = Lane::kAnyThread, .cost_us = 1000, .run = [&](const TickContext&) {
                        held.count_down();
                        release.wait();
                      }});
    }
    other.RunFrame(0.1);
  });
  held.wait();

  std::vector<std::thread> askers;
  {
    TickScheduler scheduler({.workers = &workers, .executor = GetParam().kind});
    std::atomic<int> calls = 0;
    std::latch asked(3);
    for (int asker = 0; asker < 3; ++asker) {
      askers.emplace_back([&] {
        scheduler.Register({.lane = Lane::kAnyThread, .run = [&](const TickContext&) { ++calls; }});
        scheduler.Call([&] { ++calls; });
        asked.count_down();
        release.wait();
      });
    }
    asked.wait();
    for (int card = 0; card < 20; ++card) {
      scheduler.Register({.start = TickGroup::kDuringPhysics,
                          .lane = kLanes[card % 2],
                          .cost_us = 500,
                          .run = [&](const TickContext& t) {
                            t.ParallelFor(4, 1, [&](std::size_t) { ++calls; });
                          }});
    }
    for (int frame = 1; frame <= 20; ++frame) {
      EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
      EXPECT_EQ(calls, 3 + frame * (3 + 20 * 4));
    }
    EXPECT_TRUE(scheduler.BeginFrame(0.1).ok());
  }
  release.count_down();
  holder.join();
  for (std::thread& asker : askers) asker.join();
}

// case-A3: a worker in a loop that leaves by a flag, and the end of scheduler and pool at about the
// same time: it is waited for, it sees the flag, and the end comes.
TEST_P(ThreadAffinityCasesTest, AWorkerInALoopDoesNotHoldUpTheEndCaseA3) {
  if (GetParam().workers == 0) GTEST_SKIP() << "there is no worker to be in a loop";
  for (int round = 0; round < 40; ++round) {
    std::atomic<bool> is_running = true;
    std::atomic<bool> has_started = false;
    std::atomic<bool> has_left = false;
    std::thread stopper;
    {
      WorkerPool workers({.count = GetParam().workers, .hot = round % 2 == 0});
      TickScheduler scheduler({.workers = &workers, .executor = GetParam().kind});
      scheduler.Register({.name = "loop",
                          .end = TickGroup::kPostUpdateWork,
                          .lane = Lane::kAnyThread,
                          .cost_us = 1000,
                          .run = [&](const TickContext&) {
                            has_started = true;
                            has_started.notify_all();
                            while (is_running) {
                            }
                            has_left = true;
                          }});
      ASSERT_TRUE(scheduler.BeginFrame(0.1).ok());
      ASSERT_TRUE(scheduler.RunGroup(TickGroup::kPrePhysics).ok());
      has_started.wait(false);
      stopper = std::thread([&, round] {
        std::this_thread::sleep_for(std::chrono::microseconds(round * 5));
        is_running = false;
      });
      if (round % 3 == 0) scheduler.EndFrame();
    }
    EXPECT_TRUE(has_left) << "who uses memory of ours is waited for";
    stopper.join();
  }
}

// case-A8: what sorts the frame does not change under it. Cards on workers give others a new place
// while those run; the frame keeps its order, newcomers come behind it in theirs, and the next
// frame has the new one (rules L2, N2, N7).
TEST_P(ThreadAffinityCasesTest, TheOrderIsFrozenWhileWorkersChangeItCaseA8) {
  constexpr std::size_t kCards = 12;
  constexpr std::size_t kChangers = 3;
  MadeScheduler made(GetParam());
  TickScheduler& scheduler = made.scheduler;
  CallLog log;
  std::array<TickHandle, kCards> cards;
  std::array<int, kCards> orders = {};
  std::vector<std::size_t> sequence;  // Numbers of the cards as they were registered.
  const auto put = [&](std::size_t number, TickScheduler& target) {
    cards[number] = target.Register({.start = TickGroup::kPostPhysics,
                                     .order = orders[number],
                                     .run = log.Note(std::to_string(number))});
  };
  for (std::size_t number = 0; number < kCards; ++number) {
    put(number, scheduler);
    sequence.push_back(number);
  }
  // Changer k has the cards k, k + 3, k + 6 … of its own.
  const auto new_order = [](std::uint64_t frame, std::size_t number) {
    return static_cast<int>((frame * 7 + number * 5) % 13);
  };
  const auto changed = [](std::uint64_t frame, std::size_t changer) {
    return changer + kChangers * (frame % (kCards / kChangers));
  };
  for (std::size_t changer = 0; changer < kChangers; ++changer) {
    scheduler.Register({.start = TickGroup::kPostPhysics,
                        .lane = Lane::kAnyThread,
                        .cost_us = 50,
                        .run = [&, changer](const TickContext& t) {
                          const std::size_t number = changed(t.frame, changer);
                          t.scheduler().Unregister(cards[number]);
                          orders[number] = new_order(t.frame, number);
                          put(number, t.scheduler());
                        }});
  }
  for (std::uint64_t frame = 1; frame <= 40; ++frame) {
    std::array<int, kCards> expected_orders = orders;
    const auto sorted = [&](std::vector<std::size_t> numbers) {
      std::stable_sort(numbers.begin(), numbers.end(), [&](std::size_t left, std::size_t right) {
        return expected_orders[left] < expected_orders[right];
      });
      return numbers;
    };
    std::vector<std::string> expected;
    for (const std::size_t number : sorted(sequence)) expected.push_back(std::to_string(number));
    std::vector<std::size_t> newcomers;
    for (std::size_t changer = 0; changer < kChangers; ++changer) {
      const std::size_t number = changed(frame, changer);
      expected_orders[number] = new_order(frame, number);
      newcomers.push_back(number);
      std::erase(sequence, number);
      sequence.push_back(number);
    }
    for (const std::size_t number : sorted(newcomers)) expected.push_back(std::to_string(number));
    EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
    ASSERT_EQ(log.Take(), expected) << "frame " << frame;
  }
}

// case-A9: where a process may use one processor only there are no workers by default, and frames
// run; workers that are asked for all the same share it.
TEST(ThreadAffinityCasesPoolTest, OneProcessorIsEnoughCaseA9) {
  const HangWatchdog watchdog("frames on one processor", std::chrono::seconds(100));
  std::thread([] {
    cpu_set_t all;
    ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
    int processor = 0;
    while (!CPU_ISSET(processor, &all)) ++processor;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
    for (const int count : {-1, 0, 1, 3}) {
      WorkerPool workers(count < 0 ? WorkerPoolDefinition{} : WorkerPoolDefinition{.count = count});
      EXPECT_EQ(workers.worker_count(), std::max(count, 0));
      TickScheduler scheduler(workers);
      std::atomic<int> calls = 0;
      TickHandle last;
      for (int card = 0; card < 40; ++card) {
        TickFunction function{.lane = kLanes[card % 2], .cost_us = 50};
        if (card % 4 == 3) function.after = {last};
        function.run = [&](const TickContext& t) {
          t.ParallelFor(3, 1, [&](std::size_t) { ++calls; });
        };
        last = scheduler.Register(std::move(function));
      }
      for (int frame = 0; frame < 20; ++frame) EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
      EXPECT_EQ(calls, 20 * 40 * 3);
    }
  }).join();
}

}  // namespace
}  // namespace tickgraph
