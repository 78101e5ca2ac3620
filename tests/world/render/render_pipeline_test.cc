#include "tickgraph/world/render/render_pipeline.h"

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/world/render/null_renderer.h"
#include "tickgraph/world/render/recording_renderer.h"
#include "tickgraph/world/render/render_clock.h"

namespace tickgraph {
namespace {

constexpr auto kFailedPrecondition = absl::StatusCode::kFailedPrecondition;

bool Contains(const absl::Status& status, const std::string& part) {
  return std::string(status.message()).find(part) != std::string::npos;
}

class RenderPipelineTest : public testing::Test {
 protected:
  const HangWatchdog watchdog_{"a render pipeline test", std::chrono::seconds(60)};
};

class RenderPipelineLagTest : public testing::TestWithParam<int> {
 protected:
  const HangWatchdog watchdog_{"a render pipeline test", std::chrono::seconds(60)};
};

// Every item of frame n carries n: a packet written too early would show two numbers.
TEST_P(RenderPipelineLagTest, AFrameNeverShowsHalfOfTheNext) {  // rule R-1, case-R11
  constexpr int kFrames = 2000;
  std::atomic<int> torn{0};
  const auto check = [&](const RenderPacket& packet) {
    for (int pass = 0; pass < 2; ++pass) {
      for (const DrawItem& item : packet.items()) {
        if (item.id != static_cast<std::uint32_t>(packet.frame())) ++torn;
      }
    }
    return absl::OkStatus();
  };
  RecordingRenderer render(check);
  RecordingRenderer device(check);
  RenderPipeline pipeline(
      {.stages = {{.name = "render", .renderer = &render}, {.name = "device", .renderer = &device}},
       .allowed_lag = GetParam()});
  ASSERT_TRUE(pipeline.Start().ok());
  std::vector<std::uint64_t> checksums;
  for (int frame = 1; frame <= kFrames; ++frame) {
    const absl::StatusOr<RenderPacket*> packet = pipeline.BeginPacket();
    ASSERT_TRUE(packet.ok());
    for (DrawItem& item : (*packet)->ResizeItems(50)) item.id = static_cast<std::uint32_t>(frame);
    checksums.push_back(PacketChecksum(**packet));
    ASSERT_TRUE(pipeline.HandOver().ok());
    ASSERT_LE(pipeline.Sync().lag(), GetParam());
  }
  ASSERT_TRUE(pipeline.Stop().ok());
  EXPECT_EQ(torn, 0);
  for (const RecordingRenderer* renderer : {&render, &device}) {
    ASSERT_EQ(renderer->drawn().size(), static_cast<std::size_t>(kFrames));
    for (std::size_t i = 0; i < checksums.size(); ++i) {
      ASSERT_EQ(renderer->drawn()[i].frame, static_cast<std::int64_t>(i) + 1);
      ASSERT_EQ(renderer->drawn()[i].checksum, checksums[i]);
    }
  }
}

TEST_P(RenderPipelineLagTest, PacketStorageIsUsedAgain) {
  NullRenderer renderer;
  RenderPipeline pipeline(
      {.stages = {{.renderer = &renderer}}, .allowed_lag = GetParam(), .reserved_items = 100});
  ASSERT_TRUE(pipeline.Start().ok());
  std::set<const DrawItem*> storages;
  for (int frame = 0; frame < 100; ++frame) {
    const absl::StatusOr<RenderPacket*> packet = pipeline.BeginPacket();
    ASSERT_TRUE(packet.ok());
    storages.insert((*packet)->ResizeItems(100).data());
    ASSERT_TRUE(pipeline.HandOver().ok());
    pipeline.Sync();
  }
  EXPECT_EQ(storages.size(), static_cast<std::size_t>(GetParam()) + 2);
}

TEST_P(RenderPipelineLagTest, MarksTellWhereTheTimeOfAFrameWent) {  // rule R-7
  NullRenderer render;
  NullRenderer device;
  RenderPipeline pipeline(
      {.stages = {{.name = "render", .renderer = &render}, {.name = "device", .renderer = &device}},
       .allowed_lag = GetParam(),
       .marks_history = 8});
  ASSERT_TRUE(pipeline.Start().ok());
  EXPECT_FALSE(pipeline.FindMarks(0).has_value());
  EXPECT_FALSE(pipeline.FindMarks(1).has_value());
  for (int frame = 1; frame <= 20; ++frame) {
    const absl::StatusOr<RenderPacket*> packet = pipeline.BeginPacket();
    ASSERT_TRUE(packet.ok());
    (*packet)->input_time_ns = RenderClockNow();
    (*packet)->drawable = frame != 19;
    ASSERT_TRUE(pipeline.HandOver().ok());
    pipeline.Sync();
  }
  ASSERT_TRUE(pipeline.Stop().ok());
  EXPECT_FALSE(pipeline.FindMarks(12).has_value()) << "older than the history";
  for (int frame = 13; frame <= 20; ++frame) {
    const std::optional<FrameMarks> marks = pipeline.FindMarks(frame);
    ASSERT_TRUE(marks.has_value());
    EXPECT_EQ(marks->frame, frame);
    EXPECT_EQ(marks->stage_count, 2);
    EXPECT_LE(marks->begin_ns, marks->input_ns);
    EXPECT_LE(marks->input_ns, marks->hand_over_ns);
    EXPECT_LE(marks->hand_over_ns, marks->sync_start_ns);
    EXPECT_LE(marks->sync_start_ns, marks->sync_end_ns);
    EXPECT_LE(marks->hand_over_ns, marks->stages[0].start_ns);
    EXPECT_LE(marks->stages[0].start_ns, marks->stages[0].end_ns);
    EXPECT_LE(marks->stages[0].end_ns, marks->stages[1].start_ns);
    EXPECT_LE(marks->stages[1].start_ns, marks->stages[1].end_ns);
    EXPECT_EQ(marks->stages[0].drawn, frame != 19);
    EXPECT_EQ(marks->latency_ns(), marks->stages[1].end_ns - marks->input_ns);
  }
}

INSTANTIATE_TEST_SUITE_P(Lag, RenderPipelineLagTest, testing::Values(0, 1, 2));

TEST_F(RenderPipelineTest, UndrawnFramesPassThroughEmpty) {  // rule R-3
  RecordingRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  ASSERT_TRUE(pipeline.Start().ok());
  for (int frame = 1; frame <= 10; ++frame) {
    const absl::StatusOr<RenderPacket*> packet = pipeline.BeginPacket();
    ASSERT_TRUE(packet.ok());
    (*packet)->drawable = frame % 2 == 0;
    ASSERT_TRUE(pipeline.HandOver().ok());
    EXPECT_LE(pipeline.Sync().lag(), 1);
  }
  EXPECT_EQ(pipeline.Fence().finished_frame, 10);
  EXPECT_EQ(pipeline.frames_drawn(0), 5);
  ASSERT_TRUE(pipeline.Stop().ok());
  ASSERT_EQ(renderer.drawn().size(), 5U);
  EXPECT_EQ(renderer.drawn()[0].frame, 2);
}

TEST_F(RenderPipelineTest, EverythingHappensOnTheRightThread) {  // rule R-2
  RenderPipeline* address = nullptr;
  bool drawn_on_render_thread = false;
  bool game_call_on_game_thread = false;
  RecordingRenderer renderer([&](const RenderPacket&) {
    drawn_on_render_thread = address->IsOnRenderThread() && !address->IsOnGameThread();
    return address->CallOnGameThread(
        [&] { game_call_on_game_thread = address->IsOnGameThread() && !address->IsOnStage(0); });
  });
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 0});
  address = &pipeline;
  ASSERT_TRUE(pipeline.Start().ok());
  EXPECT_TRUE(pipeline.IsOnGameThread());
  EXPECT_FALSE(pipeline.IsOnRenderThread());
  ASSERT_TRUE(pipeline.BeginPacket().ok());
  ASSERT_TRUE(pipeline.HandOver().ok());
  pipeline.Fence();
  pipeline.Sync();
  EXPECT_TRUE(drawn_on_render_thread);
  EXPECT_TRUE(game_call_on_game_thread);
  bool call_on_render_thread = false;
  EXPECT_TRUE(
      pipeline.RunOnRenderThread([&] { call_on_render_thread = pipeline.IsOnRenderThread(); })
          .ok());
  EXPECT_TRUE(call_on_render_thread);
  bool ran = false;
  EXPECT_TRUE(pipeline.RunOnGameThread([&] { ran = true; }).ok());
  EXPECT_TRUE(ran) << "on the game thread itself it runs at once";
}

