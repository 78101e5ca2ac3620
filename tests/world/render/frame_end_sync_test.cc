#include "tickgraph/world/render/frame_end_sync.h"

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "gtest/gtest.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/soak.h"
#include "tickgraph/world/render/null_renderer.h"
#include "tickgraph/world/render/recording_renderer.h"
#include "tickgraph/world/render/render_pipeline.h"

namespace tickgraph {
namespace {

absl::Status HandOverFrame(RenderPipeline& pipeline) {
  const absl::StatusOr<RenderPacket*> packet = pipeline.BeginPacket();
  return packet.ok() ? pipeline.HandOver() : packet.status();
}

void WaitFor(const std::atomic<std::int64_t>& value, std::int64_t at_least) {
  std::int64_t seen = value.load();
  while (seen < at_least) {
    value.wait(seen);
    seen = value.load();
  }
}

class FrameEndSyncTest : public testing::TestWithParam<int> {
 protected:
  std::int64_t lag() const { return GetParam(); }
  const HangWatchdog watchdog_{"a frame-end sync test", std::chrono::seconds(120)};
};

// The renderer ends frame n only after the game thread has handed over n + L: it is the slower one.
TEST_P(FrameEndSyncTest, IsExactlyTheAllowedLagBehindASlowerStage) {  // rule R-3
  std::atomic<std::int64_t> handed_over{0};
  RecordingRenderer renderer([&](const RenderPacket& packet) {
    WaitFor(handed_over, packet.frame() + lag());
    return absl::OkStatus();
  });
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = GetParam()});
  ASSERT_TRUE(pipeline.Start().ok());
  for (std::int64_t frame = 1; frame <= 1000; ++frame) {
    ASSERT_TRUE(HandOverFrame(pipeline).ok());
    handed_over = frame;
    handed_over.notify_all();
    const SyncResult sync = pipeline.Sync();
    ASSERT_TRUE(sync.status.ok()) << sync.status;
    ASSERT_EQ(sync.frame, frame);
    // The first L frames find the stage at frame 0 and do not wait.
    ASSERT_EQ(sync.lag(), frame < lag() ? frame : lag()) << "frame " << frame;
  }
  handed_over = 1'000'000;
  handed_over.notify_all();
  EXPECT_TRUE(pipeline.Stop().ok());
}

TEST_P(FrameEndSyncTest, FirstFramesDoNotHang) {  // rule R-3
  std::atomic<std::int64_t> open{0};
  RecordingRenderer renderer([&](const RenderPacket&) {
    WaitFor(open, 1);
    return absl::OkStatus();
  });
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = GetParam()});
  ASSERT_TRUE(pipeline.Start().ok());
  EXPECT_TRUE(pipeline.Sync().status.ok()) << "a sync before the first frame";
  for (std::int64_t frame = 1; frame <= lag(); ++frame) {
    ASSERT_TRUE(HandOverFrame(pipeline).ok());
    const SyncResult sync = pipeline.Sync();
    EXPECT_EQ(sync.finished_frame, 0) << "nothing can be finished, and nothing is waited for";
  }
  open = 1;
  open.notify_all();
  EXPECT_EQ(pipeline.Fence().lag(), 0);
}

