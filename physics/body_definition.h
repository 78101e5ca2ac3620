#ifndef TICKGRAPH_PHYSICS_BODY_DEFINITION_H_
#define TICKGRAPH_PHYSICS_BODY_DEFINITION_H_

#include <cstdint>

#include "absl/status/status.h"
#include "tickgraph/physics/quaternion.h"
#include "tickgraph/physics/vector3.h"

namespace tickgraph {

enum class BodyShape : std::uint8_t {
  kBox,      ///< half_extents along the body's axes
  kSphere,   ///< radius half_extents.x
  kCapsule,  ///< along the body's y axis: radius half_extents.x, half the cylinder's height
             ///< half_extents.y
  kPlane,    ///< unbounded, solid below; its normal is the body's y axis; static only
};

enum class BodyKind : std::uint8_t {
  kStatic,     ///< never moves, except by teleport
  kKinematic,  ///< moved by SetKinematicTarget; pushes others, is not pushed
  kDynamic,    ///< moved by the engine
};

/// What a body is made from.
struct BodyDefinition {
  BodyShape shape = BodyShape::kBox;
  Vector3 half_extents{0.5, 0.5, 0.5};  ///< metres, > 0; see BodyShape for what each means
  Vector3 position = {};                ///< metres, of the centre of mass
  Quaternion rotation = {};             ///< length 1
  Vector3 linear_velocity = {};         ///< metres a second; dynamic bodies only
  Vector3 angular_velocity = {};        ///< radians a second; dynamic bodies only
  double mass = 1.0;                    ///< kilograms, > 0; used by dynamic bodies only
  BodyKind kind = BodyKind::kDynamic;
  double friction = 0.5;        ///< >= 0
  double restitution = 0.0;     ///< 0 (no bounce) … 1 (loses nothing)
  std::uint64_t user_data = 0;  ///< given back in every BodyState; not touched
};

/// OK, or InvalidArgument naming the field that is out of its range and its value. Any thread.
absl::Status Validate(const BodyDefinition& definition);

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_BODY_DEFINITION_H_
