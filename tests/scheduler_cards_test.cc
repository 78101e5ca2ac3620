// What a card says about itself: rules I1, I10 and F5.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/awkward_names.h"
#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/quoted_name.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SchedulerCardsTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
  CallLog log_;
  const HangWatchdog watchdog_{"a test of cards", std::chrono::seconds(60)};
};

// ---- Definition and handle ---------------------------------------------------------------------

TEST_P(SchedulerCardsTest, RegisterCopiesTheDefinition) {
  std::string name = "before";
  TickFunction definition;
  definition.name = name;
  const TickHandle card = scheduler_.Register(std::move(definition));
  name = "after!";
  EXPECT_EQ(scheduler_.Describe(card)->name, "before");
}

TEST_P(SchedulerCardsTest, DescribeTellsWhatWasDeclared) {
  int owner = 0;
  const TickHandle card = scheduler_.Register({.name = "legs",
                                               .start = TickGroup::kDuringPhysics,
                                               .end = TickGroup::kPostPhysics,
                                               .lane = Lane::kAnyThread,
                                               .engine_stage = true,
                                               .cost_us = 12.5,
                                               .owner = &owner},
                                              {"legs.cc", 3});
  const CardInfo info = *scheduler_.Describe(card);
  EXPECT_EQ(info.name, "legs");
  EXPECT_EQ(info.owner, &owner);
  EXPECT_EQ(info.lane, Lane::kAnyThread);
  EXPECT_TRUE(info.engine_stage);
  EXPECT_TRUE(info.enabled);
  EXPECT_DOUBLE_EQ(info.cost_us, 12.5);
  EXPECT_EQ(info.declared_start, TickGroup::kDuringPhysics);
  EXPECT_EQ(info.declared_end, TickGroup::kPostPhysics);
  EXPECT_EQ(ToString(info.registered_at), "legs.cc:3");

  const CardInfo plain = *scheduler_.Describe(scheduler_.Register({}));
  EXPECT_EQ(plain.name, "");
  EXPECT_EQ(plain.owner, nullptr);
  EXPECT_FALSE(plain.engine_stage);
  EXPECT_EQ(plain.cost_us, 0);
  EXPECT_THAT(ToString(plain.registered_at), HasSubstr("scheduler_cards_test.cc:"));
}

TEST_P(SchedulerCardsTest, CardsAreListedInTheOrderOfRegistration) {
  const TickHandle a = scheduler_.Register({.order = 3});
  const TickHandle b = scheduler_.Register({.tie_key = 0});
  const TickHandle c = scheduler_.Register({.high_priority = true});
  EXPECT_THAT(scheduler_.Cards(), ElementsAre(a, b, c));
  scheduler_.Unregister(a);
  const TickHandle d = scheduler_.Register({});
  EXPECT_THAT(scheduler_.Cards(), ElementsAre(b, c, d)) << "also where a slot was used again";
  EXPECT_EQ(scheduler_.card_count(), 3U);
}

TEST_P(SchedulerCardsTest, ACardWithoutWorkOrdersOthers) {
  const TickHandle a = scheduler_.Register({.order = 9, .run = log_.Note("a")});
  const TickHandle gate = scheduler_.Register({.after = {a}});
  scheduler_.Register({.order = -9, .after = {gate}, .run = log_.Note("b")});
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_THAT(log_.Take(), ElementsAre("a", "b"));
}

TEST_P(SchedulerCardsTest, ACardWithoutWorkMayBeEnabledInTheFrame) {
  const TickHandle planned = scheduler_.Register({.start_enabled = false});
  bool is_done = false;
  scheduler_.Register({.run = [&](const TickContext&) {
    if (is_done) return;
    is_done = true;
    const TickHandle newcomer = scheduler_.Register({.start_enabled = false});
    for (const TickHandle card : {planned, newcomer}) {
      scheduler_.SetEnabled(card, true);
      scheduler_.SetEnabled(card, false);
      scheduler_.SetEnabled(card, true);
    }
  }});
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_TRUE(frame.ok());
  EXPECT_EQ(frame.cards_run, 3U) << "like a planned card without work";
  EXPECT_EQ(scheduler_.RunFrame(0.1).cards_run, 3U);
}

