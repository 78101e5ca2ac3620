#include "tickgraph/physics/nanoseconds.h"

#include <gtest/gtest.h>

#include <limits>

namespace tickgraph {
namespace {

using std::chrono::nanoseconds;

// rule I2
TEST(NanosecondsTest, SecondsAreRoundedDown) {
  EXPECT_EQ(FloorToNanoseconds(0).count(), 0);
  EXPECT_EQ(FloorToNanoseconds(1.0 / 60).count(), 16'666'666);
  EXPECT_EQ(FloorToNanoseconds(2e-9).count(), 2);
  EXPECT_EQ(FloorToNanoseconds(1.9e-9).count(), 1);
  EXPECT_EQ(FloorToNanoseconds(-1.5e-9).count(), -2);
}

TEST(NanosecondsTest, WhatDoesNotFitIsTheNearestThatDoes) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double seconds : {1e10, 9.3e9, 1e300, kInfinity}) {
    EXPECT_EQ(FloorToNanoseconds(seconds), nanoseconds::max()) << seconds;
    EXPECT_EQ(FloorToNanoseconds(-seconds), nanoseconds::min()) << seconds;
  }
  EXPECT_EQ(FloorToNanoseconds(9.2e9).count(), 9'200'000'000'000'000'000);
  EXPECT_EQ(FloorToNanoseconds(std::numeric_limits<double>::quiet_NaN()).count(), 0);
}

TEST(NanosecondsTest, SumsStopAtTheGreatestTime) {
  EXPECT_EQ(SaturatedSum(nanoseconds(1), nanoseconds(2)).count(), 3);
  EXPECT_EQ(SaturatedSum(nanoseconds::max(), nanoseconds(0)), nanoseconds::max());
  EXPECT_EQ(SaturatedSum(nanoseconds::max(), nanoseconds(1)), nanoseconds::max());
  EXPECT_EQ(SaturatedSum(nanoseconds(1), nanoseconds::max()), nanoseconds::max());
  EXPECT_EQ(SaturatedSum(nanoseconds::max(), nanoseconds::max()), nanoseconds::max());
}

}  // namespace
}  // namespace tickgraph
