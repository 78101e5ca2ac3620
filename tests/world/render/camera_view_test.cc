#include "tickgraph/world/render/camera_view.h"

#include <array>
#include <cmath>

#include "gtest/gtest.h"

namespace tickgraph {
namespace {

using Point = std::array<float, 3>;

float Length(const std::array<float, 4>& q) {
  return std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

TEST(CameraViewTest, DefaultLooksAlongMinusZ) {
  const auto centre = ProjectToPixels({}, {0, 0, -10}, 640, 360);
  ASSERT_TRUE(centre.has_value());
  EXPECT_NEAR(centre->x, 320, 1e-3);
  EXPECT_NEAR(centre->y, 180, 1e-3);
  EXPECT_NEAR(centre->depth, 10, 1e-5);
  const auto right = ProjectToPixels({}, {1, 0, -10}, 640, 360);
  const auto above = ProjectToPixels({}, {0, 1, -10}, 640, 360);
  EXPECT_GT(right->x, 321);
  EXPECT_LT(above->y, 179);
  // Square pixels: a metre is as long to the right as upwards.
  EXPECT_NEAR(right->x - 320, 180 - above->y, 1e-3);
}

TEST(CameraViewTest, EdgeOfTheFieldOfViewIsTheEdgeOfThePicture) {
  CameraView view;
  view.vertical_field_of_view = 1.0F;
  const auto top = ProjectToPixels(view, {0, 10 * std::tan(0.5F), -10}, 640, 360);
  ASSERT_TRUE(top.has_value());
  EXPECT_NEAR(top->y, 0, 1e-3);
}

TEST(CameraViewTest, LookAtPutsTheTargetInTheCentreFromEverySide) {
  const Point target = {1, 2, 3};
  for (const Point& eye : {Point{10, 5, 3}, Point{-8, 1, 3}, Point{1, 9, 20}, Point{1, 2, -30},
                           Point{1, -20, 2.5F}, Point{1, 30, 3}, Point{-5, 2, -7}}) {
    const CameraView view = LookAt({}, eye, target);
    EXPECT_NEAR(Length(view.rotation), 1, 1e-5);
    const auto centre = ProjectToPixels(view, target, 800, 600);
    ASSERT_TRUE(centre.has_value());
    EXPECT_NEAR(centre->x, 400, 0.02);
    EXPECT_NEAR(centre->y, 300, 0.02);
    const Point higher = {target[0], target[1] + 0.5F, target[2]};
    const auto above = ProjectToPixels(view, higher, 800, 600);
    ASSERT_TRUE(above.has_value());
    EXPECT_LE(above->y, centre->y + 0.02F);
  }
}

TEST(CameraViewTest, PointsBehindOrBeyondAreNotOnThePicture) {
  EXPECT_FALSE(ProjectToPixels({}, {0, 0, 10}, 640, 360).has_value());
  EXPECT_FALSE(ProjectToPixels({}, {0, 0, 0}, 640, 360).has_value());
  EXPECT_FALSE(ProjectToPixels({}, {0, 0, -1000}, 640, 360).has_value());
}

TEST(CameraViewTest, LookingFromTheTargetItselfGivesAUnitRotation) {
  EXPECT_NEAR(Length(LookAt({}, {1, 1, 1}, {1, 1, 1}).rotation), 1, 1e-5);
}

}  // namespace
}  // namespace tickgraph
