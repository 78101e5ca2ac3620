// Cancelling a frame: rule F2.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CancelTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  CallLog log_;
  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
};

INSTANTIATE_TEST_SUITE_P(Executors, CancelTest, AllExecutors(), ExecutorName);

TEST_P(CancelTest, NoCardStartsAnyMoreButEngineStagesRuleF2) {
  scheduler_.Register({.name = "first", .run = [&](const TickContext& t) {
                         log_.Add("first");
                         t.scheduler().CancelFrame();
                       }});
  scheduler_.Register({.name = "second", .run = log_.Note("second")});
  scheduler_.Register({.name = "worker",
                       .start = TickGroup::kPostPhysics,
                       .lane = Lane::kAnyThread,
                       .run = log_.Note("worker")});
  scheduler_.Register({.name = "stage",
                       .start = TickGroup::kEndPhysics,
                       .engine_stage = true,
                       .run = log_.Note("stage")});

  const FrameResult& result = scheduler_.RunFrame(0.1);

  EXPECT_THAT(log_.Take(), ElementsAre("first", "stage"));
  EXPECT_TRUE(result.is_cancelled);
  EXPECT_TRUE(result.ok()) << result;
  EXPECT_EQ(result.cards_run, 2U);
  EXPECT_EQ(result.cards_run + result.cards_skipped, 4U);
}

TEST_P(CancelTest, TheNextFrameIsNormalRuleF2) {
  bool cancels = true;
  scheduler_.Register({.name = "first", .run = [&](const TickContext& t) {
                         if (cancels) t.scheduler().CancelFrame();
                       }});
  scheduler_.Register({.name = "second", .run = log_.Note("second")});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), IsEmpty());

  cancels = false;
  const FrameResult& result = scheduler_.RunFrame(0.1);

  EXPECT_THAT(log_.Take(), ElementsAre("second"));
  EXPECT_FALSE(result.is_cancelled);
  EXPECT_EQ(result.cards_run, 2U);
}

TEST_P(CancelTest, RunningCardsFinishRuleF2) {
  std::vector<int> seen(100, 0);
  scheduler_.Register({.name = "loop", .lane = Lane::kAnyThread, .run = [&](const TickContext& t) {
                         t.scheduler().CancelFrame();
                         t.ParallelFor(seen.size(), 1, [&](std::size_t index) { seen[index] = 1; });
                         log_.Add("loop");
                       }});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("loop"));
  EXPECT_THAT(seen, testing::Each(1));
}

TEST_P(CancelTest, WhatComesAfterACancelWaitsForTheNextFrameRuleF2) {
  TickHandle sleeper =
      scheduler_.Register({.name = "sleeper", .start_enabled = false, .run = log_.Note("sleeper")});
  TickHandle toggled = scheduler_.Register(
      {.name = "toggled", .start = TickGroup::kPostPhysics, .run = log_.Note("toggled")});
  scheduler_.Register({.name = "first", .run = [&](const TickContext& t) {
                         if (t.frame > 1) return;
                         TickScheduler& scheduler = t.scheduler();
                         scheduler.CancelFrame();
                         scheduler.SetEnabled(sleeper, true);
                         scheduler.SetEnabled(toggled, false);
                         scheduler.SetEnabled(toggled, true);
                         scheduler.Register({.name = "newcomer", .run = log_.Note("newcomer")});
                         scheduler.Register({.name = "new stage",
                                             .start = TickGroup::kEndPhysics,
                                             .engine_stage = true,
                                             .run = log_.Note("new stage")});
                       }});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("new stage"));
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.TakeSorted(), ElementsAre("new stage", "newcomer", "sleeper", "toggled"));
}

TEST_P(CancelTest, AnyThreadMayCancelRuleF2) {
  scheduler_.Register({.name = "waits", .run = [&](const TickContext& t) {
                         std::thread([&] { t.scheduler().CancelFrame(); }).join();
                       }});
  scheduler_.Register({.name = "second", .run = log_.Note("second")});
  EXPECT_TRUE(scheduler_.RunFrame(0.1).is_cancelled);
  EXPECT_THAT(log_.Take(), IsEmpty());
}

TEST_P(CancelTest, OutsideOfAFrameNothingIsCancelled) {
  scheduler_.Register({.name = "card", .run = log_.Note("card")});
  scheduler_.CancelFrame();
  EXPECT_FALSE(scheduler_.RunFrame(0.1).is_cancelled);
  EXPECT_THAT(log_.Take(), ElementsAre("card"));
}

TEST_P(CancelTest, CancelledFromOutsideAtAnyTimeEveryCardIsCountedRuleF2) {
  constexpr std::uint64_t kCards = 300;
  for (std::uint64_t card = 0; card < kCards; ++card) {
    scheduler_.Register({.name = "card",
                         .start = card % 3 == 0 ? TickGroup::kPrePhysics : TickGroup::kPostPhysics,
                         .lane = card % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread,
                         .run = [](const TickContext&) {}});
  }
  std::atomic<bool> stops{false};
  std::thread canceller([&] {
    while (!stops.load()) scheduler_.CancelFrame();
  });
  for (int frame = 0; frame < 200; ++frame) {
    const FrameResult& result = scheduler_.RunFrame(0.1);
    EXPECT_EQ(result.cards_run + result.cards_skipped, kCards);
  }
  stops = true;
  canceller.join();
  EXPECT_EQ(scheduler_.RunFrame(0.1).cards_run, kCards);
}

}  // namespace
}  // namespace tickgraph
