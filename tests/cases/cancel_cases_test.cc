// Trouble that people had with cancelling. docs/cases.md lists all cases.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

class CancelCasesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  HangWatchdog watchdog_{"cancelled frames", std::chrono::seconds(100)};
  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
};

INSTANTIATE_TEST_SUITE_P(Executors, CancelCasesTest, AllExecutors(), ExecutorName);

// case-X1: of 100 frames the 43rd is cancelled, by a card of each lane and by another thread: it
// says how many cards ran and how many did not, which is all of them, and it comes to its end, as
// always (rule F2). The others are whole.
TEST_P(CancelCasesTest, ACancelledFrameCountsWhatWasLeftCaseX1) {
  constexpr std::uint64_t kCards = 60;
  constexpr std::uint64_t kCancelled = 43;
  for (const int canceller : {0, 1, 2}) {
    MadeScheduler made(GetParam());
    TickScheduler& scheduler = made.scheduler;
    std::atomic<std::uint64_t> calls = 0;
    std::uint64_t stages = 0;
    scheduler.Register({.name = "canceller",
                        .start = TickGroup::kDuringPhysics,
                        .lane = canceller == 1 ? Lane::kAnyThread : Lane::kGameThread,
                        .run = [&](const TickContext& t) {
                          ++calls;
                          if (t.frame != kCancelled) return;
                          if (canceller < 2) return t.scheduler().CancelFrame();
                          std::thread([&] { t.scheduler().CancelFrame(); }).join();
                        }});
    for (std::uint64_t card = 1; card < kCards; ++card) {
      scheduler.Register({.start = card % 3 == 0 ? TickGroup::kPrePhysics : TickGroup::kPostPhysics,
                          .lane = card % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread,
                          .run = [&](const TickContext&) { ++calls; }});
    }
    scheduler.Register({.start = TickGroup::kEndPhysics,
                        .engine_stage = true,
                        .run = [&](const TickContext&) { ++stages; }});
    for (std::uint64_t frame = 1; frame <= 100; ++frame) {
      calls = 0;
      const FrameResult& result = scheduler.RunFrame(0.1);
      EXPECT_EQ(result.is_cancelled, frame == kCancelled);
      EXPECT_EQ(result.cards_run, calls + 1) << "what is said is what was";
      EXPECT_EQ(result.cards_run + result.cards_skipped, kCards + 1);
      EXPECT_EQ(result.cards_skipped, frame == kCancelled ? 40U : 0U) << "PostPhysics";
      EXPECT_EQ(stages, frame) << "it comes to its end";
    }
  }
}

// case-X2: between any two cards, not only between frames. What CancelFrame finds not started does
// not start; on each other thread one card may just be on its way into its call.
TEST_P(CancelCasesTest, AfterACancelNoCardStartsCaseX2) {
  constexpr int kCards = 4000;
  constexpr int kBefore = 700;
  std::atomic<int> started = 0;
  std::atomic<int> late = 0;
  std::atomic<bool> cancelled = false;
  for (int card = 0; card < kCards; ++card) {
    scheduler_.Register({.lane = card % 4 == 0 ? Lane::kGameThread : Lane::kAnyThread,
                         .cost_us = card % 8 == 1 ? 50.0 : 0.1,
                         .run = [&](const TickContext& t) {
                           if (cancelled) ++late;
                           if (++started == kBefore) {
                             t.scheduler().CancelFrame();
                             cancelled = true;
                           }
                         }});
  }
  for (int frame = 0; frame < 30; ++frame) {
    started = 0;
    late = 0;
    cancelled = false;
    const FrameResult& result = scheduler_.RunFrame(0.1);
    EXPECT_TRUE(result.is_cancelled);
    EXPECT_EQ(result.cards_run, static_cast<std::uint64_t>(started));
    EXPECT_EQ(result.cards_run + result.cards_skipped, static_cast<std::uint64_t>(kCards));
    EXPECT_LE(late, GetParam().workers);
  }
}

}  // namespace
}  // namespace tickgraph
