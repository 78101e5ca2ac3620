// Cards that come, go and change in the middle of a frame: rules N1 to N4, N7, I1, P2.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/logged_scheduler_test.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class SchedulerNewcomersTest : public LoggedSchedulerTest {
 protected:
  SchedulerNewcomersTest() : LoggedSchedulerTest({.max_rounds = 5}) {}

  /// A game-thread card in `group` that does `once` in the first frame.
  TickHandle Once(TickGroup group, std::function<void()> once, Lane lane = Lane::kGameThread) {
    return scheduler_.Register({.name = "once",
                                .start = group,
                                .lane = lane,
                                .engine_stage = IsPhysicsEdgeGroup(group),
                                .run = [once = std::move(once)](const TickContext& t) {
                                  t.frame == 1 ? once() : void();
                                }});
  }
};

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerNewcomersTest, AllExecutors(), ExecutorName);

// rules P2, P4: an edge that closed a cycle counts at once when a card of the cycle is gone.
TEST_P(SchedulerNewcomersTest, ARefusedEdgeCountsWhenItsCycleIsBroken) {
  const TickHandle first = Add("first");
  const TickHandle second = Add("second", {.after = {first}});
  scheduler_.Register({.name = "spawner", .order = -1, .run = [&](const TickContext& t) {
                         if (t.frame > 1) return;
                         const TickHandle late = Add("late", {.after = {second}});
                         scheduler_.AddPrerequisite(first, late);
                         scheduler_.Unregister(second);
                       }});
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_THAT(log_.Take(), ElementsAre("late", "first"));
}

// rule P2: an edge that a newcomer gets when its group already runs counts at once, too.
TEST_P(SchedulerNewcomersTest, ANewcomerInTheRunningGroupFollowsWhatItIsPutBehind) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    for (const TickGroup group : {TickGroup::kPostPhysics, TickGroup::kPostUpdateWork}) {
      MadeScheduler made(GetParam());
      TickScheduler& scheduler = made.scheduler;
      TickHandle late;
      const TickHandle last = scheduler.Register(
          {.name = "last", .start = group, .lane = lane, .order = 2, .run = log_.Note("last")});
      scheduler.Register({.name = "spawner", .run = [&](const TickContext& t) {
                            if (t.frame > 1) return;
                            late = scheduler.Register({.name = "late",
                                                       .start = TickGroup::kPostPhysics,
                                                       .order = 1,
                                                       .run = log_.Note("late")});
                          }});
      scheduler.Register(
          {.name = "earlier", .start = TickGroup::kPostPhysics, .run = [&](const TickContext& t) {
             if (t.frame == 1) scheduler.AddPrerequisite(late, last);
           }});
      EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
      EXPECT_THAT(log_.Take(), ElementsAre("last", "late")) << TickGroupName(group);
    }
  }
}

TEST_P(SchedulerNewcomersTest, NewcomersOfARunningGroupFollowEachOther) {
  TickHandle first;
  TickHandle second;
  scheduler_.Register({.name = "spawner", .run = [&](const TickContext& t) {
                         if (t.frame > 1) return;
                         first = Add("first", {.start = TickGroup::kPostPhysics, .order = 1});
                         second = Add("second", {.start = TickGroup::kPostPhysics, .order = 2});
                         Add("third", {.start = TickGroup::kPostPhysics, .after = {first}});
                       }});
  Once(TickGroup::kPostPhysics, [&] { scheduler_.AddPrerequisite(first, second); });
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_THAT(log_.Take(), ElementsAre("second", "first", "third"));
}

// rule N2: rounds follow groups 0, 4 and 5; a newcomer's newcomer comes in the same group.
TEST_P(SchedulerNewcomersTest, RoundsFollowTheirGroups) {
  for (const TickGroup group :
       {TickGroup::kPrePhysics, TickGroup::kPostPhysics, TickGroup::kPostUpdateWork}) {
    for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
      MadeScheduler made(GetParam());
      TickScheduler& scheduler = made.scheduler;
      const auto spawn = [&](const TickContext& t) {
        if (t.frame > 1) return;
        scheduler.Register({.name = "child", .lane = lane, .run = [&](const TickContext& c) {
                              log_.Add("child");
                              if (c.frame > 1) return;
                              scheduler.Register({.name = "grandchild",
                                                  .lane = lane,
                                                  .run = log_.Note("grandchild")});
                            }});
      };
      scheduler.Register({.name = "spawner", .start = group, .lane = lane, .run = spawn});
      ASSERT_TRUE(scheduler.BeginFrame(0.1).ok());
      for (int index = 0; index < GroupIndex(group); ++index) {
        ASSERT_TRUE(scheduler.RunGroup(static_cast<TickGroup>(index)).ok());
      }
      EXPECT_THAT(log_.Take(), IsEmpty());
      ASSERT_TRUE(scheduler.RunGroup(group).ok());
      EXPECT_THAT(log_.Take(), ElementsAre("child", "grandchild")) << TickGroupName(group);
      const FrameResult& result = scheduler.EndFrame();
      EXPECT_EQ(result.newcomers, 2U);
      EXPECT_EQ(result.cards_run, 3U);
      EXPECT_EQ(result.cards_skipped, 0U);
      EXPECT_THAT(log_.Take(), IsEmpty()) << "once a frame";
    }
  }
}

