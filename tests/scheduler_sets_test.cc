// Sets of cards: rule P8.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/executors.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SetTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  TickHandle Add(std::string name, TickFunction card = {}) {
    card.name = name;
    card.run = [this, name](const TickContext&) { ran_.push_back(name); };
    return scheduler_.Register(std::move(card));
  }

  std::vector<std::string> Frame() {
    ran_.clear();
    scheduler_.RunFrame(0.1);
    return ran_;
  }

  /// What a call of the plain kind reports; the Try… twin of it has to fail as well.
  TickErrorCode ErrorOf(const absl::Status& of_twin, const std::function<void()>& call) {
    EXPECT_FALSE(of_twin.ok());
    const std::size_t before = scheduler_.errors().size();
    call();
    EXPECT_EQ(scheduler_.errors().size(), before + 1);
    const TickError error = scheduler_.errors().back();
    EXPECT_EQ(of_twin.code(), StatusCodeOf(error.code));
    return error.code;
  }

  std::vector<std::string> ran_;
  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
};

INSTANTIATE_TEST_SUITE_P(Executors, SetTest, AllExecutors(), ExecutorName);

TEST_P(SetTest, EdgesEndAtSetsRuleP8) {
  const TickSet set = scheduler_.RegisterSet({.name = "set"});
  const TickHandle after = Add("after", {.after = {set}});
  Add("member 1", {.in = {set}});
  Add("member 2", {.in = {set}});
  const TickHandle before = Add("before");
  scheduler_.AddPrerequisite(set, before);

  EXPECT_THAT(Frame(), ElementsAre("before", "member 1", "member 2", "after"));

  scheduler_.RemovePrerequisite(set, before);
  scheduler_.RemovePrerequisite(after, set);
  EXPECT_THAT(Frame(), ElementsAre("after", "member 1", "member 2", "before"));
  EXPECT_TRUE(scheduler_.last_frame().ok());
}

TEST_P(SetTest, SetsAreNotCountedAsCardsRuleP8) {
  const TickSet set = scheduler_.RegisterSet({.name = "set"});
  const TickHandle card = Add("card", {.in = {set}});

  const FrameResult& result = scheduler_.RunFrame(0.1);

  EXPECT_EQ(result.cards_run, 1U);
  EXPECT_EQ(result.cards_skipped, 0U);
  EXPECT_EQ(scheduler_.card_count(), 1U);
  EXPECT_THAT(scheduler_.Cards(), ElementsAre(card));
}

TEST_P(SetTest, AnEmptySetPassesOrderOnRuleP8) {
  const TickSet set = scheduler_.RegisterSet({.name = "set"});
  Add("after", {.after = {set}});
  scheduler_.AddPrerequisite(set, Add("before"));
  EXPECT_THAT(Frame(), ElementsAre("before", "after"));
}

TEST_P(SetTest, ACardMayBeInSeveralSetsAndSetsInSetsRuleP8) {
  const TickSet outer = scheduler_.RegisterSet({.name = "outer"});
  const TickSet inner = scheduler_.RegisterSet({.name = "inner", .in = {outer}});
  const TickSet other = scheduler_.RegisterSet({.name = "other"});
  Add("after outer", {.after = {outer}});
  Add("after other", {.after = {other}});
  Add("card", {.in = {inner, other}});
  EXPECT_THAT(Frame(), ElementsAre("card", "after outer", "after other"));
}

TEST_P(SetTest, ASetMovesNobodyToALaterGroupOnItsOwnRulesG2P8) {
  const TickSet set = scheduler_.RegisterSet({.name = "set"});
  Add("late", {.start = TickGroup::kPostPhysics, .in = {set}});
  const TickHandle early = Add("early", {.in = {set}});
  const TickHandle after = Add("after", {.after = {set}});

  Frame();

  EXPECT_EQ(scheduler_.Describe(early)->effective_start, TickGroup::kPrePhysics);
  EXPECT_EQ(scheduler_.Describe(after)->effective_start, TickGroup::kPostPhysics);
}

