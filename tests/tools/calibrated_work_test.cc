#include "tools/calibrated_work.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

TEST(CalibratedWorkTest, DoesWorkInProportionToTime) {
  const CalibratedWork work = CalibratedWork::Measure();
  EXPECT_EQ(work.StepsFor(0), 0);
  // Any processor does between a million and a hundred billion dependent steps a second.
  EXPECT_GT(work.StepsFor(1000), 1'000);
  EXPECT_LT(work.StepsFor(1000), 100'000'000);
  const double once = static_cast<double>(work.StepsFor(100'000));
  EXPECT_NEAR(static_cast<double>(work.StepsFor(200'000)), 2 * once, 2);
  work.Run(10);
}

}  // namespace
}  // namespace tickgraph
