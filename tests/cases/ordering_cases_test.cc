// Trouble that people had with the order of functions. docs/cases.md lists all cases.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/logged_scheduler_test.h"
#include "tickgraph/observe/card_explanation.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array kLanes = {Lane::kGameThread, Lane::kAnyThread};

class OrderingCasesTest : public LoggedSchedulerTest {};

INSTANTIATE_TEST_SUITE_P(Executors, OrderingCasesTest, AllExecutors(), ExecutorName);

// case-O1: numbers decide, whatever the order of registration, and go on to decide when the plan is
// made anew for other cards (rule L2).
TEST_P(OrderingCasesTest, NumbersDecideInEveryFrameCaseO1) {
  constexpr std::array kNames = {"first", "default", "last"};
  std::array<int, 3> turns = {0, 1, 2};
  do {
    MadeScheduler made(GetParam());
    for (const int turn : turns) {
      const char* name = kNames[static_cast<std::size_t>(turn)];
      made.scheduler.Register({.name = name, .order = turn - 1, .run = log_.Note(name)});
    }
    TickHandle passer_by;
    for (int frame = 0; frame < 20; ++frame) {
      EXPECT_TRUE(made.scheduler.RunFrame(0.1).ok());
      ASSERT_THAT(log_.Take(), ElementsAre("first", "default", "last")) << "frame " << frame;
      if (passer_by) {
        made.scheduler.Unregister(std::exchange(passer_by, {}));
      } else {
        passer_by = made.scheduler.Register(
            {.lane = kLanes[frame % 4 / 2], .order = -7, .run = [](const TickContext&) {}});
      }
    }
  } while (std::next_permutation(turns.begin(), turns.end()));
}

// case-O1, newcomers: those of one round come by number, too, whoever brought them (rules L2, N2).
TEST_P(OrderingCasesTest, NumbersDecideAmongNewcomersCaseO1) {
  for (const Lane lane : kLanes) {
    const TickHandle spawner = scheduler_.Register(
        {.lane = lane, .run = [&](const TickContext& t) {
           for (const int order : {1, -1, 0}) {
             const std::string name = std::to_string(order);
             t.scheduler().Register({.order = order, .run = [&, name](const TickContext& c) {
                                       log_.Add(name);
                                       c.scheduler().Unregister(c.card());
                                     }});
           }
         }});
    for (int frame = 0; frame < 5; ++frame) {
      scheduler_.RunFrame(0.1);
      EXPECT_THAT(log_.Take(), ElementsAre("-1", "0", "1"));
    }
    scheduler_.Unregister(spawner);
  }
}

// case-O3: with a prerequisite the camera sees its target of the same frame, in each of 1,000
// frames and on any lanes, although everything else would let it go first (rule P5).
TEST_P(OrderingCasesTest, ACameraAfterItsTargetIsNeverLateCaseO3) {
  for (const Lane target_lane : kLanes) {
    for (const Lane camera_lane : kLanes) {
      MadeScheduler made(GetParam());
      std::uint64_t target = 0;
      int late = 0;
      const TickHandle camera = made.scheduler.Register(
          {.lane = camera_lane,
           .high_priority = true,
           .order = -1,
           .run = [&](const TickContext& t) { late += target != t.frame; }});
      made.scheduler.AddPrerequisite(
          camera, made.scheduler.Register({.lane = target_lane, .run = [&](const TickContext& t) {
                                             target = t.frame;
                                           }}));
      for (int frame = 0; frame < 1000; ++frame) made.scheduler.RunFrame(0.1);
      EXPECT_EQ(target, 1000U);
      EXPECT_EQ(late, 0);
    }
  }
}

// case-O3: without one, registration decides on the game thread; the camera is late always or
// never, not now and then. That such a pair is reported is another matter (rule P7).
TEST_P(OrderingCasesTest, WithoutAnEdgeTheAgeIsTheSameInEveryFrameCaseO3) {
  for (const bool is_camera_first : {true, false}) {
    MadeScheduler made(GetParam());
    std::uint64_t target = 0;
    std::uint64_t late = 0;
    const auto add_camera = [&] {
      made.scheduler.Register({.run = [&](const TickContext& t) { late += t.frame - target; }});
    };
    if (is_camera_first) add_camera();
    made.scheduler.Register({.run = [&](const TickContext& t) { target = t.frame; }});
    if (!is_camera_first) add_camera();
    for (int frame = 0; frame < 100; ++frame) made.scheduler.RunFrame(0.1);
    EXPECT_EQ(late, is_camera_first ? 100U : 0U);
  }
}

// case-O6: what one frame asks for is seen by the next, however the three were registered: the
// chain holds on any lanes.
TEST_P(OrderingCasesTest, ARequestIsSeenOneFrameLaterCaseO6) {
  for (int lanes = 0; lanes < 8; ++lanes) {
    MadeScheduler made(GetParam());
    std::uint64_t asked = 0;
    std::uint64_t served = 0;
    int misses = 0;
    const auto lane_of = [lanes](int card) { return kLanes[(lanes >> card) % 2]; };
    const TickHandle requests = made.scheduler.Register(
        {.lane = lane_of(0), .order = -2, .run = [&](const TickContext&) { served = asked; }});
    const TickHandle actors = made.scheduler.Register(
        {.lane = lane_of(1), .order = -1, .run = [&](const TickContext& t) { asked = t.frame; }});
    const TickHandle observer =
        made.scheduler.Register({.lane = lane_of(2), .run = [&](const TickContext& t) {
                                   misses += served + 1 != t.frame;
                                 }});
    made.scheduler.Chain({observer, actors, requests});
    for (int frame = 0; frame < 200; ++frame) made.scheduler.RunFrame(0.1);
    EXPECT_EQ(served, 200U);
    EXPECT_EQ(misses, 0);
  }
}

