// Prerequisites as a user sees them: rules P1, P2, P3 and P5.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SchedulerPrerequisitesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  TickHandle Add(const std::string& name, TickFunction card = {}) {
    card.name = name;
    if (!card.run) card.run = log_.Note(name);
    return scheduler_.Register(std::move(card));
  }

  std::vector<std::string> Run() {
    EXPECT_TRUE(scheduler_.RunFrame(0.1).ok()) << scheduler_.last_frame();
    return log_.Take();
  }

  /// Some time passes between begin and end, so that overlap would show.
  TickDelegate NoteBeginAndEnd(std::string name) {
    return [this, name = std::move(name)](const TickContext&) {
      log_.Add(name + "[");
      std::this_thread::yield();
      log_.Add(name + "]");
    };
  }

  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
  CallLog log_;
  const HangWatchdog watchdog_{"a test of prerequisites", std::chrono::seconds(60)};
};

// ---- P1 ---------------------------------------------------------------------------------------

TEST_P(SchedulerPrerequisitesTest, ACardStartsAfterItsPrerequisitesRuleP1) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b");
  const TickHandle c = Add("c");
  scheduler_.AddPrerequisite(a, b);
  scheduler_.AddPrerequisite(b, c);
  EXPECT_THAT(Run(), ElementsAre("c", "b", "a"));
}

TEST_P(SchedulerPrerequisitesTest, WorkersKeepOrderAcrossLanesRuleP1) {
  std::vector<TickHandle> chain;
  for (int count = 0; count < 40; ++count) {
    TickFunction card;
    card.lane = count % 3 == 0 ? Lane::kGameThread : Lane::kAnyThread;
    card.cost_us = count % 2 == 0 ? 50 : 0;
    if (!chain.empty()) card.after = {chain.back()};
    card.run = NoteBeginAndEnd(std::to_string(count));
    chain.push_back(Add(std::to_string(count), std::move(card)));
  }
  std::vector<std::string> expected;
  for (int count = 0; count < 40; ++count) {
    expected.push_back(std::to_string(count) + "[");
    expected.push_back(std::to_string(count) + "]");
  }
  for (int frame = 0; frame < 10; ++frame) EXPECT_EQ(Run(), expected);
}

TEST_P(SchedulerPrerequisitesTest, UnregisterEndsTheOrderThatWentThroughTheCardRuleP1) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b");
  const TickHandle c = Add("c", {.order = -1});
  scheduler_.AddPrerequisite(b, a);
  scheduler_.AddPrerequisite(c, b);
  EXPECT_THAT(Run(), ElementsAre("a", "b", "c"));
  scheduler_.Unregister(b);
  EXPECT_FALSE(scheduler_.IsRegistered(b));
  EXPECT_THAT(scheduler_.PrerequisitesOf(c), IsEmpty());
  EXPECT_THAT(Run(), ElementsAre("c", "a"));
}

TEST_P(SchedulerPrerequisitesTest, ACardInTheSlotOfAnotherInheritsNoEdgesRuleP1) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b");
  const TickHandle c = Add("c", {.order = -1});
  scheduler_.AddPrerequisite(b, a);
  scheduler_.AddPrerequisite(c, b);
  scheduler_.Unregister(b);
  const TickHandle next = Add("next", {.order = 5});
  EXPECT_EQ(next.slot, b.slot) << "the test wants the slot to be used again";
  EXPECT_THAT(scheduler_.PrerequisitesOf(next), IsEmpty());
  EXPECT_THAT(Run(), ElementsAre("c", "a", "next"));
}