TEST_F(RenderPipelineTest, CallsKeepTheirPlaceBetweenPackets) {  // rule R-2
  std::vector<std::string> order;
  RecordingRenderer renderer([&](const RenderPacket& packet) {
    order.push_back("draw " + std::to_string(packet.frame()));
    return absl::OkStatus();
  });
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 2});
  ASSERT_TRUE(pipeline.Start().ok());
  for (int frame = 1; frame <= 3; ++frame) {
    ASSERT_TRUE(
        pipeline
            .CallOnRenderThread([&, frame] { order.push_back("call " + std::to_string(frame)); })
            .ok());
    ASSERT_TRUE(pipeline.BeginPacket().ok());
    ASSERT_TRUE(pipeline.HandOver().ok());
    pipeline.Sync();
  }
  ASSERT_TRUE(pipeline.Stop().ok());
  EXPECT_EQ(order,
            (std::vector<std::string>{"call 1", "draw 1", "call 2", "draw 2", "call 3", "draw 3"}));
}

TEST_F(RenderPipelineTest, SynchronousCallsFrom64Threads) {  // rule R-2, case-R4
  constexpr int kThreads = 64;
  constexpr int kCalls = 20;
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 1});
  ASSERT_TRUE(pipeline.Start().ok());
  int on_render_thread = 0;  // written by the render thread alone
  int on_game_thread = 0;    // written by the game thread alone
  std::atomic<int> failures{0};
  std::atomic<int> running{kThreads};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int call = 0; call < kCalls; ++call) {
        int mine = 0;
        if (!pipeline.RunOnRenderThread([&] { ++on_render_thread, ++mine; }).ok()) ++failures;
        if (!pipeline.RunOnGameThread([&] { ++on_game_thread, ++mine; }).ok()) ++failures;
        if (mine != 2) ++failures;
      }
      --running;
    });
  }
  while (running > 0) {
    ASSERT_TRUE(pipeline.BeginPacket().ok());
    ASSERT_TRUE(pipeline.HandOver().ok());
    ASSERT_LE(pipeline.Sync().lag(), 1);
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(pipeline.Stop().ok());
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(on_render_thread, kThreads * kCalls);
  EXPECT_EQ(on_game_thread, kThreads * kCalls);
}

