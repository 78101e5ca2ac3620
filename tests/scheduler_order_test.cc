// Lanes and order as a user sees them: rules L1, L2, L3 and L9.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <latch>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/reference_plan.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;

class SchedulerOrderTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  std::vector<std::string> Run(int frames = 3) {
    std::vector<std::string> first;
    for (int frame = 0; frame < frames; ++frame) {
      EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
      std::vector<std::string> ran = log_.Take();
      if (frame == 0) first = ran;
      EXPECT_EQ(ran, first) << "frame " << frame;
    }
    return first;
  }

  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
  CallLog log_;
  const HangWatchdog watchdog_{"a test of order", std::chrono::seconds(100)};
};

// ---- L1 ---------------------------------------------------------------------------------------

TEST_P(SchedulerOrderTest, GameThreadCardsRunOnTheThreadThatCalledTheFrameRuleL1) {
  const std::thread::id game_thread = std::this_thread::get_id();
  std::atomic<int> elsewhere = 0;
  std::atomic<int> running = 0;
  std::atomic<int> overlaps = 0;
  for (int count = 0; count < 50; ++count) {
    scheduler_.Register(
        {.start = count % 2 == 0 ? TickGroup::kPrePhysics : TickGroup::kDuringPhysics,
         .run = [&](const TickContext& context) {
           elsewhere += std::this_thread::get_id() != game_thread || context.worker() != 0 ? 1 : 0;
           overlaps += ++running > 1 ? 1 : 0;
           --running;
         }});
    scheduler_.Register({.lane = Lane::kAnyThread, .run = [](const TickContext&) {}});
  }
  for (int frame = 0; frame < 10; ++frame) scheduler_.RunFrame(0.1);
  EXPECT_EQ(elsewhere, 0);
  EXPECT_EQ(overlaps, 0);
}

TEST_P(SchedulerOrderTest, TheLaneIsTheGameThreadByDefaultRuleL1) {
  EXPECT_EQ(scheduler_.Describe(scheduler_.Register({}))->lane, Lane::kGameThread);
}

TEST_P(SchedulerOrderTest, AnyThreadCardsMeetOnWorkersRuleL1) {
  if (GetParam().workers == 0) GTEST_SKIP() << "there is no worker to meet";
  // Each waits for the other, so they have to run on two threads at once.
  std::atomic<int> arrived = 0;
  for (int count = 0; count < 2; ++count) {
    scheduler_.Register({.lane = Lane::kAnyThread, .cost_us = 100, .run = [&](const TickContext&) {
                           ++arrived;
                           while (arrived < 2) std::this_thread::yield();
                         }});
  }
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_EQ(arrived, 2);
}

// ---- L2 ---------------------------------------------------------------------------------------

TEST_P(SchedulerOrderTest, RegistrationDecidesWhereNothingElseDoesRuleL2) {
  for (const char* name : {"a", "b", "c", "d"}) {
    scheduler_.Register({.name = name, .run = log_.Note(name)});
  }
  EXPECT_THAT(Run(), ElementsAre("a", "b", "c", "d"));
}

TEST_P(SchedulerOrderTest, PriorityThenOrderThenTieKeyDecideRuleL2) {
  scheduler_.Register({.order = 1, .tie_key = 0, .run = log_.Note("order 1, tie 0")});
  scheduler_.Register({.order = 0, .tie_key = 9, .run = log_.Note("order 0, tie 9")});
  scheduler_.Register({.order = 0, .tie_key = 3, .run = log_.Note("order 0, tie 3")});
  scheduler_.Register({.high_priority = true, .order = 2, .run = log_.Note("high, order 2")});
  scheduler_.Register({.high_priority = true, .order = -2, .run = log_.Note("high, order -2")});
  scheduler_.Register({.order = -5, .run = log_.Note("order -5")});
  EXPECT_THAT(Run(), ElementsAre("high, order -2", "high, order 2", "order -5", "order 0, tie 3",
                                 "order 0, tie 9", "order 1, tie 0"));
}

TEST_P(SchedulerOrderTest, HighPriorityDoesNotPullPrerequisitesForwardRuleL2) {
  scheduler_.Register({.run = log_.Note("first")});
  const TickHandle prerequisite = scheduler_.Register({.run = log_.Note("prerequisite")});
  scheduler_.Register({.run = log_.Note("other")});
  scheduler_.Register({.high_priority = true, .after = {prerequisite}, .run = log_.Note("high")});
  EXPECT_THAT(Run(), ElementsAre("first", "prerequisite", "high", "other"));
}

