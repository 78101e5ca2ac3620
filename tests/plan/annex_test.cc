#include "tickgraph/plan/annex.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tickgraph/plan/plan_builder.h"
#include "tickgraph/tick_context.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class AnnexTest : public testing::Test {
 protected:
  std::uint32_t Insert(TickFunction card) {
    const TickHandle handle = cards_.ReserveHandle();
    card.run = [](const TickContext&) {};
    cards_.Insert(handle, std::move(card), {});
    return handle.slot;
  }

  void Order(std::uint32_t from, std::uint32_t to) {
    edges_.Add(from, to, {});
    annex_.EdgeAdded(edges_.size() - 1);
  }

  void MakePlan() { builder_.Build(cards_, edges_, plan_); }

  /// All segments are open unless a test says otherwise.
  Segment first_open_ = 0;

  void Settle(Segment segment) {
    annex_.Settle(
        segment, first_open_,
        [this](std::uint32_t position) { return position >= first_not_started_; },
        [this](std::uint32_t position, bool is_taken) {
          is_taken ? taken_over_.push_back(NameAt(position))
                   : (void)std::erase(taken_over_, NameAt(position));
        });
  }

  std::string NameAt(std::uint32_t position) { return cards_.NameOf(plan_.cards[position].slot); }

  /// Names of what TakeSegment gives, newcomers in brackets.
  std::vector<std::string> Take(Segment segment, bool with_plan = true) {
    std::vector<MergedCard> merged;
    has_plan_cards_ = annex_.TakeSegment(segment, with_plan, true, merged);
    std::vector<std::string> names;
    for (const MergedCard& item : merged) {
      names.push_back(item.annex == nullptr ? NameAt(item.position)
                                            : "<" + cards_.NameOf(item.annex->card.slot) + ">");
    }
    return names;
  }

  CardStore cards_;
  EdgeStore edges_;
  FramePlan plan_;
  PlanBuilder builder_;
  Annex annex_{cards_, edges_, plan_};
  std::uint32_t first_not_started_ = 0;
  std::vector<std::string> taken_over_;
  bool has_plan_cards_ = false;
};

TEST_F(AnnexTest, IsEmptyUntilACardComes) {
  MakePlan();
  EXPECT_TRUE(annex_.empty());
  EXPECT_EQ(annex_.Find(0), nullptr);
  const std::uint32_t slot = Insert({.name = "new"});
  annex_.Add(slot, TickGroup::kPrePhysics);
  EXPECT_FALSE(annex_.empty());
  ASSERT_NE(annex_.Find(slot), nullptr);
  EXPECT_EQ(annex_.Find(slot)->card, cards_.HandleOf(slot));
  annex_.Clear();
  EXPECT_TRUE(annex_.empty());
  EXPECT_EQ(annex_.Find(slot), nullptr);
}

TEST_F(AnnexTest, TakesOnlyCardsThatAreDueRuleN2) {
  MakePlan();
  annex_.Add(Insert({.name = "post", .start = TickGroup::kPostPhysics}), TickGroup::kPrePhysics);
  annex_.Add(Insert({.name = "pre"}), TickGroup::kPrePhysics);
  Settle(WaitSegment(0));
  EXPECT_TRUE(annex_.HasWaiting(WaitSegment(0)));
  EXPECT_EQ(cards_.NameOf(annex_.FirstWaiting(WaitSegment(0)).card.slot), "pre");
  EXPECT_THAT(Take(WaitSegment(0), false), ElementsAre("<pre>"));
  EXPECT_FALSE(annex_.HasWaiting(WaitSegment(0)));
  EXPECT_TRUE(annex_.HasWaiting(MainSegment(4)));
  Settle(MainSegment(4));
  EXPECT_THAT(Take(MainSegment(4)), ElementsAre("<post>"));
}

