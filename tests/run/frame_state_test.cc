#include "tickgraph/run/frame_state.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

FramePlan PlanOf(std::uint32_t size) {
  FramePlan plan;
  plan.size = size;
  plan.idle_words.assign((size + 63) / 64, 0);
  return plan;
}

TEST(FrameStateTest, BitsStartAsThePlanHasThemAndLastOneFrame) {
  FramePlan plan = PlanOf(130);
  plan.idle_words[2] = 2;  // Position 129.
  FrameState state;
  state.Adopt(plan);
  state.BeginFrame(plan, 1);
  EXPECT_TRUE(state.IsSkipped(129));
  EXPECT_FALSE(state.IsSkipped(128));
  state.SetSkipped(64, true);
  state.SetSkipped(129, false);
  EXPECT_TRUE(state.IsSkipped(64));
  EXPECT_FALSE(state.IsSkipped(63));
  EXPECT_FALSE(state.IsSkipped(129));
  state.BeginFrame(plan, 2);
  EXPECT_FALSE(state.IsSkipped(64));
  EXPECT_TRUE(state.IsSkipped(129));
}

TEST(FrameStateTest, ACardIsPassedInOneFrame) {
  const FramePlan plan = PlanOf(10);
  FrameState state;
  state.Adopt(plan);
  state.BeginFrame(plan, 7);
  EXPECT_FALSE(state.WasPassed(3));
  state.NotePassed(3);
  EXPECT_TRUE(state.WasPassed(3));
  EXPECT_FALSE(state.WasPassed(4));
  state.BeginFrame(plan, 8);
  EXPECT_FALSE(state.WasPassed(3));
}

TEST(FrameStateTest, ASmallerAndALargerPlanStartClean) {
  FrameState state;
  for (const std::uint32_t size : {300U, 5U, 900U, 1U}) {
    const FramePlan plan = PlanOf(size);
    state.Adopt(plan);
    state.BeginFrame(plan, 3);
    for (std::uint32_t position = 0; position < size; ++position) {
      ASSERT_FALSE(state.IsSkipped(position));
      ASSERT_FALSE(state.WasPassed(position));
      state.SetSkipped(position, true);
      state.NotePassed(position);
    }
  }
}

}  // namespace
}  // namespace tickgraph
