#include "tools/arena.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/hang_watchdog.h"
#include "tests/tools/drawing_test.h"
#include "tickgraph/world/engine_loop.h"
#include "tickgraph/world/render/camera_view.h"
#include "tickgraph/world/render/render_pipeline.h"
#include "tickgraph/world/time/fixed_clock.h"
#include "tools/demo_renderer/arena_renderer.h"
#include "tools/demo_renderer/identity_picture.h"

namespace tickgraph {
namespace {

constexpr double kDelta = 1.0 / 60;

TEST(ArenaTest, ThreeOfTenTicksMayRunOnAnyThread) {
  Arena arena({.actors = 2000, .bodies = 0});
  ASSERT_TRUE(arena.status().ok()) << arena.status();
  ASSERT_TRUE(arena.world().Tick(kDelta).ok()) << arena.world().last_frame();
  TickScheduler& scheduler = arena.world().frame_scheduler();
  int any_thread = 0;
  const std::vector<TickHandle> cards = scheduler.Cards();
  for (const TickHandle card : cards) {
    any_thread += scheduler.Describe(card)->lane == Lane::kAnyThread ? 1 : 0;
  }
  EXPECT_NEAR(any_thread / static_cast<double>(cards.size()), 0.3, 0.02);
  EXPECT_GE(cards.size(), 2800U);
}

TEST(ArenaTest, CratesFallAndActorsMove) {
  Arena arena({.actors = 50, .bodies = 30});
  ASSERT_TRUE(arena.status().ok()) << arena.status();
  std::set<std::uint64_t> states;
  for (int frame = 0; frame < 120; ++frame) {
    ASSERT_TRUE(arena.world().Tick(kDelta).ok()) << arena.world().last_frame();
    states.insert(arena.StateHash());
  }
  EXPECT_EQ(states.size(), 120U) << "each frame differs from the others";
}

std::uint64_t StateAfter(int frames, int workers) {
  WorkerPool pool({.count = workers});
  Arena arena({.actors = 200, .bodies = 120, .workers = &pool});
  for (int frame = 0; frame < frames; ++frame) {
    EXPECT_TRUE(arena.world().Tick(kDelta).ok()) << arena.world().last_frame();
  }
  return arena.StateHash();
}

TEST(ArenaTest, TheStateDoesNotDependOnTheWorkers) {  // rule PH-7
  const std::uint64_t expected = StateAfter(150, 0);
  EXPECT_NE(expected, StateAfter(149, 0));
  for (const int workers : {1, 2, 4}) EXPECT_EQ(StateAfter(150, workers), expected) << workers;
}

// What the camera sees of the real arena, looked up in the picture that was really drawn.
class ArenaPictureTest : public DrawingTest {};

TEST_F(ArenaPictureTest, AtLeast500CratesAreDrawnWhereThePacketHasThem) {
  const HangWatchdog watchdog("drawing the arena", std::chrono::seconds(200));
  constexpr int kFrames = 40;
  constexpr int kWidth = 960;
  constexpr int kHeight = 540;
  CameraView camera;
  std::map<std::uint32_t, DrawItem> items;
  std::vector<DrawnItem> drawn;
  ArenaRenderer renderer(
      {.width = kWidth,
       .height = kHeight,
       .samples = 1,
       .window = false,
       .picture_interval = kFrames,
       .on_picture = [&](const RenderPacket& packet, const Picture&, const Picture& identity) {
         camera = packet.camera;
         for (const DrawItem& item : packet.items()) items[item.id] = item;
         drawn = FindDrawnItems(identity);
       }});
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
  if (const absl::Status status = pipeline.Start(); !status.ok()) {
    GTEST_SKIP() << "nothing to draw with here: " << status.message();
  }
  Arena arena({.actors = 100, .bodies = 1000});
  FixedClock clock(60);
  EngineLoop loop({.clock = &clock, .render = &pipeline, .quit_after = kFrames});
  loop.AddWorld(arena.world());
  while (loop.Iterate()) {
    ASSERT_TRUE(loop.last_frame().ok()) << loop.last_frame();
  }
  ASSERT_TRUE(loop.last_frame().ok()) << loop.last_frame();
  ASSERT_TRUE(pipeline.Stop().ok());

  EXPECT_EQ(items.size(), 1100U);
  std::set<std::pair<long, long>> places;
  std::vector<double> distances;
  for (const DrawnItem& item : drawn) {
    ASSERT_TRUE(items.contains(item.id)) << item.id;
    if (item.id >= Arena::kFirstActor) continue;
    const auto centre = ProjectToPixels(camera, items[item.id].position, kWidth, kHeight);
    ASSERT_TRUE(centre.has_value());
    // However much of a crate is hidden, what is seen lies within its own extent on the picture.
    const double extent = kHeight / (2 * std::tan(camera.vertical_field_of_view / 2)) *
                              kCrateHalfExtent * std::sqrt(3.0) / (centre->depth - 0.7) +
                          1.5;
    EXPECT_LE(std::abs(item.left + 0.5 - centre->x), extent) << "crate " << item.id;
    EXPECT_LE(std::abs(item.right + 0.5 - centre->x), extent) << "crate " << item.id;
    EXPECT_LE(std::abs(item.top + 0.5 - centre->y), extent) << "crate " << item.id;
    EXPECT_LE(std::abs(item.bottom + 0.5 - centre->y), extent) << "crate " << item.id;
    places.emplace(std::lround(item.centre_x * 4), std::lround(item.centre_y * 4));
    distances.push_back(std::hypot(item.centre_x - centre->x, item.centre_y - centre->y));
  }
  EXPECT_GE(places.size(), 500U) << "distinct drawn positions";
  ASSERT_FALSE(distances.empty());
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  EXPECT_LE(*middle, 3.0) << "half of the crates are hardly hidden";
}

}  // namespace
}  // namespace tickgraph
