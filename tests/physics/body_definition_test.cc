#include "tickgraph/physics/body_definition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace tickgraph {
namespace {

using testing::HasSubstr;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(BodyDefinitionTest, TheDefaultIsAUnitBox) { EXPECT_TRUE(Validate({}).ok()); }

TEST(BodyDefinitionTest, AShapeNeedsOnlyItsOwnExtents) {
  EXPECT_TRUE(Validate({.shape = BodyShape::kSphere, .half_extents = {1, 0, 0}}).ok());
  EXPECT_TRUE(Validate({.shape = BodyShape::kCapsule, .half_extents = {1, 1, 0}}).ok());
  EXPECT_TRUE(
      Validate({.shape = BodyShape::kPlane, .half_extents = {0, 0, 0}, .kind = BodyKind::kStatic})
          .ok());
  EXPECT_FALSE(Validate({.shape = BodyShape::kBox, .half_extents = {1, 1, 0}}).ok());
  EXPECT_FALSE(Validate({.shape = BodyShape::kCapsule, .half_extents = {1, 0, 1}}).ok());
  EXPECT_FALSE(Validate({.shape = BodyShape::kSphere, .half_extents = {-1, 1, 1}}).ok());
}

TEST(BodyDefinitionTest, AMistakeIsNamed) {
  EXPECT_THAT(std::string(Validate({.mass = 0.0}).message()), HasSubstr("mass is 0"));
  EXPECT_THAT(std::string(Validate({.friction = -1.0}).message()), HasSubstr("friction"));
  EXPECT_THAT(std::string(Validate({.restitution = 1.5}).message()), HasSubstr("restitution"));
  EXPECT_THAT(std::string(Validate({.position = {kNaN, 0, 0}}).message()), HasSubstr("position"));
  EXPECT_THAT(std::string(Validate({.rotation = {0, 0, 0, 0}}).message()), HasSubstr("rotation"));
  EXPECT_THAT(std::string(Validate({.linear_velocity = {kNaN, 0, 0}}).message()),
              HasSubstr("velocity"));
  EXPECT_THAT(std::string(Validate({.shape = BodyShape::kPlane}).message()), HasSubstr("kPlane"));
}

TEST(BodyDefinitionTest, OnlyDynamicBodiesNeedAMass) {
  EXPECT_TRUE(Validate({.mass = 0.0, .kind = BodyKind::kStatic}).ok());
  EXPECT_TRUE(Validate({.mass = 0.0, .kind = BodyKind::kKinematic}).ok());
}

}  // namespace
}  // namespace tickgraph
