// Calls and ends of a render pipeline on threads that it does not expect (rules ).

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/hang_watchdog.h"
#include "tests/world/support/world_mode.h"
#include "tickgraph/world/render/null_renderer.h"
#include "tickgraph/world/render/recording_renderer.h"
#include "tickgraph/world/render/render_pipeline.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

// Asks the pipeline from wherever the scheduler runs it.
class Asker : public Component {
 public:
  static TickDefaults Defaults() { return {.lane = Lane::kAnyThread}; }
  explicit Asker(RenderPipeline* pipeline) : pipeline_(pipeline) {}
  void Tick(const TickContext&) override {
    on_worker = !pipeline_->IsOnGameThread();
    calls = 0;
    game_thread = pipeline_->RunOnGameThread([this] { ++calls; });
    render_thread = pipeline_->RunOnRenderThread([this] { ++calls; });
  }
  bool on_worker = false;
  std::atomic<int> calls = 0;
  absl::Status game_thread;
  absl::Status render_thread;

 private:
  RenderPipeline* pipeline_;
};

class CardAsksTest : public WorldModeTest {};

// rule R-2: a card on a worker that waited for the game thread would wait for ever.
TEST_P(CardAsksTest, OnAWorkerIsRefusedAndOnTheGameThreadRuns) {
  const HangWatchdog watchdog("cards that call the game thread");
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  ASSERT_TRUE(pipeline.Start().ok());
  World world(Definition());
  const auto actor = world.Spawn<Actor>();
  std::vector<Ref<Asker>> askers;
  for (int i = 0; i < 8; ++i) askers.push_back(actor->AddComponent<Asker>({}, &pipeline));
  for (int frame = 0; frame < 20; ++frame) {
    ASSERT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
    for (const Ref<Asker>& asker : askers) {
      if (!asker->on_worker) {
        EXPECT_TRUE(asker->game_thread.ok()) << asker->game_thread;
        EXPECT_TRUE(asker->render_thread.ok()) << asker->render_thread;
        EXPECT_EQ(asker->calls, 2);
        continue;
      }
      EXPECT_EQ(asker->game_thread.code(), absl::StatusCode::kFailedPrecondition);
      EXPECT_NE(std::string(asker->game_thread.message()).find("use CallOnGameThread"),
                std::string::npos);
      EXPECT_EQ(asker->render_thread.code(), absl::StatusCode::kFailedPrecondition);
      EXPECT_NE(std::string(asker->render_thread.message()).find("use CallOnStage"),
                std::string::npos);
      EXPECT_EQ(asker->calls, 0);
    }
  }
}

// The executor decides who runs a card; this one is on another thread for sure.
TEST(CardAsksElsewhereTest, ACardOfASchedulerOnAnotherThreadIsRefusedToo) {
  const HangWatchdog watchdog("cards that call the game thread");
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  ASSERT_TRUE(pipeline.Start().ok());
  absl::Status game_thread;
  absl::Status render_thread;
  std::thread([&] {
    TickScheduler scheduler(TickSchedulerDefinition{});
    scheduler.Register({.name = "asks", .run = [&](const TickContext&) {
                          game_thread = pipeline.RunOnGameThread([] {});
                          render_thread = pipeline.RunOnRenderThread([] {});
                        }});
    scheduler.RunFrame(0.1);
  }).join();
  EXPECT_EQ(game_thread.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(render_thread.code(), absl::StatusCode::kFailedPrecondition);
}

INSTANTIATE_TEST_SUITE_P(Modes, CardAsksTest, AllWorldModes(), WorldModeName);

// rule R-6: the stage's call asks the game thread for something else inside; both have to be served
// by the thread that destroys the pipeline.
TEST(RenderPipelineThreadsTest, DestroyedOnAnotherThreadThatServesNestedCalls) {
  for (int cycle = 0; cycle < 200; ++cycle) {
    const HangWatchdog watchdog("a pipeline destroyed on another thread");
    RenderPipeline* address = nullptr;
    std::atomic<bool> may_ask = false;
    std::atomic<int> served = 0;
    RecordingRenderer renderer([&](const RenderPacket&) {
      may_ask.wait(false);
      return address->RunOnGameThread([&] {
        if (address->IsOnGameThread()) ++served;
        if (address->RunOnGameThread([&] { ++served; }).ok()) ++served;
      });
    });
    auto pipeline = std::make_unique<RenderPipeline>(
        RenderPipelineDefinition{.stages = {{.renderer = &renderer}}, .allowed_lag = 1});
    address = pipeline.get();
    ASSERT_TRUE(pipeline->Start().ok());
    ASSERT_TRUE(pipeline->BeginPacket().ok());
    ASSERT_TRUE(pipeline->HandOver().ok());
    std::thread([&] {
      may_ask = true;
      may_ask.notify_all();
      pipeline.reset();
    }).join();
    ASSERT_EQ(served, 3);
  }
}

// rule R-6
TEST(RenderPipelineThreadsDeathTest, DestroyedInsideAServedCallItEndsTheProgramWithAMessage) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        NullRenderer renderer;
        auto pipeline = std::make_unique<RenderPipeline>(
            RenderPipelineDefinition{.stages = {{.renderer = &renderer}}});
        pipeline->Start().IgnoreError();
        pipeline->CallOnGameThread([&] { pipeline.reset(); }).IgnoreError();
        pipeline->Sync();
      },
      "destroyed inside a call that its game thread serves");
}

TEST(RenderPipelineThreadsDeathTest, DestroyedOnAStagesThreadItEndsTheProgramWithAMessage) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        NullRenderer renderer;
        auto pipeline = std::make_unique<RenderPipeline>(
            RenderPipelineDefinition{.stages = {{.renderer = &renderer}}});
        pipeline->Start().IgnoreError();
        pipeline->RunOnRenderThread([&] { pipeline.reset(); }).IgnoreError();
      },
      "destroyed on the thread of one of its stages");
}

}  // namespace
}  // namespace tickgraph
