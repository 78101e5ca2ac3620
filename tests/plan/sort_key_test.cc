#include "tickgraph/plan/sort_key.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace tickgraph {
namespace {

TEST(SortKeyTest, HighPriorityComesBeforeEveryOrderRuleL2) {
  const SortKey high{.low_priority = false, .order = INT32_MAX, .tie_key = UINT64_MAX};
  const SortKey low{.low_priority = true, .order = INT32_MIN, .tie_key = 0};
  EXPECT_LT(high, low);
}

TEST(SortKeyTest, LowerOrderComesBeforeEveryTieKeyRuleL2) {
  const SortKey first{.order = -1, .tie_key = UINT64_MAX};
  const SortKey second{.order = 0, .tie_key = 0};
  EXPECT_LT(first, second);
}

TEST(SortKeyTest, LowerTieKeyComesBeforeRegistrationRuleL2) {
  const SortKey first{.tie_key = 1, .sequence = 9};
  const SortKey second{.tie_key = 2, .sequence = 0};
  EXPECT_LT(first, second);
}

TEST(SortKeyTest, RegistrationDecidesAmongEqualTieKeys) {
  const SortKey first{.tie_key = 1, .sequence = 0};
  const SortKey second{.tie_key = 1, .sequence = 1};
  EXPECT_LT(first, second);
  EXPECT_FALSE(second < first);
}

}  // namespace
}  // namespace tickgraph