// rule N2, group 6: what comes between PostUpdateWork and LastDemotable runs in the latter.
TEST_P(SchedulerNewcomersTest, RoundsFollowLastDemotable) {
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  for (int group = 0; group < GroupIndex(TickGroup::kLastDemotable); ++group) {
    ASSERT_TRUE(scheduler_.RunGroup(static_cast<TickGroup>(group)).ok());
  }
  Add("late");
  Add("late worker", {.lane = Lane::kAnyThread});
  ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kLastDemotable).ok());
  EXPECT_THAT(log_.Take(), UnorderedElementsAre("late", "late worker"));
  scheduler_.EndFrame();
}

// rule N2: after the last group a newcomer waits for the next frame.
TEST_P(SchedulerNewcomersTest, AfterTheLastGroupNewcomersWait) {
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  for (int group = 0; group < GroupIndex(TickGroup::kNewlySpawned); ++group) {
    ASSERT_TRUE(scheduler_.RunGroup(static_cast<TickGroup>(group)).ok());
  }
  Add("too late");
  EXPECT_EQ(scheduler_.EndFrame().newcomers, 0U);
  EXPECT_THAT(log_.Take(), IsEmpty());
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("too late"));
}

struct Arrival {
  /// Where the card comes, and whether that is after the group instead of in it.
  TickGroup during;
  bool after;
  /// Where it may run first.
  TickGroup runs_in;
};

// rule N2: where a newcomer joins.
TEST_P(SchedulerNewcomersTest, NewcomersJoinTheGroupOfTheirArrival) {
  using enum TickGroup;
  const std::vector<Arrival> arrivals = {
      {kPrePhysics, false, kPrePhysics},         {kPrePhysics, true, kDuringPhysics},
      {kStartPhysics, false, kDuringPhysics},    {kStartPhysics, true, kDuringPhysics},
      {kDuringPhysics, false, kPostPhysics},     {kDuringPhysics, true, kPostPhysics},
      {kEndPhysics, false, kPostPhysics},        {kEndPhysics, true, kPostPhysics},
      {kPostPhysics, false, kPostPhysics},       {kPostPhysics, true, kPostUpdateWork},
      {kPostUpdateWork, false, kPostUpdateWork}, {kPostUpdateWork, true, kLastDemotable},
  };
  for (const Arrival& arrival : arrivals) {
    for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
      MadeScheduler made(GetParam());
      TickScheduler& scheduler = made.scheduler;
      const auto add = [&] {
        scheduler.Register({.name = "new", .lane = lane, .run = log_.Note("new")});
      };
      if (!arrival.after) {
        scheduler.Register({.name = "spawner",
                            .start = arrival.during,
                            .engine_stage = true,
                            .run = [&](const TickContext&) { add(); }});
      }
      ASSERT_TRUE(scheduler.BeginFrame(0.1).ok());
      // What any-thread cards of DuringPhysics did is known for certain at its join.
      const int known = arrival.runs_in == kDuringPhysics && lane == Lane::kAnyThread
                            ? GroupIndex(kEndPhysics)
                            : GroupIndex(arrival.runs_in);
      for (int group = 0; group <= known; ++group) {
        if (group < GroupIndex(arrival.runs_in)) {
          EXPECT_THAT(log_.Take(), IsEmpty()) << group;
        }
        ASSERT_TRUE(scheduler.RunGroup(static_cast<TickGroup>(group)).ok());
        if (arrival.after && group == GroupIndex(arrival.during)) add();
      }
      EXPECT_THAT(log_.Take(), ElementsAre("new"))
          << TickGroupName(arrival.during) << (arrival.after ? " after" : " in");
      scheduler.EndFrame();
    }
  }
}

