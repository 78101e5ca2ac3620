#include "tickgraph/group_check.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

TEST(GroupCheckTest, GroupsThatACardMayNameRuleG3) {
  using enum TickGroup;
  for (const TickGroup start : {kPrePhysics, kDuringPhysics, kPostPhysics, kPostUpdateWork}) {
    EXPECT_FALSE(FindGroupError({.start = start}, {}));
    EXPECT_FALSE(FindGroupError({.start = start, .end = kPostUpdateWork}, {}));
  }
  for (const TickGroup start : {kStartPhysics, kEndPhysics}) {
    EXPECT_FALSE(FindGroupError({.start = start, .engine_stage = true}, {}));
    EXPECT_EQ(FindGroupError({.start = start}, {})->code, TickErrorCode::kForbiddenGroup);
  }
  for (const TickGroup group : {kLastDemotable, kNewlySpawned}) {
    EXPECT_EQ(FindGroupError({.start = group, .engine_stage = true}, {})->code,
              TickErrorCode::kForbiddenGroup);
    EXPECT_EQ(FindGroupError({.end = group}, {})->code, TickErrorCode::kForbiddenGroup);
  }
}

TEST(GroupCheckTest, AnEndBeforeTheStartIsNamedWithItsPlaceRuleG3) {
  const TickFunction card = {
      .name = "camera", .start = TickGroup::kPostPhysics, .end = TickGroup::kPrePhysics};
  const auto error = FindGroupError(card, {"game.cc", 7});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, TickErrorCode::kEndBeforeStart);
  EXPECT_EQ(error->where.line, 7U);
  EXPECT_EQ(error->detail, "\"camera\"");
}

}  // namespace
}  // namespace tickgraph