TEST_P(SchedulerCardsTest, SmallAndLargeCallablesRunAndAreDestroyed) {
  const auto alive = std::make_shared<int>(0);
  struct Large {
    std::shared_ptr<int> calls;
    std::array<char, 200> padding;
    void operator()(const TickContext&) { ++*calls; }
  };
  const TickHandle small =
      scheduler_.Register({.run = [calls = alive](const TickContext&) { ++*calls; }});
  const TickHandle large = scheduler_.Register({.run = Large{alive, {}}});
  EXPECT_EQ(alive.use_count(), 3);
  scheduler_.RunFrame(0.1);
  EXPECT_EQ(*alive, 2);
  scheduler_.Unregister(small);
  EXPECT_EQ(alive.use_count(), 2);
  scheduler_.Unregister(large);
  EXPECT_EQ(alive.use_count(), 1);
}

TEST_P(SchedulerCardsTest, TheSchedulerDestroysCallables) {
  const auto alive = std::make_shared<int>(0);
  {
    MadeScheduler made(GetParam());
    made.scheduler.Register({.run = [alive](const TickContext&) {}});
    made.scheduler.RunFrame(0.1);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

// ---- I1 ---------------------------------------------------------------------------------------

TEST_P(SchedulerCardsTest, ADisabledCardDoesNotRunRuleI1) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    const TickHandle card = scheduler_.Register({.lane = lane, .run = log_.Note("card")});
    EXPECT_EQ(scheduler_.RunFrame(0.1).cards_run, 1U);
    scheduler_.SetEnabled(card, false);
    EXPECT_FALSE(scheduler_.Describe(card)->enabled);
    EXPECT_EQ(scheduler_.RunFrame(0.1).cards_run, 0U);
    EXPECT_EQ(scheduler_.RunFrame(0.1).cards_skipped, 0U) << "it is not in the frame";
    scheduler_.SetEnabled(card, true);
    EXPECT_TRUE(scheduler_.Describe(card)->enabled);
    EXPECT_EQ(scheduler_.RunFrame(0.1).cards_run, 1U);
    EXPECT_EQ(log_.Take().size(), 2U);
    scheduler_.Unregister(card);
  }
}

TEST_P(SchedulerCardsTest, ACardDisabledBeforeItStartsDoesNotRunInThisFrameRuleI1) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    for (const TickGroup group : {TickGroup::kPrePhysics, TickGroup::kPostPhysics}) {
      MadeScheduler made(GetParam());
      TickHandle later;
      const TickHandle first =
          made.scheduler.Register({.order = -1, .run = [&](const TickContext&) {
                                     made.scheduler.SetEnabled(later, false);
                                   }});
      later = made.scheduler.Register(
          {.start = group, .lane = lane, .after = {first}, .run = log_.Note("later")});
      const FrameResult& frame = made.scheduler.RunFrame(0.1);
      EXPECT_THAT(log_.Take(), IsEmpty());
      EXPECT_EQ(frame.cards_run, 1U);
      EXPECT_EQ(frame.cards_skipped, 1U);
    }
  }
}

TEST_P(SchedulerCardsTest, ACardEnabledInTheFrameComesInRuleI1) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    for (const TickGroup group :
         {TickGroup::kPrePhysics, TickGroup::kDuringPhysics, TickGroup::kPostPhysics}) {
      MadeScheduler made(GetParam());
      const TickHandle sleeper = made.scheduler.Register(
          {.start = group, .lane = lane, .start_enabled = false, .run = log_.Note("sleeper")});
      made.scheduler.Register(
          {.run = [&](const TickContext&) { made.scheduler.SetEnabled(sleeper, true); }});
      EXPECT_EQ(made.scheduler.RunFrame(0.1).newcomers, 1U);
      EXPECT_THAT(log_.Take(), ElementsAre("sleeper"));
      EXPECT_EQ(made.scheduler.RunFrame(0.1).newcomers, 0U);
      EXPECT_THAT(log_.Take(), ElementsAre("sleeper"));
    }
  }
}

