#include "tickgraph/observe/trace_nesting.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace tickgraph {
namespace {

TEST(TraceNestingTest, OuterSlicesComeFirst) {
  std::vector<TraceSpan> spans = {{5, 9, 3, 0}, {0, 10, 1, 1}, {0, 10, 0, 2}, {0, 4, 3, 3}};
  NestSpans(spans);
  EXPECT_EQ(spans[0].payload, 2U);
  EXPECT_EQ(spans[1].payload, 1U);
  EXPECT_EQ(spans[2].payload, 3U);
  EXPECT_EQ(spans[3].payload, 0U);
}

TEST(TraceNestingTest, CutsWhatReachesOut) {
  std::vector<TraceSpan> spans = {{0, 10, 0, 0}, {5, 15, 1, 1}, {10, 20, 0, 2}, {7, 3, 2, 3}};
  NestSpans(spans);
  EXPECT_EQ(spans[1].payload, 1U);
  EXPECT_EQ(spans[1].end_ns, 10);
  EXPECT_EQ(spans[2].payload, 3U);
  EXPECT_EQ(spans[2].end_ns, 7);
  EXPECT_EQ(spans[3].end_ns, 20);
}

TEST(TraceNestingTest, RandomSlicesNestAndKeepTheirStarts) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<TraceSpan> spans;
    std::vector<std::int64_t> starts;
    for (std::uint32_t index = 0; index < 30; ++index) {
      const auto start = static_cast<std::int64_t>(random() % 50);
      starts.push_back(start);
      spans.push_back({start, start + static_cast<std::int64_t>(random() % 20), 0, index});
    }
    NestSpans(spans);
    for (std::size_t i = 0; i < spans.size(); ++i) {
      ASSERT_EQ(spans[i].start_ns, starts[spans[i].payload]);
      for (std::size_t j = 0; j < i; ++j) {
        const bool disjoint = spans[j].end_ns <= spans[i].start_ns;
        const bool inside = spans[i].end_ns <= spans[j].end_ns;
        ASSERT_TRUE(disjoint || inside);
      }
    }
  }
}

}  // namespace
}  // namespace tickgraph
