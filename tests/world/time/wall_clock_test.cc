#include "tickgraph/world/time/wall_clock.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

// rule T-1
TEST(WallClockTest, StartsAtZeroAndNeverGoesBack) {
  WallClock clock;
  const ClockSample first = clock.Sample();
  EXPECT_EQ(first.time.count(), 0);
  EXPECT_EQ(first.delta, 0);
  ClockSample before = first;
  for (int i = 0; i < 1000; ++i) {
    const ClockSample now = clock.Sample();
    ASSERT_GE(now.time, before.time);
    ASSERT_GE(now.delta, 0);
    // The delta is the time that has passed, in the other unit.
    ASSERT_NEAR(now.delta, std::chrono::duration<double>(now.time - before.time).count(), 1e-12);
    before = now;
  }
  EXPECT_GT(before.time, first.time);
}

}  // namespace
}  // namespace tickgraph
