// Trouble that people had with functions that wait inside their calls. docs/cases.md lists all
// cases.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/sanitizers.h"
#include "tests/support/small_stack.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

constexpr std::array kLanes = {Lane::kGameThread, Lane::kAnyThread};

class NestedWaitCasesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  HangWatchdog watchdog_{"cards that wait", std::chrono::seconds(200)};
};

INSTANTIATE_TEST_SUITE_P(Executors, NestedWaitCasesTest, AllExecutors(), ExecutorName);

// case-A5: loops in loops in each of 64 cards, more waiting callers than threads (rule L7).
TEST(NestedWaitCasesPoolTest, NestedLoopsInEveryCardCaseA5) {
  const HangWatchdog watchdog("nested loops", std::chrono::seconds(200));
  for (int workers = 0; workers <= 4; ++workers) {
    MadeScheduler made({ExecutorKind::kFlow, workers});
    std::atomic<int> calls = 0;
    for (int card = 0; card < 64; ++card) {
      made.scheduler.Register({.start = TickGroup::kDuringPhysics,
                               .lane = kLanes[card % 8 != 0],
                               .cost_us = 100,
                               .run = [&](const TickContext& t) {
                                 t.ParallelFor(4, 1, [&](std::size_t) {
                                   t.ParallelFor(3, 1, [&](std::size_t) {
                                     t.ParallelFor(2, 1, [&](std::size_t) { ++calls; });
                                   });
                                 });
                               }});
    }
    for (int frame = 1; frame <= 5; ++frame) {
      EXPECT_TRUE(made.scheduler.RunFrame(0.1).ok());
      EXPECT_EQ(calls, frame * 64 * 24) << workers << " workers";
    }
  }
}

// case-A6: a card that waits for its loop runs no other card meanwhile, so the stack is one card
// deep however many of them wait (rules L5, L7). The game thread has 256 KiB.
TEST_P(NestedWaitCasesTest, AWaitingCardRunsNoOtherCardCaseA6) {
  constexpr int kCards = 100'000 / (kIsSanitized ? 20 : 1);
  std::array<std::atomic<int>, 8> depth = {};
  std::atomic<int> deepest = 0;
  std::atomic<int> children = 0;
  RunOnSmallStack([&] {
    MadeScheduler made(GetParam());
    for (int card = 0; card < kCards; ++card) {
      made.scheduler.Register({.start = TickGroup::kDuringPhysics,
                               .lane = kLanes[card % 5 != 0],
                               .run = [&](const TickContext& t) {
                                 auto& here = depth.at(static_cast<std::size_t>(t.worker()));
                                 if (++here > 1) deepest = here.load();
                                 t.ParallelFor(2, 1, [&](std::size_t) { ++children; });
                                 --here;
                               }});
    }
    EXPECT_EQ(made.scheduler.RunFrame(0.1).cards_run, static_cast<std::uint64_t>(kCards));
  });
  EXPECT_EQ(children, 2 * kCards);
  EXPECT_EQ(deepest, 0) << "a card was called inside another one";
}

// case-A6: neither does one that waits for the frame of another scheduler.
TEST_P(NestedWaitCasesTest, AHostRunsNoOtherCardOfItsSchedulerCaseA6) {
  constexpr int kHosts = 60;
  MadeScheduler made(GetParam());
  std::array<std::atomic<int>, 8> depth = {};
  std::atomic<int> deepest = 0;
  std::atomic<int> leaves = 0;
  std::vector<std::unique_ptr<TickScheduler>> inner;
  for (int host = 0; host < kHosts; ++host) {
    inner.push_back(std::make_unique<TickScheduler>(
        TickSchedulerDefinition{.workers = &made.workers, .executor = GetParam().kind}));
    for (int leaf = 0; leaf < 4; ++leaf) {
      inner.back()->Register(
          {.lane = Lane::kAnyThread, .cost_us = 100, .run = [&](auto&) { ++leaves; }});
    }
    made.scheduler.Register({.lane = Lane::kAnyThread,
                             .cost_us = 100,
                             .run = [&, scheduler = inner.back().get()](const TickContext& t) {
                               auto& here = depth.at(static_cast<std::size_t>(t.worker()));
                               if (++here > 1) deepest = here.load();
                               scheduler->RunFrame(t.delta);
                               --here;
                             }});
  }
  for (int frame = 1; frame <= 10; ++frame) {
    EXPECT_TRUE(made.scheduler.RunFrame(0.1).ok());
    EXPECT_EQ(leaves, frame * kHosts * 4);
  }
  EXPECT_EQ(deepest, 0);
}

}  // namespace
}  // namespace tickgraph