// case-C5: this, the next one, and a cycle are three kinds of error.
TEST_P(SetTest, ASetInsideItselfIsAnErrorOfItsOwnRuleP8) {
  const TickSet outer = scheduler_.RegisterSet({.name = "outer"});
  const TickSet middle = scheduler_.RegisterSet({.name = "middle", .in = {outer}});
  const TickSet inner = scheduler_.RegisterSet({.name = "inner", .in = {middle}});

  const absl::Status status = scheduler_.TryAddToSet(outer, inner);

  EXPECT_EQ(ErrorOf(status, [&] { scheduler_.AddToSet(outer, inner); }),
            TickErrorCode::kSetInsideItself);
  EXPECT_THAT(std::string(status.message()), HasSubstr("set \"outer\" was put into set \"inner\""));
  EXPECT_THAT(std::string(status.message()), HasSubstr("scheduler_sets_test.cc"));
  EXPECT_FALSE(scheduler_.TryAddToSet(outer, outer).ok());
  Frame();
  EXPECT_EQ(scheduler_.ignored_edge_count(), 0U);
}

TEST_P(SetTest, ACardOrderedAgainstItsOwnSetIsAnErrorOfItsOwnRuleP8) {
  const TickSet outer = scheduler_.RegisterSet({.name = "outer"});
  const TickSet inner = scheduler_.RegisterSet({.name = "inner", .in = {outer}});
  const TickHandle card = Add("card", {.in = {inner}});

  EXPECT_EQ(ErrorOf(scheduler_.TryAddPrerequisite(card, outer),
                    [&] { scheduler_.AddPrerequisite(card, outer); }),
            TickErrorCode::kOrderedAgainstOwnSet);
  EXPECT_EQ(ErrorOf(scheduler_.TryAddPrerequisite(inner, card),
                    [&] { scheduler_.AddPrerequisite(inner, card); }),
            TickErrorCode::kOrderedAgainstOwnSet);
  EXPECT_EQ(ErrorOf(scheduler_.TryAddPrerequisite(inner, outer),
                    [&] { scheduler_.AddPrerequisite(inner, outer); }),
            TickErrorCode::kOrderedAgainstOwnSet);
  EXPECT_EQ(ErrorOf(scheduler_.TryAddPrerequisite(outer, outer),
                    [&] { scheduler_.AddPrerequisite(outer, outer); }),
            TickErrorCode::kOrderedAgainstOwnSet);
  Frame();
  EXPECT_EQ(scheduler_.ignored_edge_count(), 0U);
}

TEST_P(SetTest, WhatIsOrderedAgainstASetIsNotPutIntoItRuleP8) {
  const TickSet outer = scheduler_.RegisterSet({.name = "outer"});
  const TickSet inner = scheduler_.RegisterSet({.name = "inner", .in = {outer}});
  const TickHandle card = Add("card", {.after = {outer}});

  EXPECT_EQ(ErrorOf(scheduler_.TryAddToSet(card, inner), [&] { scheduler_.AddToSet(card, inner); }),
            TickErrorCode::kOrderedAgainstOwnSet);

  const TickSet group = scheduler_.RegisterSet({.name = "group"});
  scheduler_.AddToSet(card, group);
  EXPECT_FALSE(scheduler_.TryAddToSet(group, outer).ok()) << "a member of it is";
  scheduler_.RemovePrerequisite(card, outer);
  EXPECT_TRUE(scheduler_.TryAddToSet(group, outer).ok());
}

TEST_P(SetTest, MembersComeAndGo) {
  const TickSet set = scheduler_.RegisterSet({.name = "set"});
  Add("after", {.after = {set}});
  const TickHandle card = Add("card");
  EXPECT_THAT(Frame(), ElementsAre("after", "card"));

  scheduler_.AddToSet(card, set);
  scheduler_.AddToSet(card, set);
  EXPECT_THAT(Frame(), ElementsAre("card", "after"));

  scheduler_.RemoveFromSet(card, set);
  EXPECT_THAT(Frame(), ElementsAre("after", "card"));
  EXPECT_TRUE(scheduler_.TryRemoveFromSet(card, set).ok()) << "nothing to do";
}

