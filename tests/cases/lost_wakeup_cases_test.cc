// Trouble that people had with work that nobody wakes up for. docs/cases.md lists all cases.
// A wake-up that is lost hangs, and the watchdog ends the test.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <random>
#include <thread>

#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/soak.h"
#include "tests/support/worker_probe.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

class LostWakeupCasesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  void SetUp() override {
    if (GetParam().workers > 0 && !GetsAWorkerThread(made_.workers)) {
      GTEST_SKIP() << "the system gave no thread to the pool";
    }
  }

  /// Work that is worth a worker: a card that turned out to be cheaper than a call of one is kept
  /// for whoever waits, whatever it declared.
  static void Work() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(40);
    while (std::chrono::steady_clock::now() < end) {
    }
  }

  /// Releases the groups up to and with `last`.
  void Release(TickGroup last) {
    for (int group = 0; group <= GroupIndex(last); ++group) {
      ASSERT_TRUE(scheduler_.RunGroup(static_cast<TickGroup>(group)).ok());
    }
  }

  HangWatchdog watchdog_{"a worker that was called", std::chrono::seconds(250)};
  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
};

INSTANTIATE_TEST_SUITE_P(Executors, LostWakeupCasesTest, AllExecutors(), ExecutorName);

// case-W1: one piece of work, given at a random moment after the last one, when the worker may just
// be going to sleep. Nobody but a worker can run it, because the game thread stands in a card that
// waits for it; no second post helps.
TEST_P(LostWakeupCasesTest, OnePieceOfWorkAtAnyMomentCaseW1Soak) {
  if (GetParam().workers == 0) GTEST_SKIP() << "there is no worker to wake";
  std::atomic<std::uint64_t> ran = 0;
  scheduler_.Register({.order = -1, .run = [&](const TickContext& t) {
                         for (std::uint64_t now = ran; now < t.frame; now = ran) ran.wait(now);
                       }});
  scheduler_.Register({.lane = Lane::kAnyThread, .cost_us = 100, .run = [&](const TickContext& t) {
                         Work();
                         ran = t.frame;
                         ran.notify_all();
                       }});
  std::mt19937 random(SoakSeed() + 7);
  const int frames = SoakScale(200'000);
  for (int frame = 0; frame < frames; ++frame) {
    ASSERT_TRUE(scheduler_.RunFrame(0.1).ok());
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 200));
  }
  EXPECT_EQ(ran, scheduler_.frame());
}

// case-W4: with a worker, what is released is run though nobody waits for it: beside the physics
// step, and through later groups, however little it costs. Without one it is run in the wait of its
// end group at the latest.
TEST_P(LostWakeupCasesTest, ReleasedWorkStartsWithoutAWaitCaseW4) {
  std::atomic<std::uint64_t> beside = 0;
  std::atomic<std::uint64_t> through = 0;
  scheduler_.Register({.start = TickGroup::kDuringPhysics,
                       .lane = Lane::kAnyThread,
                       .run = [&](const TickContext& t) {
                         beside = t.frame;
                         beside.notify_all();
                       }});
  scheduler_.Register({.end = TickGroup::kPostUpdateWork,
                       .lane = Lane::kAnyThread,
                       .run = [&](const TickContext& t) {
                         through = t.frame;
                         through.notify_all();
                       }});
  for (std::uint64_t frame = 1; frame <= 20; ++frame) {
    ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
    Release(TickGroup::kDuringPhysics);
    if (GetParam().workers > 0) {
      for (std::atomic<std::uint64_t>* done : {&beside, &through}) {
        for (std::uint64_t now = *done; now < frame; now = *done) done->wait(now);
      }
    } else if (GetParam().kind == ExecutorKind::kFlow) {
      EXPECT_EQ(beside, frame - 1) << "it starts in the wait";
      EXPECT_EQ(through, frame - 1);
    }
    ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kEndPhysics).ok());
    EXPECT_EQ(beside, frame) << "EndPhysics has waited for it";
    EXPECT_TRUE(scheduler_.EndFrame().ok());
    EXPECT_EQ(through, frame);
  }
}

}  // namespace
}  // namespace tickgraph
