#ifndef TICKGRAPH_WORLD_COMPONENT_H_
#define TICKGRAPH_WORLD_COMPONENT_H_

#include "tickgraph/world/world_object.h"

namespace tickgraph {

class Actor;

/// A part of an actor that ticks by itself: an animation, a sensor, a crowd.
///
///   class Sensor : public tickgraph::Component {
///    public:
///     void Tick(const tickgraph::TickContext& t) override { Look(owner()->position); }
///   };
///   actor->AddComponent<Sensor>();
///
/// Rules: a component's tick starts in DuringPhysics, beside the physics step, unless its class or
/// its SpawnDefinition says otherwise. It is not ordered against its actor's tick: TickAfter does
/// that.
class Component : public WorldObject {
 public:
  /// The actor that it is a part of; null in its constructor.
  Actor* owner() const { return owner_; }

 private:
  friend class Actor;

  Actor* owner_ = nullptr;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_COMPONENT_H_
