#ifndef TICKGRAPH_WORLD_OBJECT_STORE_H_
#define TICKGRAPH_WORLD_OBJECT_STORE_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "tickgraph/world/actor.h"
#include "tickgraph/world/component.h"
#include "tickgraph/world/object_card.h"
#include "tickgraph/world/ref.h"
#include "tickgraph/world/render/error_box.h"

namespace tickgraph {

class TickScheduler;

/// Owns the actors of a world: lets them in, keeps those that were destroyed until the deletion
/// queue, deletes them. Game thread.
class ObjectStore {
 public:
  /// What OnBeginPlay and OnLeaveWorld throw goes to `errors`. All three outlive the store.
  ObjectStore(World& world, TickScheduler& scheduler, ErrorBox& errors);
  ~ObjectStore();
  ObjectStore(const ObjectStore&) = delete;
  ObjectStore& operator=(const ObjectStore&) = delete;

  /// Names the actor, registers its card, does what its constructor asked for, calls OnBeginPlay
  /// of components and actor, unless they were destroyed meanwhile. A card that is refused means
  /// that the actor is deleted again.
  absl::Status EnterActor(std::unique_ptr<Actor> actor, ObjectCard card);

  /// The same for a component that its actor has taken; on an error it is deleted again.
  absl::Status EnterComponent(Component& component, ObjectCard card);

  /// The first part of EnterComponent, for a component whose actor is entering: the rest is done
  /// when all its components are registered, so that they may name each other. One that was
  /// destroyed meanwhile, alone or with its actor, takes no card.
  absl::Status RegisterComponent(Component& component, ObjectCard card);

  /// Takes the cards of an object, and of an actor's components, out of the scheduler and queues
  /// the object for deletion. Twice is once.
  void MarkDestroyed(WorldObject& object);

  /// Deletes what is queued, and what is queued meanwhile, until nothing is. Returns how many
  /// objects, counting the components of deleted actors.
  std::size_t RunDeletionQueue();

  /// Deletes every actor, the newest first. Returns how many objects, as RunDeletionQueue.
  std::size_t DeleteAll();

  std::size_t actor_count() const { return actor_count_; }
  /// In the order of spawning, by NextActor; null where there is none.
  Actor* first_actor() const { return first_; }
  static Actor* NextActor(const Actor& actor) { return actor.next_; }

 private:
  absl::Status Register(WorldObject& object, const Actor& actor, ObjectCard card);
  void DoWaiting(WorldObject& object);
  void BeginPlay(WorldObject& object);
  void MarkCards(WorldObject& object);
  void Leave(WorldObject& object);
  std::size_t Delete(WorldObject& object);
  std::size_t DeleteActor(Actor& actor);
  void DeleteComponent(Component& component);
  void Link(Actor& actor);
  void Unlink(Actor& actor);

  World& world_;
  TickScheduler& scheduler_;
  ErrorBox& errors_;
  Actor* first_ = nullptr;
  Actor* last_ = nullptr;
  std::size_t actor_count_ = 0;
  std::vector<Ref<WorldObject>> deletion_queue_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_OBJECT_STORE_H_
