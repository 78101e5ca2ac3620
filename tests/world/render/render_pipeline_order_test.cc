// What any-thread cards post to a render pipeline arrives in plan order (rules N7, G8, R-2).

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/hang_watchdog.h"
#include "tests/world/support/world_mode.h"
#include "tickgraph/world/render/null_renderer.h"
#include "tickgraph/world/render/render_pipeline.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

using Log = std::vector<std::string>;

constexpr int kCards = 40;
constexpr std::size_t kBodies = 6;

// Where calls go: to a stage, or to the game thread.
struct Target {
  RenderPipeline* pipeline = nullptr;
  bool is_game_thread = false;
  Log* log = nullptr;

  absl::Status Post(std::string text) const {
    auto call = [into = log, text = std::move(text)] { into->push_back(text); };
    return is_game_thread ? pipeline->CallOnGameThread(std::move(call))
                          : pipeline->CallOnRenderThread(std::move(call));
  }
};

class Poster : public Actor {
 public:
  static TickDefaults Defaults() { return {.lane = Lane::kAnyThread}; }
  explicit Poster(const Target* target) : target_(target) {}

  void Tick(const TickContext& t) override {
    status = target_->Post(std::string(name()) + " before");
    t.ParallelFor(kBodies, 1, [&](std::size_t i) {
      target_->Post(std::string(name()) + " body " + std::to_string(i)).IgnoreError();
    });
    target_->Post(std::string(name()) + " after").IgnoreError();
  }
  absl::Status status;

 private:
  const Target* target_;
};

class GameThreadPoster : public Poster {
 public:
  static TickDefaults Defaults() { return {.lane = Lane::kGameThread}; }
  using Poster::Poster;
};

class RenderPipelineOrderTest : public WorldModeTest {
 protected:
  // `last` waits for all posters and is on the game thread.
  void Populate(World& world, const Target& target) {
    const auto last = world.Spawn<GameThreadPoster>({.name = "last"}, &target);
    for (int i = 0; i < kCards; ++i) {
      posters_.push_back(world.Spawn<Poster>({.name = std::to_string(i)}, &target));
      last->TickAfter(posters_.back());
    }
  }

  // A call of a game-thread card acts at once; all others at the end of their group, in plan order.
  static Log Expected() {
    Log log = {"last before", "last after"};
    const auto add_bodies = [&](const std::string& name) {
      for (std::size_t i = 0; i < kBodies; ++i) log.push_back(name + " body " + std::to_string(i));
    };
    for (int i = 0; i < kCards; ++i) {
      const std::string name = std::to_string(i);
      log.push_back(name + " before");
      add_bodies(name);
      log.push_back(name + " after");
    }
    add_bodies("last");
    return log;
  }

  const HangWatchdog watchdog_{"a render pipeline test"};
  std::vector<Ref<Poster>> posters_;
};

TEST_P(RenderPipelineOrderTest, OnTheRenderThreadCallsOfCardsRunInPlanOrder) {
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  ASSERT_TRUE(pipeline.Start().ok());
  Log log;
  const Target target{.pipeline = &pipeline, .log = &log};
  World world(Definition());
  Populate(world, target);
  for (int frame = 0; frame < 20; ++frame) {
    ASSERT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
    Log arrived;
    ASSERT_TRUE(pipeline.RunOnRenderThread([&] { arrived.swap(log); }).ok());
    ASSERT_EQ(arrived, Expected());
  }
}

TEST_P(RenderPipelineOrderTest, OnTheGameThreadTheyDoSoToo) {
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  ASSERT_TRUE(pipeline.Start().ok());
  Log log;
  const Target target{.pipeline = &pipeline, .is_game_thread = true, .log = &log};
  World world(Definition());
  Populate(world, target);
  for (int frame = 0; frame < 20; ++frame) {
    ASSERT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
    ASSERT_TRUE(pipeline.Sync().status.ok());
    ASSERT_EQ(log, Expected());
    log.clear();
  }
}

// rule F4: the card learns that its call waits; what it comes to is in the frame, by name.
TEST_P(RenderPipelineOrderTest, ACallThatIsRefusedInItsTurnIsInTheFrame) {
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  for (const bool is_game_thread : {false, true}) {
    Log log;
    const Target target{.pipeline = &pipeline, .is_game_thread = is_game_thread, .log = &log};
    World world(Definition());
    const auto poster = world.Spawn<Poster>({.name = "poster"}, &target);
    const auto on_game_thread = world.Spawn<GameThreadPoster>({.name = "at once"}, &target);
    EXPECT_FALSE(world.Tick(0.1).ok());
    EXPECT_TRUE(poster->status.ok()) << poster->status;
    EXPECT_EQ(on_game_thread->status.code(), absl::StatusCode::kFailedPrecondition);
    const FrameResult& cards = world.last_frame().cards;
    EXPECT_EQ(cards.error_count, 2 + 2 * kBodies) << "bodies of both cards; " << cards;
    EXPECT_EQ(cards.first_error.code, TickErrorCode::kRequestFailed);
    EXPECT_NE(cards.first_error_text.find("poster"), std::string::npos) << cards;
    EXPECT_NE(cards.first_error_text.find("not running"), std::string::npos) << cards;
    EXPECT_TRUE(log.empty());
  }
}

TEST_P(RenderPipelineOrderTest, CallsThatOutliveThePipelineAreInTheFrame) {
  NullRenderer renderer;
  auto pipeline = std::make_unique<RenderPipeline>(
      RenderPipelineDefinition{.stages = {{.renderer = &renderer}}});
  ASSERT_TRUE(pipeline->Start().ok());
  Log log;
  World world(Definition());
  const Target target{.pipeline = pipeline.get(), .log = &log};
  const auto poster = world.Spawn<Poster>({.name = "poster"}, &target);
  world.frame_scheduler().Register({.name = "ends it",
                                    .after = {poster->tick_card()},
                                    .run = [&](const TickContext&) { pipeline.reset(); }});
  EXPECT_FALSE(world.Tick(0.1).ok());
  EXPECT_NE(world.last_frame().cards.first_error_text.find("pipeline was destroyed"),
            std::string::npos)
      << world.last_frame();
  EXPECT_TRUE(log.empty());
}

TEST_P(RenderPipelineOrderTest, AStageThatIsNotThereIsRefusedAtOnce) {
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  ASSERT_TRUE(pipeline.Start().ok());
  World world(Definition());
  absl::Status status;
  world.frame_scheduler().Register(
      {.name = "card", .lane = Lane::kAnyThread, .run = [&](const TickContext&) {
         status = pipeline.CallOnStage(1, [] {});
       }});
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
}

INSTANTIATE_TEST_SUITE_P(Modes, RenderPipelineOrderTest, AllWorldModes(), WorldModeName);

TEST(RenderPipelineForeignThreadTest, CallsOfThreadsWithoutCardsActAtOnce) {
  const HangWatchdog watchdog("a render pipeline test");
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  ASSERT_TRUE(pipeline.Start().ok());
  Log log;
  std::thread([&] {
    EXPECT_TRUE(pipeline.CallOnRenderThread([&] { log.emplace_back("foreign"); }).ok());
  }).join();
  ASSERT_TRUE(pipeline.RunOnRenderThread([&] { log.emplace_back("own"); }).ok());
  EXPECT_EQ(log, (Log{"foreign", "own"}));
}

}  // namespace
}  // namespace tickgraph