TEST_P(SchedulerPrerequisitesTest, StaleHandlesAreErrorValuesRuleP1) {
  const TickHandle card = Add("card");
  const TickHandle stale = Add("stale");
  scheduler_.Unregister(stale);
  Add("in its slot");
  for (const TickHandle bad : {stale, TickHandle(), TickHandle{12'345, 1}}) {
    EXPECT_EQ(scheduler_.TryAddPrerequisite(card, bad).code(), absl::StatusCode::kNotFound);
    EXPECT_EQ(scheduler_.TryAddPrerequisite(bad, card).code(), absl::StatusCode::kNotFound);
    scheduler_.AddPrerequisite(card, bad);
    EXPECT_EQ(scheduler_.TryRemovePrerequisite(card, bad).code(), absl::StatusCode::kNotFound);
    EXPECT_EQ(scheduler_.TryUnregister(bad).code(), absl::StatusCode::kNotFound);
    EXPECT_EQ(scheduler_.TrySetEnabled(bad, false).code(), absl::StatusCode::kNotFound);
    EXPECT_EQ(scheduler_.Describe(bad).status().code(), absl::StatusCode::kNotFound);
    EXPECT_THAT(scheduler_.PrerequisitesOf(bad), IsEmpty());
    EXPECT_FALSE(scheduler_.NameOf(bad).empty());
  }
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_EQ(frame.error_count, 3U) << "what was returned is not reported as well";
  EXPECT_EQ(frame.first_error.code, TickErrorCode::kStaleHandle);
  EXPECT_THAT(frame.first_error_text, HasSubstr("scheduler_prerequisites_test.cc:"));
  EXPECT_THAT(log_.Take(), ElementsAre("card", "in its slot")) << "nothing was changed";
}

TEST_P(SchedulerPrerequisitesTest, AForeignHandleIsAnErrorValueRuleP1) {
  MadeScheduler others(GetParam());
  const TickHandle mine = Add("mine");
  const TickHandle foreign = others.scheduler.Register({.name = "foreign"});
  EXPECT_EQ(mine.slot, foreign.slot) << "the test wants equal slots";
  EXPECT_EQ(scheduler_.TryAddPrerequisite(mine, foreign).code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(scheduler_.TryAddPrerequisite(foreign, mine).code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(scheduler_.TryUnregister(foreign).code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(scheduler_.IsRegistered(mine));
  EXPECT_TRUE(others.scheduler.IsRegistered(foreign));

  Add("after foreign", {.after = {foreign, mine}});
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_EQ(frame.error_count, 1U);
  EXPECT_THAT(frame.first_error_text, HasSubstr("\"after foreign\""));
  EXPECT_THAT(log_.Take(), ElementsAre("mine", "after foreign")) << "only that edge is lost";
  EXPECT_TRUE(others.scheduler.RunFrame(0.1).ok());
}

// ---- P2 ---------------------------------------------------------------------------------------

TEST_P(SchedulerPrerequisitesTest, AnEdgeAddedTwiceIsOneRuleP2) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b", {.order = -1, .after = {a, a}});
  scheduler_.AddPrerequisite(b, a);
  EXPECT_THAT(scheduler_.PrerequisitesOf(b), ElementsAre(a));
  EXPECT_THAT(Run(), ElementsAre("a", "b"));
  EXPECT_TRUE(scheduler_.TryRemovePrerequisite(b, a).ok());
  EXPECT_THAT(scheduler_.PrerequisitesOf(b), IsEmpty());
  EXPECT_THAT(Run(), ElementsAre("b", "a"));
}

TEST_P(SchedulerPrerequisitesTest, RemovingAnAbsentEdgeDoesNothingRuleP2) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b");
  EXPECT_TRUE(scheduler_.TryRemovePrerequisite(b, a).ok());
  EXPECT_THAT(Run(), ElementsAre("a", "b"));
}

TEST_P(SchedulerPrerequisitesTest, PrerequisitesAreListedInTheOrderOfAddingRuleP2) {
  const TickHandle a = Add("a");
  const TickHandle b = Add("b");
  const TickHandle c = Add("c");
  const TickHandle d = Add("d", {.after = {c}});
  scheduler_.AddPrerequisite(d, a);
  scheduler_.AddPrerequisite(d, b);
  EXPECT_THAT(scheduler_.PrerequisitesOf(d), ElementsAre(c, a, b));
}

TEST_P(SchedulerPrerequisitesTest, AnEdgeBetweenCardsOfTheFrameCountsFromTheNextRuleP2) {
  const TickHandle late = Add("late", {.order = 2});
  const TickHandle early = Add("early", {.order = 1});
  bool is_added = false;
  Add("adds", {.order = 0, .run = [&](const TickContext&) {
                 if (!is_added) scheduler_.AddPrerequisite(early, late);
                 is_added = true;
               }});
  EXPECT_THAT(Run(), ElementsAre("early", "late"));
  EXPECT_THAT(Run(), ElementsAre("late", "early"));
}

TEST_P(SchedulerPrerequisitesTest, AnEdgeRemovedInTheFrameCountsUntilItsEndRuleP2) {
  const TickHandle late = Add("late", {.order = 2});
  const TickHandle early = Add("early", {.order = 1, .after = {late}});
  bool is_removed = false;
  Add("removes", {.order = 0, .run = [&](const TickContext&) {
                    if (!is_removed) scheduler_.RemovePrerequisite(early, late);
                    is_removed = true;
                  }});
  EXPECT_THAT(Run(), ElementsAre("late", "early"));
  EXPECT_THAT(Run(), ElementsAre("early", "late"));
}

TEST_P(SchedulerPrerequisitesTest, EdgesOfANewcomerCountAtOnceRuleP2) {
  const TickHandle post = Add("post", {.start = TickGroup::kPostPhysics});
  bool is_done = false;
  Add("adds", {.run = [&](const TickContext&) {
        if (is_done) return;
        is_done = true;
        // One that starts in PostPhysics because of its prerequisite, and one that goes before it.
        Add("after post", {.after = {post}});
        const TickHandle before = Add("before post", {.start = TickGroup::kPostPhysics});
        scheduler_.AddPrerequisite(post, before);
      }});
  EXPECT_THAT(Run(), ElementsAre("before post", "post", "after post"));
  EXPECT_THAT(Run(), ElementsAre("before post", "post", "after post"));
}

TEST_P(SchedulerPrerequisitesTest, ANewcomerThatGoesMovesNothingAnyMoreRuleP1) {
  TickHandle post;
  bool is_done = false;
  Add("adds", {.run = [&](const TickContext&) {
        if (is_done) return;
        is_done = true;
        post = Add("post", {.start = TickGroup::kPostPhysics});
        Add("follower", {.after = {post}});
        Add("removes", {.run = [&](const TickContext&) { scheduler_.Unregister(post); }});
      }});
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kPrePhysics).ok());
  EXPECT_THAT(log_.Take(), ElementsAre("follower")) << "in the next round";
  EXPECT_TRUE(scheduler_.EndFrame().ok());
  EXPECT_THAT(log_.Take(), IsEmpty());
}

TEST_P(SchedulerPrerequisitesTest, AnUnregisteredCardThatWouldFollowANewcomerDoesNotRunRulesP1N4) {
  const TickHandle first = Add("first", {.start = TickGroup::kPostPhysics});
  const TickHandle gone = Add("gone", {.start = TickGroup::kPostPhysics, .after = {first}});
  Add("last", {.start = TickGroup::kPostPhysics, .after = {gone}});
  bool is_done = false;
  Add("edits", {.run = [&](const TickContext&) {
        if (is_done) return;
        is_done = true;
        scheduler_.Unregister(gone);
        const TickHandle newcomer = Add("newcomer", {.start = TickGroup::kPostPhysics, .order = 9});
        scheduler_.AddPrerequisite(first, newcomer);
      }});
  EXPECT_THAT(Run(), ElementsAre("newcomer", "first", "last"));
}

// ---- P3 ---------------------------------------------------------------------------------------

// case-O10: not as in the engine of that case, where the order ends at a disabled card.
TEST_P(SchedulerPrerequisitesTest, OrderGoesThroughDisabledCardsRuleP3) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    TickHandle last = made.scheduler.Register({.order = 100, .run = NoteBeginAndEnd("a")});
    for (int count = 0; count < 5; ++count) {
      last = made.scheduler.Register({.lane = count % 2 == 0 ? lane : Lane::kGameThread,
                                      .start_enabled = false,
                                      .after = {last},
                                      .run = log_.Note("never")});
    }
    made.scheduler.Register(
        {.lane = lane, .order = -100, .after = {last}, .run = NoteBeginAndEnd("c")});
    for (int frame = 0; frame < 5; ++frame) {
      EXPECT_TRUE(made.scheduler.RunFrame(0.1).ok());
      EXPECT_THAT(log_.Take(), ElementsAre("a[", "a]", "c[", "c]"));
    }
  }
}