TEST_F(RenderPipelineTest, WaitsThatCouldNeverEndAreRefused) {
  RenderPipeline* address = nullptr;
  absl::Status stage_for_stage;
  absl::Status game_for_held_stage;
  RecordingRenderer render([&](const RenderPacket&) {
    stage_for_stage = address->RunOnStage(1, [] {});
    return address->RunOnGameThread(
        [&] { game_for_held_stage = address->RunOnRenderThread([] {}); });
  });
  NullRenderer device;
  RenderPipeline pipeline({.stages = {{.name = "render", .renderer = &render},
                                      {.name = "device", .renderer = &device}}});
  address = &pipeline;
  ASSERT_TRUE(pipeline.Start().ok());
  ASSERT_TRUE(pipeline.BeginPacket().ok());
  EXPECT_EQ(pipeline.BeginPacket().status().code(), kFailedPrecondition);
  ASSERT_TRUE(pipeline.HandOver().ok());
  EXPECT_EQ(pipeline.HandOver().code(), kFailedPrecondition);
  EXPECT_TRUE(pipeline.Fence().status.ok());
  EXPECT_EQ(stage_for_stage.code(), kFailedPrecondition);
  EXPECT_EQ(game_for_held_stage.code(), kFailedPrecondition);
}

TEST_F(RenderPipelineTest, LoopFunctionsAreRefusedOffTheGameThread) {
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  ASSERT_TRUE(pipeline.Start().ok());
  std::thread other([&] {
    EXPECT_EQ(pipeline.BeginPacket().status().code(), kFailedPrecondition);
    EXPECT_EQ(pipeline.HandOver().code(), kFailedPrecondition);
    EXPECT_EQ(pipeline.Sync().status.code(), kFailedPrecondition);
  });
  other.join();
  absl::Status begin;
  absl::Status stop;
  ASSERT_TRUE(pipeline
                  .CallOnGameThread([&] {
                    begin = pipeline.BeginPacket().status();
                    stop = pipeline.Stop();
                  })
                  .ok());
  EXPECT_EQ(pipeline.Sync().game_thread_calls, 1);
  EXPECT_EQ(begin.code(), kFailedPrecondition) << "a packet belongs to the frame loop";
  EXPECT_EQ(stop.code(), kFailedPrecondition);
}

