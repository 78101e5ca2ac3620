#include "tickgraph/world/render/forced_frames.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/hang_watchdog.h"
#include "tickgraph/world/engine_loop.h"
#include "tickgraph/world/render/null_renderer.h"
#include "tickgraph/world/render/render_pipeline.h"
#include "tickgraph/world/time/fixed_clock.h"

namespace tickgraph {
namespace {

// rule R-3
TEST(ForcedFramesTest, CountsFramesInARow) {
  ForcedFrames forced;
  EXPECT_EQ(forced.EndFrame(1), 0);
  forced.Mark();
  forced.Mark();
  EXPECT_EQ(forced.EndFrame(2), 1);
  forced.Mark();
  EXPECT_EQ(forced.EndFrame(3), 2);
  EXPECT_EQ(forced.EndFrame(3), 2) << "a second sync of the frame";
  forced.Mark();
  EXPECT_EQ(forced.EndFrame(3), 2) << "still the same frame";
  EXPECT_EQ(forced.EndFrame(4), 0);
  EXPECT_EQ(forced.EndFrame(5), 0);
  forced.Mark();
  EXPECT_EQ(forced.EndFrame(5), 1) << "marked between two syncs of a frame";
}

// rule R-3
TEST(ForcedFramesTest, MoreThanFiveInARowAreReported) {
  const HangWatchdog watchdog("forced frames");
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 1});
  ASSERT_TRUE(pipeline.Start().ok());
  FixedClock clock(60);
  bool forces = true;
  EngineLoop loop(
      {.clock = &clock, .render = &pipeline, .hooks = {.user_interface = [&] {
                                               if (!forces) return;
                                               EXPECT_TRUE(pipeline.RunOnRenderThread([] {}).ok());
                                             }}});
  const auto text = [&loop] {
    std::ostringstream out;
    out << loop.last_frame();
    return out.str();
  };
  for (int frame = 1; frame <= 8; ++frame) {
    loop.Iterate();
    EXPECT_TRUE(loop.last_frame().ok()) << "a state, not an error; " << loop.last_frame();
    EXPECT_EQ(loop.last_frame().sync.forced_frames, frame);
    EXPECT_EQ(loop.last_frame().sync.is_forced(), frame > 5);
    EXPECT_EQ(text().find("synchronous calls held the game thread") != std::string::npos, frame > 5)
        << text();
  }
  forces = false;
  loop.Iterate();
  EXPECT_EQ(loop.last_frame().sync.forced_frames, 0);
  EXPECT_FALSE(loop.last_frame().sync.is_forced());
}

// rule R-3
TEST(ForcedFramesTest, AFenceForcesAndCallsWithoutWaitingDoNot) {
  const HangWatchdog watchdog("forced frames");
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 1});
  ASSERT_TRUE(pipeline.Start().ok());
  for (int frame = 1; frame <= 4; ++frame) {
    ASSERT_TRUE(pipeline.BeginPacket().ok());
    ASSERT_TRUE(pipeline.HandOver().ok());
    ASSERT_TRUE(pipeline.CallOnRenderThread([] {}).ok());
    if (frame <= 2) pipeline.Fence();
    EXPECT_EQ(pipeline.Sync().forced_frames, frame <= 2 ? frame : 0);
  }
}

}  // namespace
}  // namespace tickgraph
