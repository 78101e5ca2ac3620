#include "tickgraph/world/time/scripted_clock.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tickgraph {
namespace {

using std::chrono::nanoseconds;

// rule T-1
TEST(ScriptedClockTest, PlaysItsListAndThenStandsStill) {
  ScriptedClock clock({0.25, 0.5});
  EXPECT_EQ(clock.Sample().delta, 0.25);
  EXPECT_FALSE(clock.finished());
  EXPECT_EQ(clock.Sample().time, nanoseconds(750'000'000));
  EXPECT_TRUE(clock.finished());
  EXPECT_EQ(clock.Sample().delta, 0);
  EXPECT_EQ(clock.Sample().time, nanoseconds(750'000'000));
}

// rule T-5
TEST(ScriptedClockTest, ABrokenDeltaIsShownAndMovesNoTime) {
  ScriptedClock clock({0.5, std::numeric_limits<double>::quiet_NaN(), -1.0, 0.5});
  clock.Sample();
  EXPECT_TRUE(std::isnan(clock.Sample().delta));
  EXPECT_EQ(clock.Sample().delta, -1.0);
  EXPECT_EQ(clock.Sample().time, nanoseconds(1'000'000'000));
}

}  // namespace
}  // namespace tickgraph
