#include "tickgraph/tick_handle.h"

#include <gtest/gtest.h>

#include <unordered_set>

namespace tickgraph {
namespace {

TEST(TickHandleTest, ADefaultMadeHandleNamesNothing) {
  EXPECT_FALSE(TickHandle());
  EXPECT_TRUE((TickHandle{.slot = 0, .generation = 1}));
}

TEST(TickHandleTest, SlotAndGenerationBothCount) {
  const TickHandle handle{3, 4};
  EXPECT_EQ(handle, (TickHandle{3, 4}));
  EXPECT_NE(handle, (TickHandle{3, 5}));
  EXPECT_NE(handle, (TickHandle{4, 4}));
  EXPECT_NE((TickHandle{3, 4}), (TickHandle{4, 3}));
}

TEST(TickHandleTest, CanBeAKey) {
  const std::unordered_set<TickHandle> handles = {{1, 2}, {2, 1}, {1, 2}};
  EXPECT_EQ(handles.size(), 2U);
  EXPECT_TRUE(handles.contains({2, 1}));
}

}  // namespace
}  // namespace tickgraph
