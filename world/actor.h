#ifndef TICKGRAPH_WORLD_ACTOR_H_
#define TICKGRAPH_WORLD_ACTOR_H_

#include <concepts>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "tickgraph/world/component.h"
#include "tickgraph/world/object_card.h"
#include "tickgraph/world/spawn_definition.h"
#include "tickgraph/world/structure_change.h"
#include "tickgraph/world/transform.h"
#include "tickgraph/world/world_object.h"

namespace tickgraph {

/// A thing in a world: has a place, may tick, and is made of components.
///
///   class Guard : public tickgraph::Actor {
///    public:
///     void Tick(const tickgraph::TickContext& t) override { position += velocity * t.delta; }
///   };
///   Ref<Guard> guard = world.Spawn<Guard>({.name = "guard"});
///   guard->AddComponent<Crowd>();
///
/// Rules: an actor's tick starts in PrePhysics unless its class or its SpawnDefinition says
/// otherwise; see WorldObject for everything else.
class Actor : public WorldObject {
 public:
  Actor();
  ~Actor() override;

  /// Metres, and metres a second; nothing moves an actor but its own code.
  Vector3 position;
  Vector3 velocity;
  Quaternion rotation;

  Transform transform() const { return {position, rotation}; }

  /// Makes a component from `arguments` and adds it; both are deleted together, the last component
  /// first. In the actor's constructor the component waits and enters the world with the actor.
  /// Game thread and game-thread cards. Errors, reported into the frame result, and a reference
  /// that leads nowhere: the actor is destroyed, another thread, a card that is refused.
  template <typename T, typename... Arguments>
  Ref<T> AddComponent(SpawnDefinition definition = {}, Arguments&&... arguments) {
    absl::StatusOr<Ref<T>> added =
        TryAddComponent<T>(definition, std::forward<Arguments>(arguments)...);
    if (added.ok()) return *std::move(added);
    ReportToWorld(added.status());
    return {};
  }

  /// As AddComponent, but returns the error, and reports it nowhere. In the actor's constructor a
  /// card that is refused later is reported all the same.
  template <typename T, typename... Arguments>
  absl::StatusOr<Ref<T>> TryAddComponent(SpawnDefinition definition = {},
                                         Arguments&&... arguments) {
    static_assert(std::derived_from<T, Component>, "AddComponent<T> makes a class of Component");
    if (absl::Status status = CheckAddComponent(definition); !status.ok()) return status;
    const StructureChange change(world());
    auto component = std::make_unique<T>(std::forward<Arguments>(arguments)...);
    Ref<T> reference(*component);
    ObjectCard card = MakeObjectCard(*component, definition, TickGroup::kDuringPhysics);
    if (absl::Status status = AdoptComponent(std::move(component), std::move(card)); !status.ok()) {
      return status;
    }
    return reference;
  }

  /// Its components, in the order in which they were added. Game thread; valid until one is added
  /// or deleted.
  std::span<const std::unique_ptr<Component>> components() const { return components_; }

 private:
  friend class ObjectStore;

  absl::Status CheckAddComponent(const SpawnDefinition& definition) const;
  absl::Status AdoptComponent(std::unique_ptr<Component> component, ObjectCard card);
  void ReportToWorld(const absl::Status& status) const;

  std::vector<std::unique_ptr<Component>> components_;
  /// Where it stands in its world's list.
  Actor* previous_ = nullptr;
  Actor* next_ = nullptr;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_ACTOR_H_
