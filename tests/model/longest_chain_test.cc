#include "tickgraph/model/longest_chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/model/random_schedule.h"

namespace tickgraph::model {
namespace {

// The longest path by trying all pairs again and again; 0 where there is a cycle.
std::int64_t LongestBySteps(const std::set<std::pair<std::uint32_t, std::uint32_t>>& pairs,
                            std::size_t cards) {
  std::vector<std::int64_t> length(cards, 1);
  for (std::size_t round = 0; round <= cards; ++round) {
    bool changed = false;
    for (const auto& [before, after] : pairs) {
      if (length[after] > length[before]) continue;
      length[after] = length[before] + 1;
      changed = true;
    }
    if (!changed) return *std::max_element(length.begin(), length.end());
  }
  return 0;
}

TEST(LongestChainTest, FindsWhatMultiplyingOutGives) {
  int cycles = 0;
  for (std::uint32_t seed = 0; seed < 4'000; ++seed) {
    const Schedule schedule = MakeRandomSchedule(seed);
    const ScheduleGraphCheck check = CheckScheduleGraph(schedule);
    const std::int64_t expected =
        LongestBySteps(MultiplyOut(schedule, check), schedule.cards.size());
    const bool has_self_edge = std::any_of(
        schedule.edges.begin(), schedule.edges.end(),
        [](const ScheduleEdge& edge) { return !edge.from.is_set() && edge.from == edge.to; });
    const LongestChain chain = FindLongestChain(schedule, check, SetHierarchy(schedule));
    ASSERT_EQ(chain.has_cycle, expected == 0 || has_self_edge) << "seed " << seed;
    if (chain.has_cycle) {
      ++cycles;
    } else {
      ASSERT_EQ(chain.cards, expected) << "seed " << seed;
    }
  }
  EXPECT_GT(cycles, 20);
  EXPECT_LT(cycles, 3'000);
}

}  // namespace
}  // namespace tickgraph::model
