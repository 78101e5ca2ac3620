#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/world/render/null_renderer.h"
#include "tickgraph/world/render/recording_renderer.h"
#include "tickgraph/world/render/render_pipeline.h"

namespace tickgraph {
namespace {

constexpr int kCycles = 1000;
constexpr auto kFailedPrecondition = absl::StatusCode::kFailedPrecondition;

absl::Status HandOverFrame(RenderPipeline& pipeline) {
  const absl::StatusOr<RenderPacket*> packet = pipeline.BeginPacket();
  return packet.ok() ? pipeline.HandOver() : packet.status();
}

class RenderPipelineShutdownTest : public testing::TestWithParam<int> {
 protected:
  // One cycle has ten seconds; a thousand of them in one test take a small part of that.
  const HangWatchdog watchdog_{"a thousand shutdowns", std::chrono::seconds(100)};
};

TEST_P(RenderPipelineShutdownTest, WithFramesInFlight) {  // rule R-6, case-R1
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    const HangWatchdog watchdog("a shutdown with frames in flight");
    RecordingRenderer render;
    RecordingRenderer device;
    RenderPipeline pipeline({.stages = {{.name = "render", .renderer = &render},
                                        {.name = "device", .renderer = &device}},
                             .allowed_lag = GetParam()});
    ASSERT_TRUE(pipeline.Start().ok());
    const int frames = cycle % 4;
    for (int i = 0; i < frames; ++i) {
      ASSERT_TRUE(HandOverFrame(pipeline).ok());
      if (i + 1 < frames) pipeline.Sync();
    }
    if (cycle % 3 == 0) {
      ASSERT_TRUE(pipeline.BeginPacket().ok());  // never handed over
    }
    ASSERT_TRUE(pipeline.Stop().ok());
    ASSERT_EQ(device.drawn().size(), static_cast<std::size_t>(frames)) << "frames are finished";
    ASSERT_EQ(render.starts() + render.stops(), 2);
    ASSERT_EQ(device.starts() + device.stops(), 2);
  }
}

TEST_P(RenderPipelineShutdownTest, WithAStageThatWaitsForTheGameThread) {  // rule R-6, case-R2
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    const HangWatchdog watchdog("a shutdown with a stage that waits for the game thread");
    RenderPipeline* address = nullptr;
    int served = 0;
    RecordingRenderer renderer(
        [&](const RenderPacket&) { return address->RunOnGameThread([&] { ++served; }); });
    {
      RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = GetParam()});
      address = &pipeline;
      ASSERT_TRUE(pipeline.Start().ok());
      ASSERT_TRUE(HandOverFrame(pipeline).ok());
      if (cycle % 2 == 0) {
        ASSERT_TRUE(pipeline.Stop().ok());
      }
    }
    ASSERT_EQ(served, 1);
  }
}

class BadRenderer : public Renderer {
 public:
  absl::Status Draw(const RenderPacket&) override { throw std::runtime_error("draw"); }
  void Stop() override { throw std::runtime_error("hook"); }
};

TEST_P(RenderPipelineShutdownTest, AfterAnExceptionInTheRenderer) {  // rule R-6, case-R10
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    const HangWatchdog watchdog("a shutdown after an exception");
    BadRenderer render;
    RecordingRenderer device;
    RenderPipeline pipeline({.stages = {{.name = "render", .renderer = &render},
                                        {.name = "device", .renderer = &device}},
                             .allowed_lag = GetParam()});
    ASSERT_TRUE(pipeline.Start().ok());
    const int frames = cycle % 3;
    for (int i = 0; i < frames; ++i) ASSERT_TRUE(HandOverFrame(pipeline).ok());
    const absl::Status status = pipeline.Stop();
    ASSERT_EQ(status.code(), absl::StatusCode::kInternal);
    ASSERT_NE(std::string(status.message()).find(frames > 0 ? "draw" : "hook"), std::string::npos);
    ASSERT_EQ(device.stops(), 1) << "the other hooks run";
    ASSERT_EQ(device.drawn().size(), static_cast<std::size_t>(frames));
  }
}