// rule N2, L2: later newcomers take their place in plan order in their group.
TEST_P(SchedulerNewcomersTest, LaterNewcomersTakeTheirPlaceInPlanOrder) {
  using enum TickGroup;
  Add("first", {.start = kPostPhysics, .order = 1});
  const TickHandle fifth = Add("fifth", {.start = kPostPhysics, .order = 5});
  Add("ninth", {.start = kPostPhysics, .order = 9});
  Once(kPrePhysics, [&, fifth] {
    Add("seventh", {.start = kPostPhysics, .order = 7});
    Add("third", {.start = kPostPhysics, .order = 3});
    Add("high", {.start = kPostPhysics, .high_priority = true, .order = 8});
    Add("after fifth", {.start = kPostPhysics, .order = 2, .after = {fifth}});
    Add("tenth", {.start = kPostPhysics, .order = 10});
  });
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("high", "first", "third", "fifth", "after fifth", "seventh",
                                       "ninth", "tenth"));
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("high", "first", "third", "fifth", "after fifth", "seventh",
                                       "ninth", "tenth"))
      << "the same as in a plan";
}

// rule P2: every edge of a newcomer counts at once, also for a card that was there before, and for
// what comes after that one, on any lane.
TEST_P(SchedulerNewcomersTest, AnExistingCardFollowsANewcomer) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    TickScheduler& scheduler = made.scheduler;
    TickHandle old;
    scheduler.Register({.name = "spawner", .run = [&](const TickContext& t) {
                          if (t.frame > 1) return;
                          const TickHandle fresh = scheduler.Register(
                              {.name = "new", .lane = lane, .run = log_.Note("new")});
                          scheduler.AddPrerequisite(old, fresh);
                        }});
    old = scheduler.Register({.name = "old", .run = log_.Note("old")});
    const TickHandle helper = scheduler.Register(
        {.name = "helper", .lane = Lane::kAnyThread, .after = {old}, .run = log_.Note("helper")});
    scheduler.Register({.name = "last", .after = {helper}, .run = log_.Note("last")});
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, 5U);
    EXPECT_THAT(log_.Take(), ElementsAre("new", "old", "helper", "last"));
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, 5U);
    EXPECT_THAT(log_.Take(), ElementsAre("new", "old", "helper", "last"));
  }
}

// rule I1: one enabled in mid-frame comes in like a newcomer; at most one visit a frame.
TEST_P(SchedulerNewcomersTest, EnablingInMidFrame) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    TickScheduler& scheduler = made.scheduler;
    const TickHandle early = scheduler.Register(
        {.name = "early", .lane = lane, .start_enabled = false, .run = log_.Note("early")});
    const TickHandle ran =
        scheduler.Register({.name = "ran", .lane = lane, .run = log_.Note("ran")});
    const TickHandle switched =
        scheduler.Register({.name = "switcher", .after = {ran}, .run = [&](const TickContext& t) {
                              if (t.frame > 1) return;
                              scheduler.SetEnabled(early, true);
                              scheduler.SetEnabled(ran, false);
                              scheduler.SetEnabled(ran, true);
                              scheduler.SetEnabled(ran, true);
                            }});
    const FrameResult& result = scheduler.RunFrame(0.1);
    EXPECT_THAT(log_.Take(), ElementsAre("ran", "early"));
    EXPECT_EQ(result.cards_run, 3U);
    EXPECT_EQ(result.cards_skipped, 0U);
    EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, 3U);
    EXPECT_THAT(log_.Take(), UnorderedElementsAre("ran", "early"));
    EXPECT_TRUE(scheduler.IsRegistered(switched));
  }
}

// rule I1: a card disabled before it starts does not run, however it comes.
TEST_P(SchedulerNewcomersTest, DisablingInMidFrame) {
  TickHandle plain;
  TickHandle fresh;
  Once(TickGroup::kPrePhysics, [&] {
    fresh = Add("new", {.start = TickGroup::kPostPhysics});
    scheduler_.SetEnabled(plain, false);
    scheduler_.SetEnabled(fresh, false);
  });
  plain = Add("plain");
  Add("after plain", {.after = {plain}});
  EXPECT_EQ(scheduler_.RunFrame(0.1).cards_skipped, 2U);
  EXPECT_THAT(log_.Take(), ElementsAre("after plain"));
  scheduler_.SetEnabled(plain, true);
  scheduler_.SetEnabled(fresh, true);
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("plain", "after plain", "new"));
}