TEST_P(SchedulerCardsTest, AtMostOneVisitAFrameRuleI1) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    const TickHandle card = made.scheduler.Register({.lane = lane, .run = log_.Note("card")});
    const auto blink = [&](const TickContext&) {
      made.scheduler.SetEnabled(card, false);
      made.scheduler.SetEnabled(card, true);
    };
    for (const TickGroup group : {TickGroup::kPrePhysics, TickGroup::kDuringPhysics,
                                  TickGroup::kPostPhysics, TickGroup::kPostUpdateWork}) {
      made.scheduler.Register({.start = group, .order = -1, .run = blink});
      made.scheduler.Register({.start = group, .order = 1, .run = blink});
      made.scheduler.Register({.start = group, .lane = Lane::kAnyThread, .run = blink});
    }
    for (int frame = 1; frame <= 10; ++frame) {
      const FrameResult& result = made.scheduler.RunFrame(0.1);
      EXPECT_THAT(log_.Take(), ElementsAre("card")) << "frame " << frame;
      EXPECT_EQ(result.cards_run, 13U);
      EXPECT_EQ(result.cards_skipped, 0U);
    }
  }
}

TEST_P(SchedulerCardsTest, ACardThatDisablesItselfStopsRuleI1) {
  TickHandle card;
  card = scheduler_.Register({.run = [&](const TickContext& context) {
    log_.Add("card");
    context.scheduler().SetEnabled(context.card(), false);
  }});
  scheduler_.RunFrame(0.1);
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("card"));
}

// ---- I10: every option has a test that fails where it is ignored --------------------------------

TEST_P(SchedulerCardsTest, StartEnabledRuleI10) {
  const TickHandle off =
      scheduler_.Register({.start_enabled = false, .run = log_.Note("starts disabled")});
  scheduler_.Register({.run = log_.Note("default")});
  EXPECT_FALSE(scheduler_.Describe(off)->enabled);
  EXPECT_EQ(scheduler_.card_count(), 2U) << "it is registered";
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("default"));
}

TEST_P(SchedulerCardsTest, AllowOnDedicatedServerRuleI10) {
  MadeScheduler server(GetParam(), {.dedicated_server = true});
  for (TickScheduler* scheduler : {&scheduler_, &server.scheduler}) {
    scheduler->Register({.name = "rules", .run = log_.Note("rules")});
    scheduler->Register(
        {.name = "sparks", .allow_on_dedicated_server = false, .run = log_.Note("sparks")});
  }
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_THAT(log_.Take(), ElementsAre("rules", "sparks"));
  EXPECT_THAT(scheduler_.left_out(), IsEmpty());

  EXPECT_TRUE(server.scheduler.RunFrame(0.1).ok()) << "leaving out is no error";
  EXPECT_THAT(log_.Take(), ElementsAre("rules"));
  EXPECT_EQ(server.scheduler.card_count(), 1U);
  EXPECT_THAT(server.scheduler.left_out(), ElementsAre("sparks"));
}

TEST_P(SchedulerCardsTest, HighPriorityRuleI10) {
  scheduler_.Register({.order = -100, .run = log_.Note("low")});
  scheduler_.Register({.high_priority = true, .run = log_.Note("high")});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("high", "low"));
}

TEST_P(SchedulerCardsTest, OrderRuleI10) {
  scheduler_.Register({.order = 1, .tie_key = 0, .run = log_.Note("1")});
  scheduler_.Register({.tie_key = 5, .run = log_.Note("0")});
  scheduler_.Register({.order = -1, .tie_key = 9, .run = log_.Note("-1")});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("-1", "0", "1"));
}

TEST_P(SchedulerCardsTest, TieKeyRuleI10) {
  scheduler_.Register({.tie_key = 8, .run = log_.Note("8")});
  scheduler_.Register({.tie_key = 7, .run = log_.Note("7")});
  scheduler_.Register({.tie_key = 7, .run = log_.Note("7, registered later")});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("7", "7, registered later", "8"));
}

TEST_P(SchedulerCardsTest, NameAndOwnerRuleI10) {
  int owner = 0;
  const TickHandle card = scheduler_.Register({.name = "who", .owner = &owner});
  EXPECT_EQ(scheduler_.NameOf(card), "\"who\"");
  EXPECT_EQ(scheduler_.Describe(card)->owner, &owner);
}