TEST_P(SchedulerPrerequisitesTest, ADisabledCardPassesOnOnlyWhatReachesItRuleP3) {
  const TickHandle off = Add("off", {.start = TickGroup::kPostPhysics, .start_enabled = false});
  const TickHandle follower = Add("follower", {.after = {off}});
  ASSERT_TRUE(scheduler_.MakePlan().ok());
  EXPECT_EQ(scheduler_.Describe(follower)->effective_start, TickGroup::kPrePhysics);
  EXPECT_THAT(scheduler_.demotions(), IsEmpty());

  const TickHandle work = Add("work", {.start = TickGroup::kPostUpdateWork});
  scheduler_.AddPrerequisite(off, work);
  ASSERT_TRUE(scheduler_.MakePlan().ok());
  EXPECT_EQ(scheduler_.Describe(follower)->effective_start, TickGroup::kPostUpdateWork);
  EXPECT_THAT(Run(), ElementsAre("work", "follower"));
}

TEST_P(SchedulerPrerequisitesTest, TheGameThreadDoesNotWaitForALaterEndThroughADisabledCardRuleP3) {
  // The first card may end in PostPhysics, but on the game thread it has ended when it returns. The
  // workers may end there too and are as deep as the disabled card.
  const TickHandle zeroth = Add("zeroth", {.order = -2});
  const TickHandle first = Add("first", {.end = TickGroup::kPostPhysics, .order = -1});
  for (const TickHandle before : {zeroth, first}) {
    Add("worker", {.end = TickGroup::kPostPhysics,
                   .lane = Lane::kAnyThread,
                   .cost_us = 1,
                   .after = {before},
                   .run = [](const TickContext&) {}});
  }
  const TickHandle off = Add("off", {.start_enabled = false, .after = {first}});
  Add("second", {.after = {off}});
  for (int frame = 0; frame < 3; ++frame) {
    ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
    ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kPrePhysics).ok());
    EXPECT_THAT(log_.Take(), ElementsAre("zeroth", "first", "second"));
    EXPECT_TRUE(scheduler_.EndFrame().ok());
  }
}

