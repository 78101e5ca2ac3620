#include "tickgraph/world/object_card.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

// rule G1, rule O-4
TEST(ObjectCardTest, WithoutADefinitionTheDefaultsOfTheClassHold) {
  const TickDefaults defaults = {.end = TickGroup::kPostPhysics,
                                 .lane = Lane::kAnyThread,
                                 .order = 4,
                                 .start_enabled = false,
                                 .cost_us = 7};
  const TickFunction card = MergeTickDefinition(defaults, {}, TickGroup::kDuringPhysics);
  EXPECT_EQ(card.start, TickGroup::kDuringPhysics);
  EXPECT_EQ(card.end, TickGroup::kPostPhysics);
  EXPECT_EQ(card.lane, Lane::kAnyThread);
  EXPECT_EQ(card.order, 4);
  EXPECT_FALSE(card.start_enabled);
  EXPECT_EQ(card.cost_us, 7);
}

TEST(ObjectCardTest, TheDefinitionStandsInFrontOfTheDefaults) {
  const TickDefaults defaults = {.start = TickGroup::kPostPhysics, .lane = Lane::kAnyThread};
  const TickFunction card = MergeTickDefinition(defaults,
                                                {.start = TickGroup::kPrePhysics,
                                                 .end = TickGroup::kPostUpdateWork,
                                                 .lane = Lane::kGameThread,
                                                 .high_priority = true,
                                                 .order = -1,
                                                 .start_enabled = false,
                                                 .allow_on_dedicated_server = false,
                                                 .cost_us = 3},
                                                TickGroup::kDuringPhysics);
  EXPECT_EQ(card.start, TickGroup::kPrePhysics);
  EXPECT_EQ(card.end, TickGroup::kPostUpdateWork);
  EXPECT_EQ(card.lane, Lane::kGameThread);
  EXPECT_TRUE(card.high_priority);
  EXPECT_EQ(card.order, -1);
  EXPECT_FALSE(card.start_enabled);
  EXPECT_FALSE(card.allow_on_dedicated_server);
  EXPECT_EQ(card.cost_us, 3);
}

TEST(ObjectCardTest, AnEndOfTheClassDoesNotHoldBackALaterStart) {
  const TickDefaults defaults = {.end = TickGroup::kDuringPhysics};
  EXPECT_EQ(
      MergeTickDefinition(defaults, {.start = TickGroup::kPostUpdateWork}, TickGroup::kPrePhysics)
          .end,
      std::nullopt);
  EXPECT_EQ(
      MergeTickDefinition(defaults, {.start = TickGroup::kDuringPhysics}, TickGroup::kPrePhysics)
          .end,
      TickGroup::kDuringPhysics);
}

}  // namespace
}  // namespace tickgraph