// rule N3: rounds are bounded; the error names who kept spawning, the rest ticks next frame.
TEST_P(SchedulerNewcomersTest, RoundsAreBounded) {
  int spawned = 0;
  std::function<void()> spawn = [&] {
    ++spawned;
    scheduler_.Register({.name = "rabbit", .run = [&](const TickContext& t) {
                           if (t.frame == 1) spawn();
                         }});
  };
  Once(TickGroup::kPrePhysics, [&] { spawn(); });
  const FrameResult first = scheduler_.RunFrame(0.1);
  EXPECT_EQ(first.error_count, 1U);
  EXPECT_EQ(first.first_error.code, TickErrorCode::kTooManyRounds);
  EXPECT_EQ(scheduler_.NameOf(first.first_error.other), "\"rabbit\"");
  EXPECT_THAT(first.first_error_text, HasSubstr("5 rounds"));
  EXPECT_EQ(spawned, 6);
  EXPECT_EQ(first.cards_run, 6U) << "one and five rounds of one";
  EXPECT_EQ(first.cards_skipped, 1U);
  EXPECT_EQ(scheduler_.RunFrame(0.1).cards_run, 7U) << "the rest ticks next frame";
  EXPECT_TRUE(scheduler_.last_frame().ok());
}

// rule N3, P3: what waits for a newcomer that was put off does not wait for ever.
TEST_P(SchedulerNewcomersTest, WhatComesAfterAPutOffNewcomerRuns) {
  std::function<void()> spawn = [&] {
    const TickHandle rabbit =
        scheduler_.Register({.name = "rabbit", .run = [&](const TickContext& t) {
                               if (t.frame == 1) spawn();
                             }});
    Add("game", {.start = TickGroup::kPostPhysics, .after = {rabbit}});
    Add("any", {.start = TickGroup::kPostPhysics, .lane = Lane::kAnyThread, .after = {rabbit}});
  };
  Once(TickGroup::kPrePhysics, [&] { spawn(); });
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 1U);
  EXPECT_EQ(log_.Take().size(), 12U);
}

// A card whose prerequisite went in mid-frame and which was enabled then runs in an early group,
// although its place in the plan lies in a later one.
TEST_P(SchedulerNewcomersTest, EnablingWithoutThePrerequisiteThatHeldIt) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    TickScheduler& scheduler = made.scheduler;
    const TickHandle late = scheduler.Register(
        {.name = "late", .start = TickGroup::kPostPhysics, .run = log_.Note("late")});
    const TickHandle held = scheduler.Register({.name = "held",
                                                .lane = lane,
                                                .start_enabled = false,
                                                .after = {late},
                                                .run = log_.Note("held")});
    scheduler.Register({.name = "free", .run = [&](const TickContext&) {
                          scheduler.RemovePrerequisite(held, late);
                          scheduler.SetEnabled(held, true);
                        }});
    scheduler.RunFrame(0.1);
    EXPECT_THAT(log_.Take(), ElementsAre("held", "late"));
  }
}

// The same for a card whose worker may be calling it in its old place.
TEST_P(SchedulerNewcomersTest, EnablingAgainWithoutALongPrerequisite) {
  const TickHandle longer = Add("long", {.end = TickGroup::kPostPhysics, .lane = Lane::kAnyThread});
  const TickHandle held = Add("held", {.lane = Lane::kAnyThread, .after = {longer}});
  Once(TickGroup::kPrePhysics, [&] {
    scheduler_.SetEnabled(held, false);
    scheduler_.RemovePrerequisite(held, longer);
    scheduler_.SetEnabled(held, true);
  });
  EXPECT_EQ(scheduler_.RunFrame(0.1).cards_run, 3U);
  EXPECT_THAT(log_.Take(), UnorderedElementsAre("long", "held"));
}