TEST_P(SchedulerPrerequisitesTest, NorThroughADisabledNewcomerRuleP3) {
  bool is_done = false;
  Add("adds", {.run = [&](const TickContext&) {
        if (is_done) return;
        is_done = true;
        const TickHandle first = Add("first", {.end = TickGroup::kPostPhysics});
        const TickHandle off = Add("off", {.start_enabled = false, .after = {first}});
        Add("second", {.after = {off}});
      }});
  for (int frame = 0; frame < 3; ++frame) {
    ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
    ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kPrePhysics).ok());
    EXPECT_THAT(log_.Take(), ElementsAre("first", "second"));
    EXPECT_TRUE(scheduler_.EndFrame().ok());
  }
}

TEST_P(SchedulerPrerequisitesTest, EnablingCountsForGroupsFromTheNextFrameRuleP3) {
  const TickHandle post = Add("post", {.start = TickGroup::kPostPhysics, .start_enabled = false});
  const TickHandle follower = Add("follower", {.after = {post}});
  scheduler_.SetEnabled(post, true);
  EXPECT_EQ(scheduler_.Describe(follower)->effective_start, TickGroup::kPrePhysics)
      << "before the next plan";
  EXPECT_THAT(Run(), ElementsAre("post", "follower"));
  EXPECT_EQ(scheduler_.Describe(follower)->effective_start, TickGroup::kPostPhysics);
  scheduler_.SetEnabled(post, false);
  EXPECT_THAT(Run(), ElementsAre("follower"));
  EXPECT_EQ(scheduler_.Describe(follower)->effective_start, TickGroup::kPrePhysics);
}

