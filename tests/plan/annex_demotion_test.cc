#include "tickgraph/plan/annex_demotion.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tickgraph/plan/plan_builder.h"
#include "tickgraph/tick_context.h"

namespace tickgraph {
namespace {

class AnnexDemotionTest : public testing::Test {
 protected:
  std::uint32_t Insert(TickFunction card) {
    const TickHandle handle = cards_.ReserveHandle();
    cards_.Insert(handle, std::move(card), {});
    return handle.slot;
  }

  /// A newcomer that was placed after these places, of the plan and of the annex.
  AnnexCard& Place(AnnexCard& card, std::uint32_t slot, TickGroup earliest,
                   std::vector<std::uint32_t> plan_slots, std::vector<AnnexCard*> newcomers = {}) {
    const CardRecord& record = cards_.Record(slot);
    card.card = cards_.HandleOf(slot);
    card.earliest = earliest;
    card.placed_as_running = record.runs();
    GroupRules rules;
    for (const std::uint32_t other : plan_slots) {
      card.plan_prerequisites.push_back(plan_.position_of_slot[other]);
      rules.Add(plan_.places[plan_.position_of_slot[other]]);
    }
    for (AnnexCard* other : newcomers) {
      card.annex_prerequisites.push_back(other);
      rules.Add(other->place);
    }
    DeclaredTick declared;
    declared.start = record.start;
    declared.end = record.end;
    declared.lane = record.lane;
    declared.earliest = earliest;
    card.place = rules.Place(declared);
    return card;
  }

  std::optional<AnnexDemotion> Demoted(const AnnexCard& card) {
    return DemotionOf(card, cards_, plan_);
  }

  CardStore cards_;
  EdgeStore edges_;
  FramePlan plan_;
  PlanBuilder builder_;
};

TEST_F(AnnexDemotionTest, ACardInItsOwnGroupIsNotDemoted) {
  const std::uint32_t pre = Insert({});
  builder_.Build(cards_, edges_, plan_);
  AnnexCard card;
  EXPECT_FALSE(
      Demoted(Place(card, Insert({.end = TickGroup::kEndPhysics}), TickGroup::kPrePhysics, {pre})));
}

TEST_F(AnnexDemotionTest, ACardThatCameTooLateHasNoCauseRuleG7) {
  const std::uint32_t pre = Insert({});
  builder_.Build(cards_, edges_, plan_);
  AnnexCard card;
  const auto demotion = Demoted(Place(card, Insert({}), TickGroup::kPostPhysics, {pre}));
  ASSERT_TRUE(demotion);
  EXPECT_FALSE(demotion->cause);
}

TEST_F(AnnexDemotionTest, NamesThePrerequisiteThatMovedTheStartRuleG7) {
  const std::uint32_t post = Insert({.start = TickGroup::kPostPhysics});
  const std::uint32_t work = Insert({.start = TickGroup::kPostUpdateWork});
  builder_.Build(cards_, edges_, plan_);
  AnnexCard newcomer;
  Place(newcomer, Insert({}), TickGroup::kDuringPhysics, {});
  AnnexCard card;
  Place(card, Insert({}), TickGroup::kDuringPhysics, {post, work}, {&newcomer});
  EXPECT_EQ(Demoted(card)->cause, cards_.HandleOf(work));
  AnnexCard after_newcomer;
  Place(after_newcomer, Insert({}), TickGroup::kPrePhysics, {}, {&card});
  EXPECT_EQ(Demoted(after_newcomer)->cause, card.card);
}

TEST_F(AnnexDemotionTest, NamesThePrerequisiteThatMovedTheEndRuleG7) {
  const std::uint32_t shorter = Insert({.lane = Lane::kAnyThread});
  const std::uint32_t longer = Insert({.end = TickGroup::kPostPhysics, .lane = Lane::kAnyThread});
  builder_.Build(cards_, edges_, plan_);
  AnnexCard card;
  const auto demotion = Demoted(Place(card, Insert({}), TickGroup::kPrePhysics, {shorter, longer}));
  ASSERT_TRUE(demotion);
  EXPECT_EQ(demotion->cause, cards_.HandleOf(longer));
}

TEST_F(AnnexDemotionTest, ACardThatDoesNotRunIsNotDemoted) {
  builder_.Build(cards_, edges_, plan_);
  AnnexCard disabled;
  Place(disabled, Insert({.start_enabled = false}), TickGroup::kPostPhysics, {});
  EXPECT_FALSE(Demoted(disabled));
  AnnexCard gone;
  const std::uint32_t slot = Insert({});
  Place(gone, slot, TickGroup::kPostPhysics, {});
  EXPECT_TRUE(Demoted(gone));
  cards_.Retire(slot);
  EXPECT_FALSE(Demoted(gone));
}

TEST_F(AnnexDemotionTest, OneThatFollowsANewcomerIsComparedWithThePlan) {
  const std::uint32_t post = Insert({.start = TickGroup::kPostPhysics});
  const std::uint32_t moved = Insert({});
  edges_.Add(post, moved, {});
  builder_.Build(cards_, edges_, plan_);
  AnnexCard card;
  card.follows_newcomer = true;
  card.plan_position = plan_.position_of_slot[moved];
  EXPECT_FALSE(Demoted(Place(card, moved, TickGroup::kPrePhysics, {post})));
}

}  // namespace
}  // namespace tickgraph
