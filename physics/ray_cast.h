#ifndef TICKGRAPH_PHYSICS_RAY_CAST_H_
#define TICKGRAPH_PHYSICS_RAY_CAST_H_

#include <cstdint>

#include "tickgraph/physics/body_handle.h"
#include "tickgraph/physics/vector3.h"

namespace tickgraph {

/// A segment to look along, in world coordinates and metres.
struct RayCast {
  Vector3 from = {};
  Vector3 to = {};
  BodyHandle ignored = {};  ///< a body the ray passes through; the default ignores none
};

/// The first thing a ray met.
struct RayHit {
  BodyHandle body = {};
  std::uint64_t user_data = 0;  ///< of the body
  double fraction = 0.0;        ///< 0 at `from` … 1 at `to`
  Vector3 point = {};           ///< metres
  Vector3 normal = {};          ///< length 1, away from the body
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_RAY_CAST_H_