// rule N1: from cards on each lane and from other threads; nothing is lost, nothing runs twice.
TEST_P(SchedulerNewcomersTest, ChangesFromEverywhereAreKept) {
  constexpr int kFrames = 20;
  constexpr int kThreads = 3;
  constexpr int kOfEach = 50;
  std::atomic<int> calls{0};
  const auto count = [&](const TickContext&) { ++calls; };
  for (int card = 0; card < 10; ++card) {
    scheduler_.Register({.name = "spawner",
                         .lane = card % 2 == 0 ? Lane::kGameThread : Lane::kAnyThread,
                         .run = [&](const TickContext& t) {
                           if (t.frame <= kFrames) {
                             t.scheduler().Register({.name = "child", .run = count});
                           }
                         }});
  }
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      for (int card = 0; card < kOfEach; ++card) {
        const TickHandle keeps =
            scheduler_.Register({.name = "foreign", .lane = Lane::kAnyThread, .run = count});
        const TickHandle goes = scheduler_.Register({.name = "goes", .run = count});
        scheduler_.AddPrerequisite(keeps, goes);
        scheduler_.Unregister(goes);
      }
    });
  }
  for (int frame = 0; frame < kFrames; ++frame) {
    calls = 0;
    const FrameResult& result = scheduler_.RunFrame(0.1);
    EXPECT_EQ(result.cards_run, static_cast<std::uint64_t>(calls + 10));
    EXPECT_EQ(result.newcomers, 10U);
    EXPECT_TRUE(result.ok()) << result;
  }
  for (std::thread& thread : threads) thread.join();
  calls = 0;
  scheduler_.RunFrame(0.1);
  EXPECT_EQ(calls, 10 * kFrames + kThreads * kOfEach);
  EXPECT_EQ(scheduler_.card_count(), static_cast<std::size_t>(10 + calls));
}

// rule N1: the mailbox is drained at BeginFrame, in the order of arrival.
TEST_P(SchedulerNewcomersTest, TheMailboxKeepsTheOrderOfArrival) {
  std::vector<int> order;
  for (int sender = 0; sender < 20; ++sender) {
    std::thread([&] { scheduler_.Call([&order, sender] { order.push_back(sender); }); }).join();
  }
  EXPECT_THAT(order, IsEmpty());
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  std::vector<int> expected(20);
  for (int sender = 0; sender < 20; ++sender) expected[static_cast<std::size_t>(sender)] = sender;
  EXPECT_EQ(order, expected);
  std::thread([&] { scheduler_.Call([&] { order.clear(); }); }).join();
  scheduler_.EndFrame();
  EXPECT_EQ(order, expected) << "in mid-frame it waits for the next one";
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(order, IsEmpty());
}

/// Tells when it is destroyed.
struct Witness {
  explicit Witness(std::atomic<int>& freed) : freed_(&freed) {}
  Witness(Witness&& other) noexcept : freed_(std::exchange(other.freed_, nullptr)) {}
  Witness& operator=(Witness&&) = delete;
  ~Witness() {
    if (freed_ != nullptr) ++*freed_;
  }
  std::atomic<int>* freed_;
};

// rule N4, case-S3: self-removal on each lane; freed only after its run.
TEST_P(SchedulerNewcomersTest, ACardRemovesItself) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    std::atomic<int> freed{0};
    int calls = 0;
    bool was_whole = false;
    scheduler_.Register({.name = "self",
                         .lane = lane,
                         .run = [&, witness = Witness(freed),
                                 memory = std::vector<int>(100, 7)](const TickContext& t) {
                           ++calls;
                           t.scheduler().Unregister(t.card());
                           was_whole = freed == 0 && memory.at(99) == 7;
                         }});
    for (int frame = 0; frame < 3; ++frame) EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
    EXPECT_EQ(calls, 1);
    EXPECT_TRUE(was_whole);
    EXPECT_EQ(freed, 1);
  }
}

// rule N4, case-S3: a card unregistered before it ran does not run; neighbours and prerequisites,
// plan and newcomers, each lane.
TEST_P(SchedulerNewcomersTest, CardsRemoveNeighboursAndPrerequisites) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    TickScheduler& scheduler = made.scheduler;
    const TickHandle before = scheduler.Register({.name = "before", .run = log_.Note("before")});
    TickHandle neighbour;
    TickHandle fresh;
    const TickHandle remover = scheduler.Register(
        {.name = "remover", .after = {before}, .run = [&](const TickContext& t) {
           if (t.frame > 1) return;
           log_.Add("remover");
           fresh = scheduler.Register({.name = "new", .lane = lane, .run = log_.Note("new")});
           scheduler.Unregister(before);
           scheduler.Unregister(neighbour);
           scheduler.Unregister(fresh);
         }});
    neighbour = scheduler.Register(
        {.name = "neighbour", .lane = lane, .after = {remover}, .run = log_.Note("neighbour")});
    scheduler.Register({.name = "dependent",
                        .start = TickGroup::kPostPhysics,
                        .lane = lane,
                        .after = {neighbour},
                        .run = log_.Note("dependent")});
    EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
    EXPECT_THAT(log_.Take(), ElementsAre("before", "remover", "dependent"));
    EXPECT_FALSE(scheduler.IsRegistered(fresh));
    EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
    EXPECT_THAT(log_.Take(), ElementsAre("dependent"));
    EXPECT_EQ(scheduler.card_count(), 2U);
  }
}