TEST_P(SchedulerOrderTest, AWorkerPrerequisiteTakesItsPlaceInPlanOrderRuleL2) {
  // The worker card comes third by registration, and with it the card that follows it, although its
  // own order is the lowest.
  scheduler_.Register({.run = log_.Note("a")});
  scheduler_.Register({.run = log_.Note("b")});
  const TickHandle worker =
      scheduler_.Register({.lane = Lane::kAnyThread, .run = [](const TickContext&) {}});
  scheduler_.Register({.run = log_.Note("c")});
  scheduler_.Register({.order = -9, .after = {worker}, .run = log_.Note("after worker")});
  EXPECT_THAT(Run(), ElementsAre("a", "b", "after worker", "c"));
}

TEST_P(SchedulerOrderTest, PlanOrderListsAllCardsRuleL2) {
  const TickHandle last = scheduler_.Register({.order = 5});
  const TickHandle worker = scheduler_.Register({.lane = Lane::kAnyThread, .order = 1});
  const TickHandle first = scheduler_.Register({});
  ASSERT_TRUE(scheduler_.MakePlan().ok());
  EXPECT_THAT(scheduler_.PlanOrder(), ElementsAre(first, worker, last));
}

// A game-thread card that waits for a worker card goes before one that releases another worker
// card of the same depth: the two worker cards must not be made to wait for each other.
TEST_P(SchedulerOrderTest, WorkerCardsOfEqualDepthDoNotHoldEachOtherUpRuleL9) {
  const TickHandle late = scheduler_.Register({.order = 100, .run = log_.Note("late")});
  const TickHandle source = scheduler_.Register({.lane = Lane::kAnyThread, .cost_us = 1});
  for (int count = 0; count < 2; ++count) {
    scheduler_.Register({.lane = Lane::kAnyThread, .cost_us = 1, .after = {late}});
    const TickHandle worker =
        scheduler_.Register({.lane = Lane::kAnyThread, .cost_us = 1, .after = {source}});
    scheduler_.Register({.after = {worker}, .run = log_.Note("early")});
  }
  EXPECT_THAT(Run(10), ElementsAre("early", "early", "late"));
}

// A newcomer may come between the cards of a plan that did not know of it: what it waits for must
// not wait for a game-thread card after it.
TEST_P(SchedulerOrderTest, ANewcomerWaitsForNoGameThreadCardAfterItRulesL9N2) {
  const auto worker = [this](std::vector<TickHandle> after) {
    return scheduler_.Register({.start = TickGroup::kPostPhysics,
                                .lane = Lane::kAnyThread,
                                .cost_us = 1,
                                .after = std::move(after),
                                .run = [](const TickContext&) {}});
  };
  const TickHandle late = scheduler_.Register(
      {.start = TickGroup::kPostPhysics, .order = 100, .run = log_.Note("late")});
  const TickHandle source = worker({});
  const TickHandle early_worker = worker({source});
  worker({late});
  TickHandle newcomer;
  scheduler_.Register({.run = [&](const TickContext&) {
    if (newcomer) scheduler_.Unregister(newcomer);
    newcomer = scheduler_.Register({.start = TickGroup::kPostPhysics,
                                    .order = -5,
                                    .after = {early_worker},
                                    .run = log_.Note("newcomer")});
  }});
  EXPECT_THAT(Run(10), ElementsAre("newcomer", "late"));
}

// ---- L3 ---------------------------------------------------------------------------------------

/// Without workers the game thread takes the ready cards one by one, so the order is exact.
class ClaimOrderTest : public testing::Test {
 protected:
  TickHandle Add(const std::string& name, double cost_us, std::vector<TickHandle> after = {}) {
    return scheduler_.Register({.name = name,
                                .lane = Lane::kAnyThread,
                                .cost_us = cost_us,
                                .after = std::move(after),
                                .run = log_.Note(name)});
  }

  MadeScheduler made_{{ExecutorKind::kFlow, 0}};
  TickScheduler& scheduler_ = made_.scheduler;
  CallLog log_;
};

TEST_F(ClaimOrderTest, TheLongestRemainingPathGoesFirstRuleL3) {
  Add("20", 20);
  Add("40", 40);
  Add("10", 10);
  Add("30", 30);
  // Later frames go by measured costs.
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("40", "30", "20", "10"));
}

TEST_F(ClaimOrderTest, WhatFollowsACardCountsRuleL3) {
  Add("alone", 50);
  const TickHandle fork = Add("fork", 10);
  Add("left", 20, {fork});
  Add("right", 45, {fork});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("fork", "alone", "right", "left"));
}

