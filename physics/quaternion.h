#ifndef TICKGRAPH_PHYSICS_QUATERNION_H_
#define TICKGRAPH_PHYSICS_QUATERNION_H_

#include <cmath>

#include "tickgraph/physics/vector3.h"

namespace tickgraph {

/// A rotation as a unit quaternion; the default is no rotation.
struct Quaternion {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
  double w = 1.0;

  friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

/// The rotation by `radians` about `axis`, right-handed. `axis` has length 1.
inline Quaternion RotationAbout(const Vector3& axis, double radians) {
  const double sine = std::sin(radians * 0.5);
  return {axis.x * sine, axis.y * sine, axis.z * sine, std::cos(radians * 0.5)};
}

/// `vector` turned by `rotation`, which has length 1.
constexpr Vector3 Rotate(const Quaternion& rotation, const Vector3& vector) {
  const Vector3 axis{rotation.x, rotation.y, rotation.z};
  const Vector3 twice = Cross(axis, vector) * 2.0;
  return vector + twice * rotation.w + Cross(axis, twice);
}

/// Whether `rotation` is finite and of length 1 within 0.1 %.
inline bool IsRotation(const Quaternion& rotation) {
  const double square = rotation.x * rotation.x + rotation.y * rotation.y +
                        rotation.z * rotation.z + rotation.w * rotation.w;
  return std::isfinite(square) && std::abs(square - 1.0) < 2e-3;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_QUATERNION_H_