TEST_F(AnnexTest, MergesNewcomersIntoPlanOrderRulesL2N2) {
  for (const int order : {1, 3, 5}) {
    Insert({.name = std::to_string(order), .start = TickGroup::kPostPhysics, .order = order});
  }
  MakePlan();
  for (const int order : {4, 0, 6}) {
    annex_.Add(
        Insert({.name = std::to_string(order), .start = TickGroup::kPostPhysics, .order = order}),
        TickGroup::kPrePhysics);
  }
  Settle(MainSegment(4));
  EXPECT_THAT(Take(MainSegment(4)), ElementsAre("<0>", "1", "3", "<4>", "5", "<6>"));
  EXPECT_TRUE(has_plan_cards_);
}

TEST_F(AnnexTest, LeavesThePlanAloneWhereAllNewcomersComeAfterIt) {
  Insert({.name = "old"});
  MakePlan();
  annex_.Add(Insert({.name = "new"}), TickGroup::kPrePhysics);
  Settle(MainSegment(0));
  EXPECT_THAT(Take(MainSegment(0)), ElementsAre("<new>"));
  EXPECT_FALSE(has_plan_cards_);
}

TEST_F(AnnexTest, GivesPlanKeysInTheOrderOfTheMergedSegment) {
  Insert({.name = "1", .order = 1});
  MakePlan();
  const std::uint32_t before = Insert({.name = "0", .order = 0});
  const std::uint32_t after = Insert({.name = "2", .order = 2});
  annex_.Add(before, TickGroup::kPrePhysics);
  annex_.Add(after, TickGroup::kPrePhysics);
  Settle(MainSegment(0));
  Take(MainSegment(0));
  EXPECT_LT(annex_.Find(before)->plan_key, PlanKeyOf(0));
  EXPECT_LT(PlanKeyOf(0), annex_.Find(after)->plan_key);
  EXPECT_LT(annex_.Find(after)->plan_key, PlanKeyOf(1));
}

TEST_F(AnnexTest, NewcomersFollowPrerequisitesAmongThemselvesRuleP2) {
  MakePlan();
  const std::uint32_t a = Insert({.name = "a"});
  const std::uint32_t b = Insert({.name = "b"});
  const std::uint32_t c = Insert({.name = "c"});
  for (const std::uint32_t slot : {a, b, c}) annex_.Add(slot, TickGroup::kPrePhysics);
  Order(c, a);
  Order(b, c);
  Settle(WaitSegment(0));
  EXPECT_THAT(Take(WaitSegment(0), false), ElementsAre("<b>", "<c>", "<a>"));
}

TEST_F(AnnexTest, ANewcomerIsMovedByAPrerequisiteOfThePlanRuleG2) {
  const std::uint32_t post = Insert({.name = "post", .start = TickGroup::kPostPhysics});
  MakePlan();
  const std::uint32_t follower = Insert({.name = "follower", .order = -1});
  annex_.Add(follower, TickGroup::kPrePhysics);
  Order(post, follower);
  Settle(WaitSegment(0));
  EXPECT_FALSE(annex_.HasWaiting(WaitSegment(0)));
  EXPECT_EQ(annex_.Find(follower)->place.start, TickGroup::kPostPhysics);
  Settle(MainSegment(4));
  EXPECT_THAT(Take(MainSegment(4)), ElementsAre("post", "<follower>"));
}

TEST_F(AnnexTest, TakesOverWhatHasToFollowANewcomerRuleP2) {
  const std::uint32_t first = Insert({.name = "first"});
  const std::uint32_t second = Insert({.name = "second"});
  const std::uint32_t third = Insert({.name = "third"});
  Order(second, third);
  MakePlan();
  const std::uint32_t newcomer = Insert({.name = "newcomer", .order = 9});
  annex_.Add(newcomer, TickGroup::kPrePhysics);
  Order(newcomer, second);
  Settle(MainSegment(0));
  EXPECT_THAT(taken_over_, ElementsAre("second", "third"));
  EXPECT_THAT(Take(MainSegment(0)), ElementsAre("first", "<newcomer>", "<second>", "<third>"));
  EXPECT_EQ(annex_.Find(first), nullptr);
}