// Empty frames with stalls on either side at random.
void RunStalledFrames(int allowed_lag, int frames) {
  std::mt19937 render_random(1);
  const auto stall = [](std::mt19937& random) {
    switch (random() % 64) {
      case 0:
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 200));
        break;
      case 1:
      case 2:
      case 3:
        std::this_thread::yield();
        break;
      default:
        break;
    }
  };
  std::int64_t last_drawn = 0;
  bool in_order = true;
  RecordingRenderer renderer([&](const RenderPacket& packet) {
    in_order = in_order && packet.frame() == last_drawn + 1;
    last_drawn = packet.frame();
    stall(render_random);
    return absl::OkStatus();
  });
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = allowed_lag});
  ASSERT_TRUE(pipeline.Start().ok());
  std::mt19937 game_random(2);
  std::int64_t waited_frames = 0;
  for (std::int64_t frame = 1; frame <= frames; ++frame) {
    ASSERT_TRUE(HandOverFrame(pipeline).ok());
    const std::int64_t before = pipeline.finished_frame(0);
    const SyncResult sync = pipeline.Sync();
    ASSERT_TRUE(sync.status.ok());
    ASSERT_EQ(sync.frame, frame);
    ASSERT_LE(sync.lag(), allowed_lag);
    ASSERT_GE(sync.lag(), 0);
    ASSERT_GE(sync.finished_frame, before);
    waited_frames += before < frame - allowed_lag ? 1 : 0;
    stall(game_random);
  }
  ASSERT_TRUE(pipeline.Stop().ok());
  EXPECT_TRUE(in_order);
  EXPECT_EQ(last_drawn, frames) << "none lost";
  EXPECT_GT(waited_frames, 0) << "the test never made the game thread wait";
}

TEST_P(FrameEndSyncTest, TenThousandEmptyFramesWithStalls) {  // rule R-3, case-R8
  RunStalledFrames(GetParam(), 10'000);
}

TEST_P(FrameEndSyncTest, SoakAMillionEmptyFramesWithStalls) {  // case-R8
  RunStalledFrames(GetParam(), SoakScale(1'000'000));
}

TEST_P(FrameEndSyncTest, SyncInsideASyncIsAFullFence) {  // rule R-3
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = GetParam()});
  ASSERT_TRUE(pipeline.Start().ok());
  ASSERT_TRUE(HandOverFrame(pipeline).ok());
  SyncResult inner;
  ASSERT_TRUE(pipeline.CallOnGameThread([&] { inner = pipeline.Sync(); }).ok());
  const SyncResult outer = pipeline.Sync();
  EXPECT_TRUE(outer.status.ok());
  EXPECT_EQ(outer.game_thread_calls, 1);
  EXPECT_TRUE(inner.status.ok());
  EXPECT_TRUE(inner.full_fence);
  EXPECT_EQ(inner.lag(), 0);
  EXPECT_EQ(outer.full_fence, lag() == 0);
}

TEST_P(FrameEndSyncTest, SyncInACallThatTheStageWaitsForIsRefused) {
  SyncResult inner;
  RenderPipeline* pipeline_address = nullptr;
  RecordingRenderer renderer([&](const RenderPacket&) {
    return pipeline_address->RunOnGameThread([&] { inner = pipeline_address->Sync(); });
  });
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = GetParam()});
  pipeline_address = &pipeline;
  ASSERT_TRUE(pipeline.Start().ok());
  ASSERT_TRUE(HandOverFrame(pipeline).ok());
  EXPECT_TRUE(pipeline.Fence().status.ok());
  EXPECT_EQ(inner.status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(pipeline.finished_frame(0), 1);
}

TEST_P(FrameEndSyncTest, AwaitsTheChosenStageOfAChain) {  // rules
  std::atomic<std::int64_t> handed_over{0};
  NullRenderer render;
  RecordingRenderer device([&](const RenderPacket& packet) {
    WaitFor(handed_over, packet.frame() + lag());
    return absl::OkStatus();
  });
  RenderPipeline pipeline(
      {.stages = {{.name = "render", .renderer = &render}, {.name = "device", .renderer = &device}},
       .allowed_lag = GetParam(),
       .awaited_stage = 1});
  ASSERT_TRUE(pipeline.Start().ok());
  for (std::int64_t frame = 1; frame <= 200; ++frame) {
    ASSERT_TRUE(HandOverFrame(pipeline).ok());
    handed_over = frame;
    handed_over.notify_all();
    ASSERT_EQ(pipeline.Sync().lag(), frame < lag() ? frame : lag());
  }
  handed_over = 1'000'000;
  handed_over.notify_all();
  EXPECT_TRUE(pipeline.Stop().ok());
}

INSTANTIATE_TEST_SUITE_P(Lag, FrameEndSyncTest, testing::Values(0, 1, 2));

}  // namespace
}  // namespace tickgraph