TEST_F(ClaimOrderTest, PlanOrderDecidesAmongEqualPathsRuleL3) {
  scheduler_.Register(
      {.lane = Lane::kAnyThread, .order = 1, .cost_us = 10, .run = log_.Note("order 1")});
  Add("b", 10);
  Add("c", 10);
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("b", "c", "order 1"));
}

TEST_F(ClaimOrderTest, OnlyWorkThatTheGroupNeedsIsDoneInItsWaitRuleL3) {
  scheduler_.Register({.end = TickGroup::kPostPhysics,
                       .lane = Lane::kAnyThread,
                       .cost_us = 1000,
                       .run = log_.Note("may end later")});
  Add("must end now", 10);
  scheduler_.Register(
      {.start = TickGroup::kPostPhysics, .run = log_.Note("game thread in PostPhysics")});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(),
              ElementsAre("must end now", "game thread in PostPhysics", "may end later"));
}

TEST_P(SchedulerOrderTest, AnyThreadCardsDoNotWaitForGameThreadCardsOfTheirGroupRuleL3) {
  if (GetParam().workers == 0) GTEST_SKIP() << "nobody else could start it";
  // The game-thread card ends only when the worker card has run.
  std::atomic<int> ran = 0;
  scheduler_.Register({.order = -1, .run = [&](const TickContext& context) {
                         while (ran < static_cast<int>(context.frame)) std::this_thread::yield();
                       }});
  scheduler_.Register(
      {.lane = Lane::kAnyThread, .cost_us = 100, .run = [&](const TickContext&) { ++ran; }});
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
}

// ---- L9 ---------------------------------------------------------------------------------------

class GameThreadPlaceTest : public SchedulerOrderTest {
 protected:
  /// Runs a frame group by group; each entry is preceded by the group's number.
  std::vector<std::string> RunByGroups() {
    std::vector<std::string> seen;
    EXPECT_TRUE(scheduler_.BeginFrame(0.1).ok());
    for (int group = 0; group < GroupIndex(TickGroup::kNewlySpawned); ++group) {
      EXPECT_TRUE(scheduler_.RunGroup(static_cast<TickGroup>(group)).ok());
      for (const std::string& name : log_.Take()) {
        seen.push_back(std::to_string(group) + " " + name);
      }
    }
    EXPECT_TRUE(scheduler_.EndFrame().ok());
    return seen;
  }

  TickHandle Worker(TickGroup start, TickGroup end, std::vector<TickHandle> after = {}) {
    return scheduler_.Register({.start = start,
                                .end = end,
                                .lane = Lane::kAnyThread,
                                .after = std::move(after),
                                .run = [](const TickContext&) {}});
  }

  TickHandle Game(const std::string& name, TickGroup start, std::vector<TickHandle> after = {}) {
    return scheduler_.Register(
        {.name = name, .start = start, .after = std::move(after), .run = log_.Note(name)});
  }
};

TEST_P(GameThreadPlaceTest, WaitsForAWorkerInItsOwnGroupRuleL9) {
  const TickHandle worker = Worker(TickGroup::kPrePhysics, TickGroup::kPrePhysics);
  Game("after", TickGroup::kPrePhysics, {worker});
  Game("next", TickGroup::kPrePhysics);
  EXPECT_THAT(RunByGroups(), ElementsAre("0 after", "0 next"));
}

TEST_P(GameThreadPlaceTest, RunsInTheWaitOfTheLaterEndOfAWorkerRuleL9) {
  const TickHandle worker = Worker(TickGroup::kPrePhysics, TickGroup::kPostPhysics);
  Game("moved", TickGroup::kPrePhysics, {worker});
  Game("pre", TickGroup::kPrePhysics);
  Game("post", TickGroup::kPostPhysics);
  EXPECT_THAT(RunByGroups(), ElementsAre("0 pre", "4 post", "4 moved"));
}

TEST_P(GameThreadPlaceTest, RunsInTheWaitOfThePhysicsStepRuleL9) {
  const TickHandle step = scheduler_.Register({.start = TickGroup::kStartPhysics,
                                               .end = TickGroup::kEndPhysics,
                                               .lane = Lane::kAnyThread,
                                               .engine_stage = true,
                                               .run = [](const TickContext&) {}});
  Game("after step", TickGroup::kPrePhysics, {step});
  Game("during", TickGroup::kDuringPhysics);
  EXPECT_THAT(RunByGroups(), ElementsAre("2 during", "3 after step"));
}

