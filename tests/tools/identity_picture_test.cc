#include "tools/demo_renderer/identity_picture.h"

#include <vector>

#include "gtest/gtest.h"

namespace tickgraph {
namespace {

void Paint(Picture& picture, int x, int y, std::uint32_t id) {
  std::uint8_t* pixel = picture.pixels.data() + (y * picture.width + x) * 4;
  pixel[0] = static_cast<std::uint8_t>(id & 255U);
  pixel[1] = static_cast<std::uint8_t>(id >> 8 & 255U);
  pixel[3] = 255;
  pixel[2] = static_cast<std::uint8_t>(id >> 16 & 255U);
}

TEST(IdentityPictureTest, FindsItemsWithTheirPixels) {
  Picture picture;
  picture.Resize(8, 4);
  Paint(picture, 1, 1, 0);
  Paint(picture, 2, 1, 0);
  Paint(picture, 1, 2, 0);
  Paint(picture, 2, 2, 0);
  Paint(picture, 7, 3, kMaxIdentity);
  Paint(picture, 0, 0, 300);
  const std::vector<DrawnItem> items = FindDrawnItems(picture);
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[0].id, 0U);
  EXPECT_EQ(items[0].pixel_count, 4);
  EXPECT_EQ(items[0].centre_x, 2.0);
  EXPECT_EQ(items[0].centre_y, 2.0);
  EXPECT_EQ(items[0].left, 1);
  EXPECT_EQ(items[0].right, 2);
  EXPECT_EQ(items[0].top, 1);
  EXPECT_EQ(items[0].bottom, 2);
  EXPECT_EQ(items[1].id, 300U);
  EXPECT_EQ(items[2].id, kMaxIdentity);
  EXPECT_EQ(items[2].centre_x, 7.5);
}

TEST(IdentityPictureTest, AnEmptyPictureShowsNothing) {
  Picture picture;
  picture.Resize(8, 4);
  EXPECT_TRUE(FindDrawnItems(picture).empty());
  EXPECT_TRUE(FindDrawnItems(Picture()).empty());
}

}  // namespace
}  // namespace tickgraph
