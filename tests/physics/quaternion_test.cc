#include "tickgraph/physics/quaternion.h"

#include <gtest/gtest.h>

#include <numbers>

namespace tickgraph {
namespace {

TEST(QuaternionTest, AQuarterTurnAboutZTakesXToY) {
  const Quaternion turn = RotationAbout({0, 0, 1}, std::numbers::pi / 2);
  EXPECT_TRUE(IsRotation(turn));
  const Vector3 turned = Rotate(turn, {1, 0, 0});
  EXPECT_NEAR(turned.x, 0.0, 1e-12);
  EXPECT_NEAR(turned.y, 1.0, 1e-12);
  EXPECT_NEAR(turned.z, 0.0, 1e-12);
}

TEST(QuaternionTest, OnlyLengthOneIsARotation) {
  EXPECT_TRUE(IsRotation({}));
  EXPECT_FALSE(IsRotation({0, 0, 0, 0}));
  EXPECT_FALSE(IsRotation({0, 0, 0, 2}));
}

}  // namespace
}  // namespace tickgraph
