#include "tickgraph/run/chunk_state.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

TEST(ChunkStateTest, TheAverageFollowsTheCost) {
  ChunkState state;
  state.AddRun(100);
  EXPECT_EQ(state.average_ticks, 100);
  for (int run = 0; run < 100; ++run) state.AddRun(200);
  EXPECT_NEAR(state.average_ticks, 200, 1);
}

TEST(ChunkStateTest, OneInterruptedRunCountsLittle) {
  ChunkState state;
  for (int run = 0; run < 10; ++run) state.AddRun(100);
  state.AddRun(1e9F);
  EXPECT_LT(state.average_ticks, 140);
}

TEST(ChunkStateTest, StatesOfTwoChunksShareNoCacheLine) { EXPECT_EQ(sizeof(ChunkState), 64U); }

}  // namespace
}  // namespace tickgraph
