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

// The bounds of a crate's eight corners on the picture, in pixels.
struct Extent {
  double left = 1e6;
  double right = -1e6;
  double top = 1e6;
  double bottom = -1e6;
};

Extent ExtentOf(const CameraView& camera, const DrawItem& crate, int width, int height) {
  const auto& [x, y, z, w] = crate.rotation;
  Extent extent;
  for (int corner = 0; corner < 8; ++corner) {
    const auto side = [&](int axis) {
      const double half = crate.half_extents[static_cast<std::size_t>(axis)];
      return (corner >> axis & 1) != 0 ? half : -half;
    };
    const Vector3 turned = Rotate(Quaternion{x, y, z, w}, Vector3{side(0), side(1), side(2)});
    const auto pixel = ProjectToPixels(camera,
                                       {crate.position[0] + static_cast<float>(turned.x),
                                        crate.position[1] + static_cast<float>(turned.y),
                                        crate.position[2] + static_cast<float>(turned.z)},
                                       width, height);
    if (!pixel) continue;
    extent.left = std::min<double>(extent.left, pixel->x);
    extent.right = std::max<double>(extent.right, pixel->x);
    extent.top = std::min<double>(extent.top, pixel->y);
    extent.bottom = std::max<double>(extent.bottom, pixel->y);
  }
  return extent;
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
  int whole_crates = 0;
  for (const DrawnItem& item : drawn) {
    ASSERT_TRUE(items.contains(item.id)) << item.id;
    if (item.id >= Arena::kFirstActor) continue;
    const DrawItem& crate = items[item.id];
    const Extent expected = ExtentOf(camera, crate, kWidth, kHeight);
    EXPECT_GE(item.left + 0.5, expected.left - 1) << "crate " << item.id;
    EXPECT_LE(item.right + 0.5, expected.right + 1) << "crate " << item.id;
    EXPECT_GE(item.top + 0.5, expected.top - 1) << "crate " << item.id;
    EXPECT_LE(item.bottom + 0.5, expected.bottom + 1) << "crate " << item.id;
    places.emplace(std::lround(item.centre_x * 4), std::lround(item.centre_y * 4));
    // A crate of which nothing is hidden reaches to all of its bounds.
    whole_crates += item.left < expected.left + 2 && item.right > expected.right - 2 &&
                            item.top < expected.top + 2 && item.bottom > expected.bottom - 2
                        ? 1
                        : 0;
  }
  EXPECT_GE(places.size(), 500U) << "distinct drawn positions";
  EXPECT_GE(whole_crates, 100) << "crates whose drawn bounds are those of the packet";
}

}  // namespace
}  // namespace tickgraph