TEST_P(GameThreadPlaceTest, DuringPhysicsAfterAWorkerRunsInTheJoinRuleL9) {
  const TickHandle worker = Worker(TickGroup::kDuringPhysics, TickGroup::kDuringPhysics);
  Game("joined", TickGroup::kDuringPhysics, {worker});
  Game("during", TickGroup::kDuringPhysics);
  scheduler_.Register(
      {.start = TickGroup::kEndPhysics, .engine_stage = true, .run = log_.Note("end")});
  EXPECT_THAT(RunByGroups(), ElementsAre("2 during", "3 joined", "3 end"));
}

TEST_P(GameThreadPlaceTest, DuringPhysicsReachesTheWorkerThroughOthersRuleL9) {
  const TickHandle worker = Worker(TickGroup::kDuringPhysics, TickGroup::kDuringPhysics);
  const TickHandle next_worker =
      Worker(TickGroup::kDuringPhysics, TickGroup::kDuringPhysics, {worker});
  const TickHandle joined = Game("joined", TickGroup::kDuringPhysics, {next_worker});
  const TickHandle second = Game("second", TickGroup::kDuringPhysics, {joined});
  const TickHandle third_worker =
      Worker(TickGroup::kDuringPhysics, TickGroup::kDuringPhysics, {second});
  Game("third", TickGroup::kDuringPhysics, {third_worker});
  Game("during", TickGroup::kDuringPhysics);
  EXPECT_THAT(RunByGroups(), ElementsAre("2 during", "3 joined", "3 second", "3 third"));
}

TEST_P(GameThreadPlaceTest, AGameThreadCardAfterAMovedOneMovesTooRuleL9) {
  const TickHandle worker = Worker(TickGroup::kPrePhysics, TickGroup::kPostPhysics);
  const TickHandle moved = Game("moved", TickGroup::kPrePhysics, {worker});
  const TickHandle next = Game("next", TickGroup::kPrePhysics, {moved});
  Game("post", TickGroup::kPostPhysics, {next});
  Game("work", TickGroup::kPostUpdateWork, {next});
  EXPECT_THAT(RunByGroups(), ElementsAre("4 moved", "4 next", "4 post", "5 work"));
}

TEST_P(GameThreadPlaceTest, AWorkerAfterAMovedCardMovesTooRuleL9) {
  const TickHandle worker = Worker(TickGroup::kPrePhysics, TickGroup::kPostPhysics);
  const TickHandle moved = Game("moved", TickGroup::kPrePhysics, {worker});
  const TickHandle next = scheduler_.Register(
      {.lane = Lane::kAnyThread, .after = {moved}, .run = log_.Note("next worker")});
  Game("last", TickGroup::kPrePhysics, {next});
  EXPECT_THAT(RunByGroups(), ElementsAre("4 moved", "4 next worker", "4 last"));
}

TEST_P(GameThreadPlaceTest, AWorkerThatRunsOnPastThePlaceOfAMovedCardMovesFurtherRuleL9) {
  const TickHandle worker = Worker(TickGroup::kPrePhysics, TickGroup::kPostPhysics);
  const TickHandle moved = Game("moved", TickGroup::kPrePhysics, {worker});
  const TickHandle longer = Worker(TickGroup::kPrePhysics, TickGroup::kPostUpdateWork, {moved});
  Game("last", TickGroup::kPrePhysics, {longer});
  Game("work", TickGroup::kPostUpdateWork);
  EXPECT_THAT(RunByGroups(), ElementsAre("4 moved", "5 work", "5 last"));
}

TEST_P(GameThreadPlaceTest, ADisabledCardInBetweenChangesNoPlaceRulesL9P3) {
  const TickHandle worker = Worker(TickGroup::kPrePhysics, TickGroup::kPostPhysics);
  const TickHandle off = scheduler_.Register({.start_enabled = false, .after = {worker}});
  Game("moved", TickGroup::kPrePhysics, {off});
  EXPECT_THAT(RunByGroups(), ElementsAre("4 moved"));
}

// ---- All of it, against the reference ---------------------------------------------------------