TEST_P(SetTest, AnUnregisteredSetLeavesItsMembersRuleP1) {
  const TickSet outer = scheduler_.RegisterSet({.name = "outer"});
  const TickSet set = scheduler_.RegisterSet({.name = "set", .in = {outer}});
  Add("after", {.after = {set}});
  const TickHandle card = Add("card", {.in = {set}});

  scheduler_.Unregister(set);

  EXPECT_THAT(Frame(), ElementsAre("after", "card"));
  EXPECT_EQ(ErrorOf(scheduler_.TryAddToSet(card, set), [&] { scheduler_.AddToSet(card, set); }),
            TickErrorCode::kStaleHandle);
  EXPECT_TRUE(scheduler_.TryAddPrerequisite(card, outer).ok()) << "it is in no set any more";
}

TEST_P(SetTest, NewcomersOfASetAreOrderedAtOnceRulesP2P8) {
  const TickSet set = scheduler_.RegisterSet({.name = "set"});
  scheduler_.Register({.name = "spawner", .run = [&](const TickContext&) {
                         ran_.emplace_back("spawner");
                         if (ran_.size() == 1) Add("newcomer", {.in = {set}});
                       }});
  Add("after", {.start = TickGroup::kPostPhysics, .after = {set}});
  Add("beside");
  EXPECT_THAT(Frame(), ElementsAre("spawner", "beside", "newcomer", "after"));
  EXPECT_TRUE(scheduler_.last_frame().ok()) << scheduler_.last_frame();
}

TEST_P(SetTest, AnEndOfASetIsNoCard) {
  const TickSet set = scheduler_.RegisterSet({.name = "set"});
  const TickHandle card = Add("card");
  EXPECT_EQ(ErrorOf(scheduler_.TrySetEnabled(set.end, false),
                    [&] { scheduler_.SetEnabled(set.end, false); }),
            TickErrorCode::kNotACard);
  EXPECT_EQ(ErrorOf(scheduler_.TryUnregister(set.begin), [&] { scheduler_.Unregister(set.begin); }),
            TickErrorCode::kNotACard);
  EXPECT_EQ(ErrorOf(scheduler_.TryAddPrerequisite(card, set.begin),
                    [&] { scheduler_.AddPrerequisite(card, set.begin); }),
            TickErrorCode::kNotACard);
  EXPECT_EQ(ErrorOf(scheduler_.TryAddToSet(card, TickSet{card, card}),
                    [&] {
                      scheduler_.AddToSet(card, TickSet{card, card});
                    }),
            TickErrorCode::kNotACard);
  EXPECT_EQ(scheduler_.NameOf(set.begin), "set \"set\"");
}

TEST_P(SetTest, ChainOrdersCardsAndSetsRuleP8) {
  const TickSet set = scheduler_.RegisterSet({.name = "set"});
  const TickHandle last = Add("last");
  Add("member 1", {.in = {set}});
  Add("member 2", {.in = {set}});
  const TickHandle first = Add("first");

  scheduler_.Chain({first, set, last});

  EXPECT_THAT(Frame(), ElementsAre("first", "member 1", "member 2", "last"));
  EXPECT_FALSE(scheduler_.TryChain({last, TickHandle{}, first}).ok());
}

TEST_P(SetTest, ACycleThroughASetIsReportedWithItsNameRuleP4) {
  const TickSet set = scheduler_.RegisterSet({.name = "physics set"});
  const TickHandle member = Add("member", {.in = {set}});
  const TickHandle other = Add("other", {.after = {set}});
  scheduler_.AddPrerequisite(member, other);

  const FrameResult& result = scheduler_.RunFrame(0.1);

  EXPECT_EQ(result.first_error.code, TickErrorCode::kPrerequisiteCycle);
  EXPECT_THAT(result.first_error_text, HasSubstr("the end of set \"physics set\""));
  EXPECT_EQ(result.cards_run, 2U);
}

}  // namespace
}  // namespace tickgraph