TEST_F(RenderPipelineTest, ErrorsAndExceptionsComeOutOfTheSyncAndThePipelineGoesOn) {
  RecordingRenderer renderer([](const RenderPacket& packet) {
    if (packet.frame() == 2) throw std::runtime_error("device lost");
    return packet.frame() == 4 ? absl::UnavailableError("no memory") : absl::OkStatus();
  });
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 0});
  ASSERT_TRUE(pipeline.Start().ok());
  for (int frame = 1; frame <= 6; ++frame) {
    ASSERT_TRUE(pipeline.BeginPacket().ok());
    ASSERT_TRUE(pipeline.HandOver().ok());
    const SyncResult sync = pipeline.Sync();
    EXPECT_EQ(sync.finished_frame, frame);
    if (frame == 2) {
      EXPECT_EQ(sync.status.code(), absl::StatusCode::kInternal);
      EXPECT_TRUE(Contains(sync.status, "device lost")) << sync.status;
      EXPECT_TRUE(Contains(sync.status, "frame 2")) << sync.status;
      EXPECT_TRUE(Contains(sync.status, "'render'")) << sync.status;
    } else if (frame == 4) {
      EXPECT_EQ(sync.status.code(), absl::StatusCode::kUnavailable);
    } else {
      EXPECT_TRUE(sync.status.ok()) << sync.status;
    }
  }
  EXPECT_EQ(pipeline.frames_drawn(0), 4);
  EXPECT_FALSE(pipeline.gave_up(0));
  EXPECT_TRUE(pipeline.Stop().ok());
}

TEST_F(RenderPipelineTest, AStageGivesUpAfterFailuresInARow) {
  RecordingRenderer renderer([](const RenderPacket&) { return absl::InternalError("broken"); });
  RenderPipeline pipeline(
      {.stages = {{.renderer = &renderer, .give_up_after = 3}}, .allowed_lag = 0});
  ASSERT_TRUE(pipeline.Start().ok());
  int errors = 0;
  for (int frame = 1; frame <= 10; ++frame) {
    ASSERT_TRUE(pipeline.BeginPacket().ok());
    ASSERT_TRUE(pipeline.HandOver().ok());
    const SyncResult sync = pipeline.Sync();
    errors += sync.status.ok() ? 0 : 1;
    EXPECT_EQ(sync.lag(), 0);
  }
  EXPECT_EQ(errors, 3);
  EXPECT_TRUE(pipeline.gave_up(0));
  EXPECT_TRUE(pipeline.Stop().ok());
  EXPECT_EQ(renderer.drawn().size(), 3U);
}

TEST_F(RenderPipelineTest, ExceptionsOfCallsAreReported) {
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  ASSERT_TRUE(pipeline.Start().ok());
  const auto boom = [] { throw std::runtime_error("boom"); };
  EXPECT_TRUE(Contains(pipeline.RunOnRenderThread(boom), "boom"));
  EXPECT_TRUE(pipeline.Sync().status.ok()) << "its caller has got the error";
  ASSERT_TRUE(pipeline.CallOnRenderThread(boom).ok());
  EXPECT_TRUE(pipeline.RunOnRenderThread([] {}).ok());
  EXPECT_TRUE(Contains(pipeline.Sync().status, "boom"));
  ASSERT_TRUE(pipeline.CallOnGameThread(boom).ok());
  EXPECT_TRUE(Contains(pipeline.Sync().status, "boom"));
}

TEST_F(RenderPipelineTest, DefinitionsOutOfRangeAreRefused) {
  NullRenderer renderer;
  const auto start = [](RenderPipelineDefinition definition) {
    RenderPipeline pipeline(std::move(definition));
    return pipeline.Start();
  };
  constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
  const RenderStageDefinition good = {.renderer = &renderer};
  EXPECT_EQ(start({}).code(), kInvalid);
  EXPECT_EQ(start({.stages = {{.name = "empty"}}}).code(), kInvalid);
  EXPECT_EQ(start({.stages = {good}, .allowed_lag = 3}).code(), kInvalid);
  EXPECT_EQ(start({.stages = {good}, .allowed_lag = -1}).code(), kInvalid);
  EXPECT_EQ(start({.stages = {good}, .awaited_stage = 1}).code(), kInvalid);
  EXPECT_EQ(start({.stages = {good}, .awaited_stage = -1}).code(), kInvalid);
  EXPECT_EQ(start({.stages = {good, good, good, good, good}}).code(), kInvalid);
  EXPECT_TRUE(start({.stages = {good, good, good, good}, .awaited_stage = 3}).ok());
}

}  // namespace
}  // namespace tickgraph
