#ifndef TICKGRAPH_PHYSICS_BODY_HANDLE_H_
#define TICKGRAPH_PHYSICS_BODY_HANDLE_H_

#include <cstdint>

namespace tickgraph {

/// Names a body of one PhysicsScene: a slot and the generation of that slot. A handle of a
/// destroyed body stays distinguishable from the body that uses the slot now; using it is an error
/// value. The default names no body.
struct BodyHandle {
  std::uint32_t slot = 0xffffffffu;
  std::uint32_t generation = 0;

  bool is_null() const { return generation == 0; }

  friend constexpr bool operator==(const BodyHandle&, const BodyHandle&) = default;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_BODY_HANDLE_H_
