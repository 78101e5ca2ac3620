#include "tools/demo_renderer/arena_renderer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/hang_watchdog.h"
#include "tests/tools/drawing_test.h"
#include "tickgraph/world/render/camera_view.h"
#include "tickgraph/world/render/render_pipeline.h"
#include "tools/demo_renderer/identity_picture.h"

namespace tickgraph {
namespace {

constexpr int kWidth = 640;
constexpr int kHeight = 360;

struct Shot {
  CameraView camera;
  std::vector<DrawItem> items;
  Picture picture;
  Picture identity;
};

// 40 x 25 small boxes on the ground, each apart from its neighbours, seen from above.
void PlaceBodies(RenderPacket& packet, int frame) {
  packet.camera = LookAt({}, {0, 38, 18}, {0, 0, 1});
  std::uint32_t id = 0;
  for (int row = 0; row < 25; ++row) {
    for (int column = 0; column < 40; ++column) {
      const float angle = 0.1F * static_cast<float>(id);
      packet.AddItem(
          {.id = id++,
           .position = {static_cast<float>(column) - 19.5F + 0.05F * static_cast<float>(frame),
                        0.15F, static_cast<float>(row) - 12},
           .rotation = {0, std::sin(angle / 2), 0, std::cos(angle / 2)},
           .half_extents = {0.22F, 0.15F, 0.22F},
           .colour = {230, 30, 20, 255},
           .shape = id % 3 == 0 ? DrawShape::kPyramid : DrawShape::kBox});
    }
  }
}

class ArenaRendererTest : public DrawingTest {
 protected:
  // Draws `frames` frames through a pipeline; the shots are those of the picture interval. False
  // where nothing can be drawn.
  bool Run(ArenaRendererDefinition definition, int frames) {
    definition.width = kWidth;
    definition.height = kHeight;
    definition.window = false;
    definition.on_picture = [this](const RenderPacket& packet, const Picture& picture,
                                   const Picture& identity) {
      shots_.push_back(
          {packet.camera, {packet.items().begin(), packet.items().end()}, picture, identity});
    };
    ArenaRenderer renderer(std::move(definition));
    RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 1});
    const absl::Status started = pipeline.Start();
    if (!started.ok()) {
      reason_ = started.ToString();
      return false;
    }
    for (int frame = 1; frame <= frames; ++frame) {
      const absl::StatusOr<RenderPacket*> packet = pipeline.BeginPacket();
      if (!packet.ok()) return false;
      PlaceBodies(**packet, frame);
      EXPECT_TRUE(pipeline.HandOver().ok());
      const SyncResult sync = pipeline.Sync();
      EXPECT_TRUE(sync.status.ok()) << sync.status;
    }
    EXPECT_TRUE(pipeline.Stop().ok());
    EXPECT_FALSE(renderer.has_window());
    EXPECT_FALSE(renderer.device_name().empty());
    pictures_written_ = renderer.pictures_written();
    return true;
  }

  const HangWatchdog watchdog_{"a drawing test", std::chrono::seconds(200)};
  std::vector<Shot> shots_;
  std::string reason_;
  int pictures_written_ = 0;
};

TEST_F(ArenaRendererTest, DrawsEveryBodyWhereThePacketHasIt) {
  if (!Run({.picture_interval = 2}, 4)) GTEST_SKIP() << "nothing to draw with here: " << reason_;
  ASSERT_EQ(shots_.size(), 2U);
  for (const Shot& shot : shots_) {
    const std::vector<DrawnItem> drawn = FindDrawnItems(shot.identity);
    EXPECT_GE(drawn.size(), 990U);
    std::set<std::pair<int, int>> places;
    for (const DrawnItem& item : drawn) {
      ASSERT_LT(item.id, shot.items.size());
      const auto expected =
          ProjectToPixels(shot.camera, shot.items[item.id].position, kWidth, kHeight);
      ASSERT_TRUE(expected.has_value());
      const bool at_the_edge =
          item.left == 0 || item.top == 0 || item.right == kWidth - 1 || item.bottom == kHeight - 1;
      if (at_the_edge) continue;
      EXPECT_NEAR(item.centre_x, expected->x, 1.5) << "body " << item.id;
      EXPECT_NEAR(item.centre_y, expected->y, 1.5) << "body " << item.id;
      places.emplace(std::lround(item.centre_x * 2), std::lround(item.centre_y * 2));
    }
    EXPECT_GE(places.size(), 500U) << "distinct drawn body positions";
  }
  EXPECT_NE(shots_[0].identity.pixels, shots_[1].identity.pixels) << "the bodies have moved";
}

TEST_F(ArenaRendererTest, ThePictureShowsTheColoursOfTheBodies) {
  if (!Run({.picture_interval = 1}, 1)) GTEST_SKIP() << "nothing to draw with here: " << reason_;
  ASSERT_EQ(shots_.size(), 1U);
  const Shot& shot = shots_[0];
  int red = 0;
  int seen = 0;
  for (const DrawnItem& item : FindDrawnItems(shot.identity)) {
    const std::uint8_t* pixel =
        shot.picture.At(static_cast<int>(item.centre_x), static_cast<int>(item.centre_y));
    ++seen;
    red += pixel[0] > pixel[1] + 40 && pixel[0] > pixel[2] + 40 ? 1 : 0;
  }
  EXPECT_GE(red, seen * 95 / 100) << "of " << seen;
  const std::uint8_t* ground = shot.picture.At(3, kHeight - 3);
  EXPECT_LE(ground[0], ground[2]) << "the ground is not red";
}

TEST_F(ArenaRendererTest, WritesPngFilesEveryFewFrames) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "tickgraph_arena_renderer_test" / "pictures";
  std::filesystem::remove_all(folder);
  if (!Run({.picture_folder = folder.string(), .picture_interval = 3}, 7)) {
    GTEST_SKIP() << "nothing to draw with here: " << reason_;
  }
  EXPECT_EQ(pictures_written_, 2);
  for (const char* name : {"frame_000003.png", "frame_000006.png"}) {
    std::ifstream file(folder / name, std::ios::binary);
    std::string start(24, '\0');
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    ASSERT_TRUE(file) << name;
    EXPECT_EQ(start.substr(1, 3), "PNG");
    // Width and height, big-endian, in the first chunk.
    EXPECT_EQ(start.substr(16, 8), std::string("\0\0\x02\x80\0\0\x01\x68", 8));
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 2);
  std::filesystem::remove_all(folder);
}

TEST_F(ArenaRendererTest, AFolderThatCannotBeMadeIsAnError) {
  EXPECT_FALSE(Run({.picture_folder = "/dev/null/pictures"}, 1));
  EXPECT_FALSE(reason_.empty());
}

}  // namespace
}  // namespace tickgraph