TEST_F(AnnexTest, AnUnregisteredCardIsTakenOverWithoutItsWorkRuleN4) {
  const std::uint32_t first = Insert({.name = "first"});
  const std::uint32_t gone = Insert({.name = "gone"});
  Order(first, gone);
  MakePlan();
  cards_.Retire(gone);
  const std::uint32_t newcomer = Insert({.name = "newcomer"});
  annex_.Add(newcomer, TickGroup::kPrePhysics);
  Order(newcomer, first);
  Settle(MainSegment(0));
  ASSERT_NE(annex_.Find(gone), nullptr);
  EXPECT_TRUE(annex_.Find(gone)->skip);
  EXPECT_FALSE(annex_.Find(first)->skip);
}

TEST_F(AnnexTest, DoesNotTakeOverWhatHasStarted) {
  const std::uint32_t started = Insert({.name = "started"});
  MakePlan();
  first_not_started_ = 1;
  const std::uint32_t newcomer = Insert({.name = "newcomer"});
  annex_.Add(newcomer, TickGroup::kPrePhysics);
  Order(newcomer, started);
  Settle(WaitSegment(0));
  EXPECT_THAT(taken_over_, IsEmpty());
  EXPECT_THAT(Take(WaitSegment(0), false), ElementsAre("<newcomer>"));
}

TEST_F(AnnexTest, NeedsNoTakingOverWhereTheNewcomerEndsEarlierAnyway) {
  const std::uint32_t post = Insert({.name = "post", .start = TickGroup::kPostPhysics});
  MakePlan();
  const std::uint32_t newcomer = Insert({.name = "newcomer"});
  annex_.Add(newcomer, TickGroup::kPrePhysics);
  Order(newcomer, post);
  Settle(WaitSegment(0));
  EXPECT_THAT(taken_over_, IsEmpty());
}

TEST_F(AnnexTest, AnEdgeThatClosesACycleDoesNotCountRuleP4) {
  const std::uint32_t old = Insert({.name = "old", .start = TickGroup::kPostPhysics});
  MakePlan();
  const std::uint32_t a = Insert({.name = "a", .start = TickGroup::kPostPhysics});
  const std::uint32_t b = Insert({.name = "b", .start = TickGroup::kPostPhysics});
  annex_.Add(a, TickGroup::kPrePhysics);
  annex_.Add(b, TickGroup::kPrePhysics);
  Order(old, a);
  Order(a, b);
  Order(b, old);
  Order(b, a);
  Order(a, a);
  Settle(MainSegment(4));
  EXPECT_THAT(Take(MainSegment(4)), ElementsAre("<a>", "<b>"));
  EXPECT_TRUE(edges_[0].counts);
  EXPECT_TRUE(edges_[1].counts);
  EXPECT_FALSE(edges_[2].counts);
  EXPECT_FALSE(edges_[3].counts);
  EXPECT_FALSE(edges_[4].counts);
}

TEST_F(AnnexTest, ADisabledNewcomerDoesNotRunAndPassesOrderOnRuleP3) {
  MakePlan();
  const std::uint32_t a = Insert({.name = "a", .order = 2});
  const std::uint32_t off =
      Insert({.name = "off", .start = TickGroup::kPostUpdateWork, .start_enabled = false});
  const std::uint32_t b = Insert({.name = "b", .order = 1});
  for (const std::uint32_t slot : {a, off, b}) annex_.Add(slot, TickGroup::kPrePhysics);
  Order(a, off);
  Order(off, b);
  Settle(WaitSegment(0));
  EXPECT_TRUE(annex_.Find(off)->skip);
  EXPECT_EQ(annex_.Find(b)->place.start, TickGroup::kPrePhysics);
  EXPECT_THAT(Take(WaitSegment(0), false), ElementsAre("<a>", "<off>", "<b>"));
}

TEST_F(AnnexTest, ThePlanIsNotTouched) {
  const std::uint32_t old = Insert({.name = "old"});
  MakePlan();
  const FramePlan before = plan_;
  annex_.Add(Insert({.name = "new"}), TickGroup::kPrePhysics);
  Order(old, 1);
  Settle(MainSegment(0));
  Take(MainSegment(0));
  EXPECT_EQ(plan_.version, before.version);
  EXPECT_EQ(plan_.cards, before.cards);
  EXPECT_EQ(plan_.places, before.places);
  EXPECT_EQ(plan_.position_of_slot, before.position_of_slot);
}

}  // namespace
}  // namespace tickgraph