TEST_P(SchedulerCardsTest, EngineStageMayNameThePhysicsGroupsRuleI10) {
  EXPECT_FALSE(scheduler_.TryRegister({.start = TickGroup::kStartPhysics}).ok());
  EXPECT_TRUE(
      scheduler_.TryRegister({.start = TickGroup::kStartPhysics, .engine_stage = true}).ok());
  const TickHandle stage =
      scheduler_.Register({.end = TickGroup::kEndPhysics, .engine_stage = true});
  ASSERT_TRUE(scheduler_.MakePlan().ok());
  EXPECT_EQ(scheduler_.Describe(stage)->effective_end, TickGroup::kEndPhysics);
}

TEST(SchedulerClaimTest, EngineStageIsClaimedBeforeAllOtherWorkRuleI10) {
  MadeScheduler made({ExecutorKind::kFlow, 0});
  CallLog log;
  made.scheduler.Register({.lane = Lane::kAnyThread, .cost_us = 900, .run = log.Note("long")});
  made.scheduler.Register(
      {.lane = Lane::kAnyThread, .engine_stage = true, .cost_us = 10, .run = log.Note("stage")});
  made.scheduler.RunFrame(0.1);
  EXPECT_THAT(log.Take(), ElementsAre("stage", "long"));
}

TEST(SchedulerClaimTest, DeclaredCostDecidesWhatIsClaimedFirstRuleI10) {
  MadeScheduler made({ExecutorKind::kFlow, 0});
  CallLog log;
  made.scheduler.Register({.lane = Lane::kAnyThread, .cost_us = 10, .run = log.Note("cheap")});
  made.scheduler.Register({.lane = Lane::kAnyThread, .cost_us = 90, .run = log.Note("dear")});
  made.scheduler.RunFrame(0.1);
  EXPECT_THAT(log.Take(), ElementsAre("dear", "cheap"));
}

// ---- F5 ---------------------------------------------------------------------------------------

TEST_P(SchedulerCardsTest, NamesMayHoldAnythingRuleF5) {
  const std::vector<std::string> names = AwkwardNames();
  std::vector<TickHandle> cards;
  for (const std::string& name : names) {
    cards.push_back(scheduler_.Register({.name = name, .run = log_.Note(name)}));
  }
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_EQ(log_.Take(), names);
  for (std::size_t at = 0; at < names.size(); ++at) {
    EXPECT_EQ(scheduler_.Describe(cards[at])->name, names[at]);
    if (!names[at].empty()) {
      EXPECT_EQ(scheduler_.NameOf(cards[at]), QuotedName(names[at]));
    }
    EXPECT_FALSE(scheduler_.NameOf(cards[at]).empty());
  }
}

TEST_P(SchedulerCardsTest, NamesSurviveInMessagesRuleF5) {
  for (const std::string& name : AwkwardNames()) {
    if (name.empty()) continue;
    MadeScheduler made(GetParam());
    const absl::Status refused =
        made.scheduler.TryRegister({.name = name, .start = TickGroup::kEndPhysics}).status();
    EXPECT_THAT(std::string(refused.message()), HasSubstr(QuotedName(name)));
    const TickHandle card = made.scheduler.Register({.name = name});
    made.scheduler.AddPrerequisite(card, card);
    const FrameResult& frame = made.scheduler.RunFrame(0.1);
    EXPECT_EQ(frame.error_count, 1U) << "the cycle";
    ASSERT_EQ(made.scheduler.cycles().size(), 1U);
    EXPECT_THAT(made.scheduler.Explain(made.scheduler.cycles()[0]), HasSubstr(QuotedName(name)));
  }
}

TEST_P(SchedulerCardsTest, EqualNamesAreDifferentCardsRuleF5) {
  const TickHandle first = scheduler_.Register({.name = "equal", .run = log_.Note("first")});
  const TickHandle second = scheduler_.Register({.name = "equal", .run = log_.Note("second")});
  EXPECT_NE(first, second);
  scheduler_.SetEnabled(first, false);
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("second"));
}

TEST_P(SchedulerCardsTest, ACardWithoutANameCanBeTold) {
  const TickHandle card = scheduler_.Register({});
  EXPECT_THAT(scheduler_.NameOf(card), HasSubstr("without a name"));
  scheduler_.Unregister(card);
  EXPECT_THAT(scheduler_.NameOf(card), HasSubstr("gone"));
  EXPECT_THAT(scheduler_.NameOf(TickHandle()), HasSubstr("never registered"));
}

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerCardsTest, AllExecutors(), ExecutorName);

}  // namespace
}  // namespace tickgraph
