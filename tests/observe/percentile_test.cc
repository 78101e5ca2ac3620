#include "tickgraph/observe/percentile.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

namespace tickgraph {
namespace {

TEST(PercentileTest, IsTheNearestRank) {
  std::vector<std::int64_t> samples(100);
  std::iota(samples.rbegin(), samples.rend(), 1);
  EXPECT_EQ(Percentile(samples, 50), 50);
  EXPECT_EQ(Percentile(samples, 99), 99);
  EXPECT_EQ(Percentile(samples, 99.5), 100);
  EXPECT_EQ(Percentile(samples, 100), 100);
  EXPECT_EQ(Percentile(samples, 0), 1);
}

TEST(PercentileTest, FewOrNoSamples) {
  EXPECT_EQ(Percentile(std::vector<double>{}, 99), 0.0);
  EXPECT_EQ(Percentile(std::vector<double>{2.5}, 99), 2.5);
  EXPECT_EQ(Percentile(std::vector<double>{3, 1}, 50), 1.0);
  EXPECT_EQ(Percentile(std::vector<double>{3, 1}, 51), 3.0);
}

}  // namespace
}  // namespace tickgraph
