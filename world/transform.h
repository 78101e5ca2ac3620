#ifndef TICKGRAPH_WORLD_TRANSFORM_H_
#define TICKGRAPH_WORLD_TRANSFORM_H_

#include "tickgraph/physics/quaternion.h"
#include "tickgraph/physics/vector3.h"

namespace tickgraph {

/// Where something is and how it is turned. Metres; a rotation of length 1.
struct Transform {
  Vector3 position;
  Quaternion rotation;

  friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

/// `point` of the transform's own space, in the space around it.
constexpr Vector3 Apply(const Transform& transform, const Vector3& point) {
  return transform.position + Rotate(transform.rotation, point);
}

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_TRANSFORM_H_
