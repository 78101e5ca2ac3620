#include "tickgraph/plan/set_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint32_t kCard = 1;

class SetStoreTest : public testing::Test {
 protected:
  SetStoreTest() {
    for (const std::uint32_t set : {10U, 20U, 30U}) sets_.AddSet(set, set + 1);
  }

  SetStore sets_;
};

TEST_F(SetStoreTest, KnowsTheTwoEndsOfASet) {
  EXPECT_TRUE(sets_.IsSet(10));
  EXPECT_FALSE(sets_.IsSet(11));
  EXPECT_EQ(sets_.EndOf(10), 11U);
  EXPECT_EQ(sets_.BeginOf(11), 10U);
}

TEST_F(SetStoreTest, FindsSetsThroughOthersRuleP8) {
  EXPECT_TRUE(sets_.Put(kCard, 10));
  EXPECT_FALSE(sets_.Put(kCard, 10));
  EXPECT_TRUE(sets_.Put(10, 20));
  EXPECT_TRUE(sets_.Put(kCard, 30));
  EXPECT_TRUE(sets_.Put(30, 20));
  EXPECT_THAT(sets_.SetsAround(kCard), ElementsAre(10, 30, 20));
  EXPECT_TRUE(sets_.IsInside(kCard, 20));
  EXPECT_FALSE(sets_.IsInside(20, 10));
  EXPECT_TRUE(sets_.Take(10, 20));
  EXPECT_FALSE(sets_.Take(10, 20));
  EXPECT_TRUE(sets_.IsInside(kCard, 20)) << "through 30";
}

TEST_F(SetStoreTest, CountsMembers) {
  EXPECT_FALSE(sets_.HasMembers(10));
  sets_.Put(kCard, 10);
  sets_.Put(20, 10);
  sets_.Take(kCard, 10);
  EXPECT_TRUE(sets_.HasMembers(10));
  sets_.RemoveSet(20);
  EXPECT_FALSE(sets_.HasMembers(10));
  sets_.Put(kCard, 10);
  sets_.Put(kCard, 30);
  sets_.TakeOutOfAll(kCard);
  EXPECT_FALSE(sets_.HasMembers(10));
  EXPECT_FALSE(sets_.HasMembers(30));
}

TEST_F(SetStoreTest, AGoneSetLeavesItsMembers) {
  sets_.Put(kCard, 10);
  sets_.Put(10, 20);
  sets_.RemoveSet(10);
  EXPECT_FALSE(sets_.IsSet(10));
  EXPECT_THAT(sets_.SetsAround(kCard), IsEmpty());
}

}  // namespace
}  // namespace tickgraph