TEST_P(SchedulerOrderTest, RandomGraphsRunAsTheReferenceSaysRulesG8L2L9P3P4) {
  std::mt19937 random(7);
  for (int round = 0; round < 120; ++round) {
    const std::size_t size = 2 + random() % 14;
    const ReferenceGraph graph = RandomGraph(random, size, random() % (2 * size), round % 5 == 0);
    const ReferencePlan expected(graph);
    SCOPED_TRACE("round " + std::to_string(round) + "\n" + DescribeGraph(graph));

    std::atomic<std::size_t> clock = 1;
    struct Span {
      std::size_t begin = 0;
      std::size_t end = 0;
    };
    std::vector<Span> spans(size);
    std::vector<std::size_t> game_order;
    std::vector<std::size_t> full_order;
    MadeScheduler made(GetParam());
    std::vector<TickHandle> handles;
    for (std::size_t number = 0; number < size; ++number) {
      const ReferenceCard& card = graph.cards[number];
      const bool is_game_thread = card.lane == Lane::kGameThread;
      handles.push_back(
          made.scheduler.Register({.start = card.start,
                                   .end = card.end,
                                   .lane = card.lane,
                                   .high_priority = card.high_priority,
                                   .order = card.order,
                                   .tie_key = card.tie_key,
                                   .start_enabled = card.enabled,
                                   .engine_stage = card.engine_stage,
                                   .cost_us = number % 3 == 0 ? 100.0 : 0.5,
                                   .run = [&, number, is_game_thread](const TickContext&) {
                                     spans[number].begin = clock++;
                                     if (is_game_thread) game_order.push_back(number);
                                     if (GetParam().kind == ExecutorKind::kSerial)
                                       full_order.push_back(number);
                                     spans[number].end = clock++;
                                   }}));
    }
    for (const auto& [from, to] : graph.edges) {
      made.scheduler.AddPrerequisite(handles[to], handles[from]);
    }

    std::vector<std::size_t> expected_game;
    std::vector<std::size_t> expected_full;
    for (const std::size_t number : expected.order) {
      if (!graph.cards[number].enabled) continue;
      expected_full.push_back(number);
      if (graph.cards[number].lane == Lane::kGameThread) expected_game.push_back(number);
    }
    for (int frame = 0; frame < 4; ++frame) {
      spans.assign(size, {});
      game_order.clear();
      full_order.clear();
      made.scheduler.RunFrame(0.1);
      EXPECT_EQ(game_order, expected_game);
      if (GetParam().kind == ExecutorKind::kSerial) {
        EXPECT_EQ(full_order, expected_full);
      }
      // Every pair that is ordered, also through cards that do not run.
      for (std::size_t from = 0; from < size; ++from) {
        std::vector<bool> is_after(size, false);
        const std::function<void(std::size_t)> walk = [&](std::size_t at) {
          for (std::size_t edge = 0; edge < graph.edges.size(); ++edge) {
            const std::size_t to = graph.edges[edge].second;
            if (!expected.counts[edge] || graph.edges[edge].first != at || is_after[to]) continue;
            is_after[to] = true;
            walk(to);
          }
        };
        walk(from);
        for (std::size_t to = 0; to < size; ++to) {
          if (!is_after[to] || !graph.cards[from].enabled || !graph.cards[to].enabled) continue;
          EXPECT_LT(spans[from].end, spans[to].begin) << from << " before " << to;
        }
      }
      for (std::size_t number = 0; number < size; ++number) {
        EXPECT_EQ(spans[number].end != 0, graph.cards[number].enabled) << number;
      }
      if (HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerOrderTest, AllExecutors(), ExecutorName);
INSTANTIATE_TEST_SUITE_P(Executors, GameThreadPlaceTest, AllExecutors(), ExecutorName);

// Without workers everything is run in plan order unless kFlow asks for chunks, which the game
// thread runs where it waits.
TEST(SchedulerExecutorTest, AutomaticIsSerialWithoutWorkers) {
  const auto order_with = [](ExecutorKind kind) {
    TickScheduler scheduler({.executor = kind});
    std::string order;
    scheduler.Register({.end = TickGroup::kPostPhysics,
                        .lane = Lane::kAnyThread,
                        .run = [&](const TickContext&) { order += "any "; }});
    scheduler.Register({.run = [&](const TickContext&) { order += "game "; }});
    scheduler.RunFrame(0.1);
    return order;
  };
  EXPECT_EQ(order_with(ExecutorKind::kAutomatic), order_with(ExecutorKind::kSerial));
  EXPECT_EQ(order_with(ExecutorKind::kSerial), "any game ");
  EXPECT_EQ(order_with(ExecutorKind::kFlow), "game any ");
}

TEST(SchedulerExecutorTest, AutomaticUsesWorkers) {
  WorkerPool workers({.count = 1});
  TickScheduler scheduler({.workers = &workers});
  std::latch both(2);
  const auto meet = [&](const TickContext&) { both.arrive_and_wait(); };
  scheduler.Register({.lane = Lane::kAnyThread, .run = meet});
  scheduler.Register({.run = meet});
  const HangWatchdog watchdog("two cards that meet", std::chrono::seconds(10));
  EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, 2U);
}

}  // namespace
}  // namespace tickgraph
