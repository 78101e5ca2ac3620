#ifndef TICKGRAPH_PHYSICS_BULLET_CONVERSION_H_
#define TICKGRAPH_PHYSICS_BULLET_CONVERSION_H_

#include <type_traits>

#include "tickgraph/physics/quaternion.h"
#include "tickgraph/physics/vector3.h"

/// Templates, so that this header needs none of Bullet's. Not for users.
namespace tickgraph::bullet {

template <typename Vector>
Vector3 FromVector(const Vector& vector) {
  return {static_cast<double>(vector.x()), static_cast<double>(vector.y()),
          static_cast<double>(vector.z())};
}

template <typename Rotation>
Quaternion FromQuaternion(const Rotation& rotation) {
  return {static_cast<double>(rotation.x()), static_cast<double>(rotation.y()),
          static_cast<double>(rotation.z()), static_cast<double>(rotation.w())};
}

template <typename Vector>
Vector ToVector(const Vector3& vector) {
  using Scalar = std::decay_t<decltype(Vector().x())>;
  return Vector(static_cast<Scalar>(vector.x), static_cast<Scalar>(vector.y),
                static_cast<Scalar>(vector.z));
}

template <typename Transform>
Transform ToTransform(const Vector3& position, const Quaternion& rotation) {
  using Vector = std::decay_t<decltype(Transform().getOrigin())>;
  using Rotation = decltype(Transform().getRotation());
  using Scalar = std::decay_t<decltype(Vector().x())>;
  Rotation turned(static_cast<Scalar>(rotation.x), static_cast<Scalar>(rotation.y),
                  static_cast<Scalar>(rotation.z), static_cast<Scalar>(rotation.w));
  turned.normalize();
  return Transform(turned, ToVector<Vector>(position));
}

}  // namespace tickgraph::bullet

#endif  // TICKGRAPH_PHYSICS_BULLET_CONVERSION_H_
