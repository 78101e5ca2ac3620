#include "tickgraph/world/time/frame_time.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

RawDelta Seconds(double seconds) { return RawDelta::FromSeconds(seconds).value(); }

TEST(FrameTimeTest, AnOrdinaryFrameHasItsRawDelta) {
  const FrameTime time = MakeFrameTime(Seconds(1.0 / 60), 1, {});
  EXPECT_EQ(time.raw.seconds, 1.0 / 60);
  EXPECT_EQ(time.process_step, 1.0 / 60);
  EXPECT_EQ(time.delta, 1.0 / 60);
  EXPECT_EQ(time.lost.to_clamp, 0);
  EXPECT_EQ(time.lost.to_step_cap, 0);
}

// rule W-3
TEST(FrameTimeTest, CardsAreClampedAboveAndTheLossIsCounted) {
  const FrameTime time = MakeFrameTime(Seconds(1.0), 1, {});
  EXPECT_EQ(time.process_step, 1.0);
  EXPECT_EQ(time.delta, 0.4);
  EXPECT_DOUBLE_EQ(time.lost.to_clamp, 0.6);
  EXPECT_EQ(time.lost.to_step_cap, 0);
}

// rule W-3
TEST(FrameTimeTest, TheClampGrowsWithTheDilation) {
  EXPECT_EQ(MakeFrameTime(Seconds(1.0), 2, {}).delta, 0.8);
  EXPECT_EQ(MakeFrameTime(Seconds(0.1), 2, {}).delta, 0.2);
  EXPECT_DOUBLE_EQ(MakeFrameTime(Seconds(1.0), 2, {}).lost.to_clamp, 1.2);
}

// rule W-3
TEST(FrameTimeTest, ThereIsNoLowerClamp) {
  EXPECT_EQ(MakeFrameTime(Seconds(1e-9), 1, {}).delta, 1e-9);
  EXPECT_EQ(MakeFrameTime(Seconds(0), 1, {}).delta, 0);
  EXPECT_EQ(MakeFrameTime(Seconds(1.0), 0, {}).delta, 0);
}

}  // namespace
}  // namespace tickgraph
