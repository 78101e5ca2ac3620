#include "tickgraph/model/ordered_pairs.h"

#include <gtest/gtest.h>

#include "tests/model/random_schedule.h"

namespace tickgraph::model {
namespace {

TEST(OrderedPairsTest, CountsWhatMultiplyingOutGives) {
  std::int64_t pairs_seen = 0;
  for (std::uint32_t seed = 0; seed < 4'000; ++seed) {
    const Schedule schedule = MakeRandomSchedule(seed);
    const ScheduleGraphCheck check = CheckScheduleGraph(schedule);
    const auto expected = MultiplyOut(schedule, check);
    const OrderedPairs pairs = CountOrderedPairs(schedule, check, SetHierarchy(schedule));
    ASSERT_EQ(pairs.count, static_cast<std::int64_t>(expected.size())) << "seed " << seed;
    std::vector<bool> is_ordered(schedule.cards.size());
    for (const auto& [before, after] : expected) {
      is_ordered[before] = true;
      is_ordered[after] = true;
    }
    ASSERT_EQ(pairs.is_ordered, is_ordered) << "seed " << seed;
    pairs_seen += pairs.count;
  }
  EXPECT_GT(pairs_seen, 4'000);
}

}  // namespace
}  // namespace tickgraph::model
