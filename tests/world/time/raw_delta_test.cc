#include "tickgraph/world/time/raw_delta.h"

#include <gtest/gtest.h>

#include <limits>

namespace tickgraph {
namespace {

using std::chrono::nanoseconds;

// rule I2
TEST(RawDeltaTest, SecondsBecomeNanosecondsRoundedDown) {
  EXPECT_EQ(RawDelta::FromSeconds(1.0 / 60)->nanoseconds, nanoseconds(16'666'666));
  EXPECT_EQ(RawDelta::FromSeconds(0.02)->nanoseconds, nanoseconds(20'000'000));
  EXPECT_EQ(RawDelta::FromSeconds(1.9e-9)->nanoseconds, nanoseconds(1));
  EXPECT_EQ(RawDelta::FromSeconds(0)->nanoseconds, nanoseconds(0));
}

// rule T-5
TEST(RawDeltaTest, WhatIsNoTimeIsAnErrorThatNamesIt) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad :
       {-1e-9, -infinity, infinity, std::numeric_limits<double>::quiet_NaN(), 1.0000001e9}) {
    const auto delta = RawDelta::FromSeconds(bad);
    EXPECT_EQ(delta.status().code(), absl::StatusCode::kInvalidArgument) << bad;
  }
  EXPECT_NE(RawDelta::FromSeconds(-2.5).status().message().find("-2.5"), std::string::npos);
}

TEST(RawDeltaTest, BetweenTwoSamplesTheNanosecondsAreThoseThatPassed) {
  const auto delta = RawDelta::Between({.time = nanoseconds(100), .delta = 0},
                                       {.time = nanoseconds(16'666'767), .delta = 1.0 / 60});
  ASSERT_TRUE(delta.ok());
  EXPECT_EQ(delta->nanoseconds, nanoseconds(16'666'667));
  EXPECT_EQ(delta->seconds, 1.0 / 60);
}

// rule T-5
TEST(RawDeltaTest, AClockThatGoesBackwardsIsAnError) {
  const auto delta = RawDelta::Between({.time = nanoseconds(100), .delta = 0},
                                       {.time = nanoseconds(99), .delta = 0});
  EXPECT_EQ(delta.status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace tickgraph
