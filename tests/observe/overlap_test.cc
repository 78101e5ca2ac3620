#include "tickgraph/observe/overlap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace tickgraph {
namespace {

using Spans = std::vector<TimeSpan>;

TEST(OverlapTest, CountsTimeThatIsInBoth) {
  const Spans step = {{100, 200}};
  EXPECT_EQ(OverlapTime(step, Spans{{150, 250}}), 50);
  EXPECT_EQ(OverlapTime(step, Spans{{200, 250}}), 0);
  EXPECT_EQ(OverlapTime(step, Spans{{0, 1000}}), 100);
  EXPECT_EQ(OverlapTime(step, Spans{}), 0);
}

TEST(OverlapTest, WorkOnTwoWorkersAtOnceCountsOnce) {
  EXPECT_EQ(OverlapTime(Spans{{0, 100}}, Spans{{10, 60}, {20, 70}, {15, 30}}), 60);
  EXPECT_EQ(CoveredTime(Spans{{20, 70}, {10, 60}, {90, 80}}), 60);
}

// rule PH-2: the intersection is divided by the shorter of step and work.
TEST(OverlapTest, ShareIsOfTheShorterOne) {
  EXPECT_DOUBLE_EQ(OverlapShare(Spans{{0, 100}}, Spans{{50, 60}}), 1.0);
  EXPECT_DOUBLE_EQ(OverlapShare(Spans{{0, 100}}, Spans{{90, 110}}), 0.5);
  EXPECT_DOUBLE_EQ(OverlapShare(Spans{{0, 100}}, Spans{{50, 250}}), 0.5);
  EXPECT_DOUBLE_EQ(OverlapShare(Spans{{0, 100}}, Spans{{5, 5}}), 0.0);
}

TEST(OverlapTest, AgreesWithCountingEveryNanosecond) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    Spans sides[2];
    std::vector<int> marks(100, 0);
    for (int side = 0; side < 2; ++side) {
      for (auto i = random() % 6; i > 0; --i) {
        const auto start = static_cast<std::int64_t>(random() % 90);
        const auto end = start + static_cast<std::int64_t>(random() % 10);
        sides[side].push_back({start, end});
        for (std::int64_t t = start; t < end; ++t) marks[static_cast<std::size_t>(t)] |= 1 << side;
      }
    }
    ASSERT_EQ(OverlapTime(sides[0], sides[1]), std::count(marks.begin(), marks.end(), 3));
  }
}

TEST(OverlapTest, PicksSpansFromARecord) {
  FrameRecord record;
  const TickHandle step{1, 1};
  const TickHandle beside{2, 1};
  record.runs = {
      {.card = step, .start_ns = 0, .end_ns = 10, .group = TickGroup::kDuringPhysics},
      {.card = beside, .start_ns = 5, .end_ns = 8, .group = TickGroup::kDuringPhysics},
      {.card = {3, 1}, .start_ns = 20, .end_ns = 30, .group = TickGroup::kPostPhysics},
  };
  EXPECT_EQ(CoveredTime(SpansOfCard(record, step)), 10);
  EXPECT_EQ(CoveredTime(SpansOfGroup(record, TickGroup::kDuringPhysics, step)), 3);
  EXPECT_EQ(SpansOfGroup(record, TickGroup::kDuringPhysics).size(), 2U);
}

}  // namespace
}  // namespace tickgraph