TEST_P(RenderPipelineShutdownTest, WhileOtherThreadsPost) {  // rule R-6
  constexpr int kPosters = 4;
  for (int cycle = 0; cycle < 50; ++cycle) {
    const HangWatchdog watchdog("a shutdown while other threads post");
    NullRenderer renderer;
    RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = GetParam()});
    ASSERT_TRUE(pipeline.Start().ok());
    std::atomic<int> wrong{0};
    std::atomic<int> posted{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < kPosters; ++i) {
      threads.emplace_back([&, i] {
        absl::Status status;
        while (status.ok()) {
          bool ran = false;
          const auto call = [&] { ran = true; };
          status = i % 2 == 0 ? pipeline.RunOnRenderThread(call) : pipeline.RunOnGameThread(call);
          if (ran != status.ok()) ++wrong;
          ++posted;
          posted.notify_all();
        }
        if (status.code() != kFailedPrecondition) ++wrong;
      });
    }
    ASSERT_TRUE(HandOverFrame(pipeline).ok());
    pipeline.Sync();
    for (int seen = posted; seen < kPosters; seen = posted) posted.wait(seen);
    ASSERT_TRUE(pipeline.Stop().ok());
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(wrong, 0) << "a call is either run or refused";
  }
}

INSTANTIATE_TEST_SUITE_P(Lag, RenderPipelineShutdownTest, testing::Values(0, 1, 2));

TEST(RenderPipelineStopTest, PostingBeforeStartAndAfterStopIsAStatus) {  // rule R-6
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  const auto expect_refused = [&] {
    int calls = 0;
    EXPECT_EQ(pipeline.CallOnRenderThread([&] { ++calls; }).code(), kFailedPrecondition);
    EXPECT_EQ(pipeline.CallOnGameThread([&] { ++calls; }).code(), kFailedPrecondition);
    EXPECT_EQ(pipeline.RunOnRenderThread([&] { ++calls; }).code(), kFailedPrecondition);
    EXPECT_EQ(pipeline.BeginPacket().status().code(), kFailedPrecondition);
    EXPECT_EQ(pipeline.HandOver().code(), kFailedPrecondition);
    EXPECT_EQ(pipeline.Sync().status.code(), kFailedPrecondition);
    EXPECT_EQ(calls, 0);
  };
  expect_refused();
  ASSERT_TRUE(pipeline.Start().ok());
  EXPECT_EQ(pipeline.Start().code(), kFailedPrecondition);
  EXPECT_EQ(pipeline.CallOnStage(1, [] {}).code(), kFailedPrecondition);
  ASSERT_TRUE(pipeline.Stop().ok());
  expect_refused();
  EXPECT_TRUE(pipeline.Stop().ok()) << "stopping twice is harmless";
  EXPECT_EQ(pipeline.Start().code(), kFailedPrecondition);
}

class FailingStart : public Renderer {
 public:
  explicit FailingStart(bool throws) : throws_(throws) {}
  absl::Status Start() override {
    if (throws_) throw std::runtime_error("no display");
    return absl::UnavailableError("no display");
  }
  absl::Status Draw(const RenderPacket&) override { return absl::OkStatus(); }
  void Stop() override { ++stops; }
  int stops = 0;

 private:
  bool throws_;
};

TEST(RenderPipelineStopTest, ARendererThatDoesNotStartEndsEverything) {
  for (const bool throws : {false, true}) {
    const HangWatchdog watchdog("a renderer that does not start");
    RecordingRenderer good;
    FailingStart bad(throws);
    RenderPipeline pipeline(
        {.stages = {{.name = "good", .renderer = &good}, {.name = "bad", .renderer = &bad}}});
    const absl::Status status = pipeline.Start();
    EXPECT_EQ(status.code(), throws ? absl::StatusCode::kInternal : absl::StatusCode::kUnavailable);
    EXPECT_NE(std::string(status.message()).find("'bad'"), std::string::npos);
    EXPECT_NE(std::string(status.message()).find("no display"), std::string::npos);
    EXPECT_FALSE(pipeline.running());
    EXPECT_EQ(good.stops(), 1);
    EXPECT_EQ(bad.stops, 0);
  }
}

TEST(RenderPipelineStopTest, ARendererMayNeedTheGameThreadToStart) {
  class NeedsGameThread : public Renderer {
   public:
    absl::Status Start() override {
      return pipeline->RunOnGameThread([this] { on_game_thread = pipeline->IsOnGameThread(); });
    }
    absl::Status Draw(const RenderPacket&) override { return absl::OkStatus(); }
    void Stop() override {
      (void)pipeline->RunOnGameThread([this] { stopped = true; });
    }
    RenderPipeline* pipeline = nullptr;
    bool on_game_thread = false;
    bool stopped = false;
  };
  const HangWatchdog watchdog("a renderer that needs the game thread");
  NeedsGameThread renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  renderer.pipeline = &pipeline;
  ASSERT_TRUE(pipeline.Start().ok());
  EXPECT_TRUE(renderer.on_game_thread);
  ASSERT_TRUE(pipeline.Stop().ok());
  EXPECT_TRUE(renderer.stopped);
}

}  // namespace
}  // namespace tickgraph
