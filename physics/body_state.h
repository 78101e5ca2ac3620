#ifndef TICKGRAPH_PHYSICS_BODY_STATE_H_
#define TICKGRAPH_PHYSICS_BODY_STATE_H_

#include <cstdint>

#include "tickgraph/physics/body_definition.h"
#include "tickgraph/physics/body_handle.h"
#include "tickgraph/physics/quaternion.h"
#include "tickgraph/physics/vector3.h"

namespace tickgraph {

/// Where a body is and how it moves, after a whole number of steps.
struct BodyState {
  BodyHandle body = {};
  std::uint64_t user_data = 0;  ///< as in the definition
  BodyKind kind = BodyKind::kDynamic;
  Vector3 position = {};          ///< metres, of the centre of mass
  Quaternion rotation = {};       ///< length 1
  Vector3 linear_velocity = {};   ///< metres a second
  Vector3 angular_velocity = {};  ///< radians a second

  friend constexpr bool operator==(const BodyState&, const BodyState&) = default;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_BODY_STATE_H_