TEST_P(SchedulerPrerequisitesTest, DisablingInTheFrameIsASkipThatKeepsThePlanRuleP3) {
  const TickHandle post = Add("post", {.start = TickGroup::kPostPhysics});
  const TickHandle follower = Add("follower", {.after = {post}});
  bool disables = true;
  Add("switch", {.run = [&](const TickContext&) {
        if (disables) scheduler_.SetEnabled(post, false);
      }});
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kPrePhysics).ok());
  EXPECT_THAT(log_.Take(), IsEmpty()) << "the follower stays in PostPhysics in this frame";
  EXPECT_EQ(scheduler_.EndFrame().cards_skipped, 1U);
  EXPECT_THAT(log_.Take(), ElementsAre("follower"));
  disables = false;
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kPrePhysics).ok());
  EXPECT_THAT(log_.Take(), ElementsAre("follower"));
  scheduler_.EndFrame();
  EXPECT_EQ(scheduler_.Describe(follower)->effective_start, TickGroup::kPrePhysics);
}

// case-O10
TEST_P(SchedulerPrerequisitesTest, OrderGoesThroughACardSkippedInTheFrameRuleP3) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    const TickHandle a = made.scheduler.Register(
        {.start = TickGroup::kPostPhysics, .order = 9, .run = NoteBeginAndEnd("a")});
    const TickHandle b = made.scheduler.Register(
        {.start = TickGroup::kPostPhysics, .lane = lane, .after = {a}, .run = log_.Note("never")});
    made.scheduler.Register({.start = TickGroup::kPostPhysics,
                             .lane = lane,
                             .order = -9,
                             .after = {b},
                             .run = NoteBeginAndEnd("c")});
    made.scheduler.Register(
        {.run = [&](const TickContext&) { made.scheduler.SetEnabled(b, false); }});
    made.scheduler.RunFrame(0.1);
    EXPECT_THAT(log_.Take(), ElementsAre("a[", "a]", "c[", "c]"));
  }
}

// ---- P5 ---------------------------------------------------------------------------------------

TEST_P(SchedulerPrerequisitesTest, WhatAPrerequisiteWroteIsVisibleRuleP5) {
  // Plain memory; ThreadSanitizer and the sums find a hand-over without synchronisation.
  constexpr std::size_t kWidth = 16;
  constexpr std::size_t kLayers = 6;
  std::vector<std::vector<int>> values(kLayers, std::vector<int>(kWidth));
  std::vector<TickHandle> layer_before;
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    std::vector<TickHandle> cards;
    for (std::size_t at = 0; at < kWidth; ++at) {
      TickFunction card;
      card.lane = (layer + at) % 3 == 0 ? Lane::kGameThread : Lane::kAnyThread;
      card.start_enabled = layer != 3 || at % 2 == 0;
      card.after = layer_before;
      card.run = [&values, layer, at](const TickContext& context) {
        int sum = static_cast<int>(context.frame);
        if (layer > 0) {
          for (const int value : values[layer - 1]) sum += value;
        }
        values[layer][at] = sum % 1000;
      };
      cards.push_back(scheduler_.Register(std::move(card)));
    }
    layer_before = cards;
  }
  std::vector<std::vector<int>> expected(kLayers, std::vector<int>(kWidth));
  for (int frame = 1; frame <= 20; ++frame) {
    EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
      int sum = frame;
      if (layer > 0) {
        for (const int value : expected[layer - 1]) sum += value;
      }
      for (std::size_t at = 0; at < kWidth; ++at) {
        if (layer != 3 || at % 2 == 0) expected[layer][at] = sum % 1000;
      }
    }
    ASSERT_EQ(values, expected) << "frame " << frame;
  }
}

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerPrerequisitesTest, AllExecutors(), ExecutorName);

}  // namespace
}  // namespace tickgraph
