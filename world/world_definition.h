#ifndef TICKGRAPH_WORLD_WORLD_DEFINITION_H_
#define TICKGRAPH_WORLD_WORLD_DEFINITION_H_

#include <functional>
#include <memory>
#include <string_view>

#include "tickgraph/physics/physics_scene.h"
#include "tickgraph/physics/physics_stepping.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/world/deferred_calls.h"
#include "tickgraph/world/time/frame_time.h"
#include "tickgraph/world/world_frame.h"
#include "tickgraph/world/world_hooks.h"
#include "tickgraph/world/world_stage.h"

namespace tickgraph {

class WorkerPool;

/// What a world is made from.
struct WorldDefinition {
  /// Appears in messages and traces.
  std::string_view name = "world";
  /// Where any-thread cards and the physics step run; without a pool, on the game thread. Outlives
  /// the world.
  WorkerPool* workers = nullptr;
  /// None: a world without physics, which has the physics groups all the same.
  std::unique_ptr<PhysicsScene> physics = nullptr;
  PhysicsSteppingDefinition stepping = {};

  ExecutorKind executor = ExecutorKind::kAutomatic;
  /// Leaves out cards that say so, and draws nothing.
  bool dedicated_server = false;
  /// How many frames of each scheduler are recorded.
  int recorded_frames = 0;

  TimeDefinition time = {};
  DeferredCallsDefinition deferred = {};
  WorldHooks hooks = {};
  /// Told of every stage of every tick; for tests and tools.
  WorldStageObserver observer = {};
  /// Told what went wrong after the last tick, when nobody can ask the world any more: while it is
  /// deleted, and only if there was something. Called once, by the destructor, when all actors are
  /// gone; `objects_deleted` counts them. Without it these errors are lost.
  std::function<void(const WorldFrame&)> end_report = {};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_WORLD_DEFINITION_H_
