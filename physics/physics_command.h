#ifndef TICKGRAPH_PHYSICS_PHYSICS_COMMAND_H_
#define TICKGRAPH_PHYSICS_PHYSICS_COMMAND_H_

#include <variant>

#include "tickgraph/physics/body_definition.h"
#include "tickgraph/physics/body_handle.h"
#include "tickgraph/physics/quaternion.h"
#include "tickgraph/physics/vector3.h"

namespace tickgraph {

/// Makes the body that `body`, from PhysicsScene::ReserveBody, names. PhysicsScene::AddBody does
/// both.
struct AddBodyCommand {
  BodyHandle body = {};
  BodyDefinition definition = {};
};

/// Takes the body out of the scene. Its handle is stale from then on.
struct DestroyBodyCommand {
  BodyHandle body = {};
};

/// Changes the velocity of a dynamic body at once, whatever the length of the step.
struct ImpulseCommand {
  BodyHandle body = {};
  Vector3 impulse = {};  ///< newton seconds, in world axes
  Vector3 offset = {};   ///< metres from the centre of mass, in world axes
};

/// Pushes a dynamic body during the coming frame's steps; nothing where there is no step.
struct ForceCommand {
  BodyHandle body = {};
  Vector3 force = {};   ///< newtons, in world axes
  Vector3 offset = {};  ///< metres from the centre of mass, in world axes
};

/// Puts a body somewhere else without passing through what is between. Velocity stays, contacts are
/// forgotten.
struct TeleportCommand {
  BodyHandle body = {};
  Vector3 position = {};     ///< metres
  Quaternion rotation = {};  ///< length 1
};

/// Sets the velocity of a dynamic body.
struct VelocityCommand {
  BodyHandle body = {};
  Vector3 linear = {};   ///< metres a second
  Vector3 angular = {};  ///< radians a second
};

/// Moves a kinematic body: it reaches the target at the end of the coming frame's steps, with the
/// velocity this takes, so that bodies standing on it are carried along.
struct KinematicTargetCommand {
  BodyHandle body = {};
  Vector3 position = {};     ///< metres
  Quaternion rotation = {};  ///< length 1
};

/// A write to a scene. Commands are plain data; they wait in a queue and act, in the order in which
/// they were queued, at the start of the next step (rule PH-2).
using PhysicsCommand =
    std::variant<AddBodyCommand, DestroyBodyCommand, ImpulseCommand, ForceCommand, TeleportCommand,
                 VelocityCommand, KinematicTargetCommand>;

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_PHYSICS_COMMAND_H_
