#include "tickgraph/physics/body_definition.h"

#include <cmath>

#include "absl/strings/str_cat.h"

namespace tickgraph {
namespace {

absl::Status OutOfRange(const char* field, double value, const char* wanted) {
  return absl::InvalidArgumentError(
      absl::StrCat("BodyDefinition.", field, " is ", value, "; give ", wanted));
}

absl::Status ValidateHalfExtents(const BodyDefinition& definition) {
  const Vector3& extents = definition.half_extents;
  const bool needs_y =
      definition.shape == BodyShape::kBox || definition.shape == BodyShape::kCapsule;
  const bool needs_z = definition.shape == BodyShape::kBox;
  if (!(std::isfinite(extents.x) && extents.x > 0.0)) {
    return OutOfRange("half_extents.x", extents.x, "a finite length > 0");
  }
  if (needs_y && !(std::isfinite(extents.y) && extents.y > 0.0)) {
    return OutOfRange("half_extents.y", extents.y, "a finite length > 0");
  }
  if (needs_z && !(std::isfinite(extents.z) && extents.z > 0.0)) {
    return OutOfRange("half_extents.z", extents.z, "a finite length > 0");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Validate(const BodyDefinition& definition) {
  if (definition.shape == BodyShape::kPlane) {
    if (definition.kind != BodyKind::kStatic) {
      return absl::InvalidArgumentError(
          "BodyDefinition.shape is kPlane but kind is not kStatic; make the plane static or use a "
          "box");
    }
  } else if (absl::Status status = ValidateHalfExtents(definition); !status.ok()) {
    return status;
  }
  if (!IsFinite(definition.position)) {
    return absl::InvalidArgumentError(
        "BodyDefinition.position is not finite; give three finite coordinates");
  }
  if (!IsRotation(definition.rotation)) {
    return absl::InvalidArgumentError(
        "BodyDefinition.rotation is not of length 1; normalise the quaternion");
  }
  if (!IsFinite(definition.linear_velocity) || !IsFinite(definition.angular_velocity)) {
    return absl::InvalidArgumentError(
        "BodyDefinition velocity is not finite; give three finite coordinates");
  }
  if (definition.kind == BodyKind::kDynamic &&
      !(std::isfinite(definition.mass) && definition.mass > 0.0)) {
    return OutOfRange("mass", definition.mass, "a finite mass > 0, or make the body static");
  }
  if (!(std::isfinite(definition.friction) && definition.friction >= 0.0)) {
    return OutOfRange("friction", definition.friction, "a finite number >= 0");
  }
  if (!(definition.restitution >= 0.0 && definition.restitution <= 1.0)) {
    return OutOfRange("restitution", definition.restitution, "a number in 0 … 1");
  }
  return absl::OkStatus();
}

}  // namespace tickgraph
