#ifndef TICKGRAPH_TESTS_PHYSICS_WHOLE_STATE_H_
#define TICKGRAPH_TESTS_PHYSICS_WHOLE_STATE_H_

#include "tickgraph/physics/physics_scene.h"
#include "tickgraph/physics/physics_view.h"

namespace tickgraph {

// A scene for whole-state checks: every body starts at x = 0 and moves by x = 1 in a step of one
// second, so that x is the number of steps a body has made.
inline constexpr PhysicsStep kWholeStateStep{1, std::chrono::seconds(1),
                                             std::chrono::nanoseconds(0)};

inline void AddWholeStateBodies(PhysicsScene& scene, int count) {
  for (int i = 0; i < count; ++i) {
    (void)scene.AddBody({.linear_velocity = {1.0, 0.0, 0.0}}).value();
  }
}

// Whether every body of `view` is after as many steps as the view says (rule PH-2).
inline bool IsWhole(const PhysicsView& view) {
  for (const BodyState& state : view.bodies()) {
    if (state.position.x != static_cast<double>(view.steps())) return false;
  }
  return true;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_PHYSICS_WHOLE_STATE_H_
