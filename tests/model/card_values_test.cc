#include "tickgraph/model/card_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tickgraph::model {
namespace {

TEST(CardValuesTest, ReadsBackTheNamesThatItGives) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    EXPECT_EQ(ParseLane(LaneName(lane)), lane);
  }
  for (const CardState state :
       {CardState::kEnabled, CardState::kCoolingDown, CardState::kDisabled}) {
    EXPECT_EQ(ParseCardState(CardStateName(state)), state);
  }
  EXPECT_EQ(ParseLane("anythread"), std::nullopt);
  EXPECT_EQ(ParseCardState(""), std::nullopt);
}

TEST(CardValuesTest, TakesFiniteDurationsOnly) {
  EXPECT_EQ(ParseDuration("0"), 0.0);
  EXPECT_EQ(ParseDuration("1e-05"), 1e-05);
  EXPECT_EQ(ParseDuration("1e12"), 1e12);
  for (const char* text : {"", "-1", "nan", "inf", "1e13", "1e999", "2x", "0,5"}) {
    EXPECT_EQ(ParseDuration(text), std::nullopt) << text;
  }
  EXPECT_TRUE(IsDuration(0));
  EXPECT_FALSE(IsDuration(-1e-9));
  EXPECT_FALSE(IsDuration(std::nan("")));
  EXPECT_FALSE(IsDuration(std::numeric_limits<double>::infinity()));
}

}  // namespace
}  // namespace tickgraph::model