// case-O6: a request of another thread is there when the next frame begins, one of an any-thread
// card in the frame after its own at the latest (rules N1, N7).
TEST_P(OrderingCasesTest, RequestsFromElsewhereAreNotOneFrameLaterStillCaseO6) {
  std::uint64_t from_thread = 0;
  std::uint64_t from_card = 0;
  int misses = 0;
  scheduler_.Register({.run = [&](const TickContext& t) {
    misses += from_thread != t.frame;
    misses += from_card + 1 != t.frame;
  }});
  scheduler_.Register({.start = TickGroup::kPostUpdateWork,
                       .lane = Lane::kAnyThread,
                       .run = [&](const TickContext& t) {
                         scheduler_.Call([&, frame = t.frame] { from_card = frame; });
                       }});
  for (std::uint64_t frame = 1; frame <= 50; ++frame) {
    std::thread([&] { scheduler_.Call([&, frame] { from_thread = frame; }); }).join();
    scheduler_.RunFrame(0.1);
  }
  EXPECT_EQ(misses, 0);
}

// case-O7: the order that is shown is the order that is run, and no other scheduler with the same
// cards has another one. That of other legal orders a seed may choose one is another matter
// (rule S1).
TEST_P(OrderingCasesTest, TheOrderThatIsShownIsTheOrderThatIsRunCaseO7) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    std::vector<std::string> first_run;
    for (int repeat = 0; repeat < 3; ++repeat) {
      std::mt19937 random(seed);
      MadeScheduler made(GetParam());
      std::vector<TickHandle> cards;
      for (int card = 0; card < 30; ++card) {
        const std::string name = std::to_string(card);
        const bool is_worker = random() % 3 == 0;
        TickFunction function{
            .name = name,
            .start = random() % 3 == 0 ? TickGroup::kPostPhysics : TickGroup::kPrePhysics,
            .lane = kLanes[is_worker],
            .order = static_cast<std::int32_t>(random() % 3)};
        for (int edge = 0; edge < 2 && card > 0; ++edge) {
          if (random() % 2 == 0) function.after.push_back(cards[random() % cards.size()]);
        }
        if (!is_worker) function.run = log_.Note(name);
        cards.push_back(made.scheduler.Register(std::move(function)));
      }
      ASSERT_TRUE(made.scheduler.MakePlan().ok());
      std::vector<std::string> shown;
      for (const TickHandle card : made.scheduler.PlanOrder()) {
        const CardInfo info = *made.scheduler.Describe(card);
        if (info.lane == Lane::kGameThread) shown.push_back(info.name);
      }
      for (int frame = 0; frame < 3; ++frame) {
        made.scheduler.RunFrame(0.1);
        ASSERT_EQ(log_.Take(), shown) << "seed " << seed << ", frame " << frame;
      }
      if (repeat == 0) first_run = shown;
      ASSERT_EQ(shown, first_run) << "seed " << seed;
    }
  }
}

// case-O9: a prerequisite in a later group takes the card with it, and the explanation says so; a
// cycle between groups stops nothing (rules G2, G7, P4).
TEST_P(OrderingCasesTest, APrerequisiteOfALaterGroupIsNotIgnoredCaseO9) {
  for (const Lane lane : kLanes) {
    for (const Lane later_lane : kLanes) {
      MadeScheduler made(GetParam());
      TickScheduler& scheduler = made.scheduler;
      const TickHandle card =
          scheduler.Register({.name = "card", .lane = lane, .run = log_.Note("card")});
      const TickHandle later = scheduler.Register({.name = "later",
                                                   .start = TickGroup::kPostPhysics,
                                                   .lane = later_lane,
                                                   .run = log_.Note("later")});
      scheduler.AddPrerequisite(card, later);
      EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
      EXPECT_THAT(log_.Take(), ElementsAre("later", "card"));

      const auto why = ExplainCard(scheduler, card);
      ASSERT_TRUE(why.ok());
      EXPECT_EQ(why->declared_start, TickGroup::kPrePhysics);
      EXPECT_EQ(why->effective_start, TickGroup::kPostPhysics);
      EXPECT_EQ(why->cause, CardExplanation::Cause::kPrerequisite);
      EXPECT_EQ(why->moved_by, "later");
      const std::string text = ExplanationText(*why);
      EXPECT_THAT(text, HasSubstr("PrePhysics"));
      EXPECT_THAT(text, HasSubstr("PostPhysics"));

      scheduler.AddPrerequisite(later, card);
      EXPECT_EQ(scheduler.RunFrame(0.1).error_count, 1U);
      EXPECT_THAT(log_.Take(), ElementsAre("later", "card"));
    }
  }
}

// case-O13: what is set before registration is kept. A state that is set later is in force at once,
// and the getter says so. A number is changed by registering anew: it counts from then on.
TEST_P(OrderingCasesTest, WhatIsSetBeforeRegistrationIsKeptCaseO13) {
  Add("middle");
  TickFunction definition;
  definition.order = 1;
  definition.start_enabled = false;
  TickHandle moved = Add("moved", std::move(definition));
  EXPECT_FALSE(scheduler_.Describe(moved)->enabled);
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("middle"));

  scheduler_.SetEnabled(moved, true);
  EXPECT_TRUE(scheduler_.Describe(moved)->enabled);
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("middle", "moved"));

  scheduler_.Unregister(moved);
  moved = Add("moved", {.order = -1});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("moved", "middle"));
}

}  // namespace
}  // namespace tickgraph
