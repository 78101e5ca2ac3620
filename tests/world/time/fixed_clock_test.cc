#include "tickgraph/world/time/fixed_clock.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace tickgraph {
namespace {

// rule T-1, rule I2
TEST(FixedClockTest, TheSumOfAllDeltasIsTheFlooredQuotient) {
  for (const std::int64_t rate : {24, 30, 50, 60, 72, 90, 120, 144, 240}) {
    FixedClock clock(rate);
    std::int64_t wrong = 0;
    for (std::int64_t n = 1; n <= 1'000'000; ++n) {
      const ClockSample sample = clock.Sample();
      const bool right = sample.time.count() == n * 1'000'000'000 / rate &&
                         sample.delta == 1.0 / static_cast<double>(rate);
      if (!right) ++wrong;
    }
    EXPECT_EQ(wrong, 0) << rate << " Hz";
  }
}

TEST(FixedClockTest, ARateOutOfRangeCountsAsTheNearerEnd) {
  EXPECT_EQ(FixedClock(0).frames_per_second(), 1);
  EXPECT_EQ(FixedClock(-60).frames_per_second(), 1);
  EXPECT_EQ(FixedClock(std::numeric_limits<std::int64_t>::max()).frames_per_second(),
            1'000'000'000);
}

}  // namespace
}  // namespace tickgraph
