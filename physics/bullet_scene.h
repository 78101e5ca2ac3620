#ifndef TICKGRAPH_PHYSICS_BULLET_SCENE_H_
#define TICKGRAPH_PHYSICS_BULLET_SCENE_H_

#include <memory>

#include "tickgraph/physics/physics_scene.h"
#include "tickgraph/physics/vector3.h"

namespace tickgraph {

struct BulletSceneDefinition {
  Vector3 gravity{0.0, -9.81, 0.0};  ///< metres a second squared; y is up
  int solver_iterations = 10;        ///< >= 1; more makes tall stacks stiffer and steps longer
};

/// A scene on the Bullet engine: rigid bodies, contacts, ray casts. Never null. Bullet computes in
/// floats; it steps on one thread, and is deterministic for the same commands and step lengths.
///
/// Two bodies touch, for contact events, when they are closer than Bullet's contact threshold
/// (2 cm): so a body at rest does not begin and end a contact in every step.
std::unique_ptr<PhysicsScene> MakeBulletScene(const BulletSceneDefinition& definition = {});

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_BULLET_SCENE_H_
