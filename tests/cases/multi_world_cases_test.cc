// Trouble that people had with several schedulers and with empty ones. docs/cases.md lists all
// cases.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/soak.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

constexpr std::array kLanes = {Lane::kGameThread, Lane::kAnyThread};

/// AllExecutors, and pools that have many more workers than the machine has processors.
class MultiWorldCasesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  HangWatchdog watchdog_{"several schedulers", std::chrono::seconds(200)};
  WorkerPool workers_{{.count = GetParam().workers}};
  const TickSchedulerDefinition definition_{.workers = &workers_, .executor = GetParam().kind};
};

INSTANTIATE_TEST_SUITE_P(Executors, MultiWorldCasesTest, AllExecutors(), ExecutorName);
INSTANTIATE_TEST_SUITE_P(ManyWorkers, MultiWorldCasesTest,
                         testing::Values(ExecutorChoice{ExecutorKind::kFlow, 8},
                                         ExecutorChoice{ExecutorKind::kFlow, 16}),
                         ExecutorName);

/// A scheduler all of whose cards tick schedulers, down to `depth`.
class Tower {
 public:
  Tower(const TickSchedulerDefinition& definition, int depth, std::atomic<int>& leaves)
      : scheduler_(definition) {
    for (std::size_t card = 0; card < 3; ++card) {
      if (depth > 0) inner_.push_back(std::make_unique<Tower>(definition, depth - 1, leaves));
      scheduler_.Register({.lane = kLanes[card != 0],
                           .cost_us = 100,
                           .run = [this, card, depth, &leaves](const TickContext& t) {
                             if (depth == 0) {
                               ++leaves;
                             } else {
                               EXPECT_TRUE(inner_[card]->Tick(t.delta));
                             }
                           }});
    }
  }

  bool Tick(double delta) { return scheduler_.RunFrame(delta).ok(); }

 private:
  TickScheduler scheduler_;
  std::vector<std::unique_ptr<Tower>> inner_;
};

// case-M1: every card of a scheduler ticks another one on the same pool and waits for it, three
// deep, so that more threads wait than there are (rule L6).
TEST_P(MultiWorldCasesTest, EveryCardTicksASchedulerCaseM1) {
  std::atomic<int> leaves = 0;
  Tower tower(definition_, 3, leaves);
  for (int frame = 1; frame <= 10; ++frame) {
    EXPECT_TRUE(tower.Tick(0.1));
    EXPECT_EQ(leaves, frame * 81);
  }
}

// case-M3: nothing to do is done at once: no card, cards without work, empty groups, everything
// disabled, everything cancelled, everything gone; in this order and again.
TEST_P(MultiWorldCasesTest, FramesOfNothingCaseM3) {
  TickScheduler scheduler(definition_);
  std::uint64_t frames = 0;
  std::atomic<int> calls = 0;
  const auto expect = [&](std::uint64_t cards) {
    for (int repeat = 0; repeat < 5; ++repeat) {
      const FrameResult& frame = scheduler.RunFrame(0.1);
      EXPECT_TRUE(frame.ok()) << frame;
      EXPECT_EQ(frame.cards_run, cards);
      EXPECT_EQ(frame.frame, ++frames);
    }
  };
  for (int round = 0; round < 4; ++round) {
    expect(0);
    std::vector<TickHandle> cards;
    for (std::size_t card = 0; card < 40; ++card) {
      cards.push_back(scheduler.Register({.start = TickGroup::kPostPhysics,
                                          .lane = kLanes[card % 2],
                                          .run = [&](const TickContext&) { ++calls; }}));
    }
    for (const TickHandle card : cards) scheduler.SetEnabled(card, false);
    expect(0);
    const TickHandle canceller =
        scheduler.Register({.run = [&](const TickContext& t) { t.scheduler().CancelFrame(); }});
    for (const TickHandle card : cards) scheduler.SetEnabled(card, true);
    expect(1);
    for (const TickHandle card : cards) scheduler.Unregister(card);
    scheduler.Unregister(canceller);
    const TickHandle bodiless = scheduler.Register({.lane = Lane::kAnyThread});
    scheduler.RegisterSet({.name = "an empty set", .after = {bodiless}});
    expect(scheduler.RunFrame(0.1).cards_run == 1 ? (++frames, 1) : (++frames, 0));
    scheduler.Unregister(bodiless);
  }
  EXPECT_EQ(calls, 0);
}

// case-M4: a pool and a scheduler are made, run two frames, and end, thousands of times, alone and
// in two threads at once; also where the pool is shared and only the schedulers come and go.
TEST_P(MultiWorldCasesTest, MadeTwoFramesAndGoneCaseM4Soak) {
  const int rounds = SoakScale(10'000);
  const auto live = [&](WorkerPool* shared) {
    for (int round = 0; round < rounds; ++round) {
      std::unique_ptr<WorkerPool> own;
      if (shared == nullptr) {
        own = std::make_unique<WorkerPool>(WorkerPoolDefinition{.count = GetParam().workers});
      }
      TickScheduler scheduler(
          {.workers = shared != nullptr ? shared : own.get(), .executor = GetParam().kind});
      std::atomic<int> calls = 0;
      for (std::size_t card = 0; card < 12; ++card) {
        scheduler.Register(
            {.start = card % 3 == 0 ? TickGroup::kPrePhysics : TickGroup::kDuringPhysics,
             .lane = kLanes[card % 4 != 0],
             .cost_us = 20,
             .run = [&](const TickContext&) { ++calls; }});
      }
      for (int frame = 0; frame < 2; ++frame) EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
      EXPECT_EQ(calls, 24);
    }
  };
  live(nullptr);
  for (WorkerPool* shared : {static_cast<WorkerPool*>(nullptr), &workers_}) {
    std::thread other(live, shared);
    live(shared);
    other.join();
  }
}

}  // namespace
}  // namespace tickgraph