// rule N4, case-S3: a running call ends undisturbed when the game thread removes its card.
TEST_P(SchedulerNewcomersTest, ARunningCardIsRemovedFromOutside) {
  if (GetParam().workers == 0) GTEST_SKIP() << "needs a worker to run the card meanwhile";
  std::atomic<int> freed{0};
  std::latch started(1);
  std::latch removed(1);
  bool was_whole = false;
  const TickHandle card =
      scheduler_.Register({.name = "long",
                           .start = TickGroup::kDuringPhysics,
                           .lane = Lane::kAnyThread,
                           .run = [&, witness = Witness(freed)](const TickContext&) {
                             started.count_down();
                             removed.wait();
                             was_whole = witness.freed_ == &freed && freed == 0;
                           }});
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  for (int group = 0; group <= 2; ++group) {
    ASSERT_TRUE(scheduler_.RunGroup(static_cast<TickGroup>(group)).ok());
  }
  started.wait();
  scheduler_.Unregister(card);
  EXPECT_FALSE(scheduler_.IsRegistered(card));
  EXPECT_EQ(freed, 0) << "nothing is freed under a running call";
  removed.count_down();
  scheduler_.EndFrame();
  EXPECT_TRUE(was_whole);
  EXPECT_EQ(freed, 1);
}

// rule N4: what the destructor of a card asks for is done.
TEST_P(SchedulerNewcomersTest, ADestroyedCardTakesAnotherWithIt) {
  const TickHandle second = Add("second", {.start = TickGroup::kPostPhysics});
  scheduler_.Register(
      {.name = "first", .run = [guard = std::shared_ptr<void>(nullptr, [this, second](void*) {
                                  scheduler_.Unregister(second);
                                })](const TickContext& t) { t.scheduler().Unregister(t.card()); }});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("second"));
  EXPECT_EQ(scheduler_.card_count(), 0U);
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
}

// rule N4: only foreign threads have UnregisterAndWait; it returns when the callable is gone.
TEST_P(SchedulerNewcomersTest, UnregisterAndWaitFromAForeignThread) {
  std::atomic<int> freed{0};
  std::atomic<bool> stop{false};
  std::atomic<int> failures{0};
  std::vector<TickHandle> cards;
  for (int card = 0; card < 20; ++card) {
    cards.push_back(
        scheduler_.Register({.name = "goes",
                             .lane = card % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread,
                             .run = [witness = Witness(freed)](const TickContext&) {
                               EXPECT_NE(witness.freed_, nullptr);
                             }}));
  }
  std::thread foreign([&] {
    int expected = 0;
    for (const TickHandle card : cards) {
      if (!scheduler_.UnregisterAndWait(card).ok()) ++failures;
      if (freed < ++expected) ++failures;
    }
    if (scheduler_.UnregisterAndWait(cards[0]).code() != absl::StatusCode::kNotFound) ++failures;
    stop = true;
  });
  while (!stop) scheduler_.RunFrame(0.1);
  foreign.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(scheduler_.card_count(), 0U);
}

// rule N4: refused where it would wait for itself.
TEST_P(SchedulerNewcomersTest, UnregisterAndWaitIsRefusedOnTheGameThreadAndInCards) {
  const TickHandle card = Add("stays");
  EXPECT_EQ(scheduler_.UnregisterAndWait(card).code(), absl::StatusCode::kFailedPrecondition);
  std::vector<absl::Status> inside(2);
  scheduler_.Register({.name = "game", .run = [&](const TickContext&) {
                         inside[0] = scheduler_.UnregisterAndWait(card);
                       }});
  scheduler_.Register({.name = "any", .lane = Lane::kAnyThread, .run = [&](const TickContext&) {
                         inside[1] = scheduler_.UnregisterAndWait(card);
                       }});
  scheduler_.RunFrame(0.1);
  for (const absl::Status& status : inside) {
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(status.message()), HasSubstr("use Unregister"));
  }
  EXPECT_TRUE(scheduler_.IsRegistered(card));
}

}  // namespace
}  // namespace tickgraph
