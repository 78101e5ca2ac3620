#ifndef TICKGRAPH_WORLD_WORLD_OBJECT_H_
#define TICKGRAPH_WORLD_WORLD_OBJECT_H_

#include <span>
#include <string>
#include <string_view>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tickgraph/source_location.h"
#include "tickgraph/tick_context.h"
#include "tickgraph/tick_function.h"
#include "tickgraph/tick_handle.h"
#include "tickgraph/world/object_record.h"
#include "tickgraph/world/ref.h"
#include "tickgraph/world/tick_defaults.h"

namespace tickgraph {

class World;
struct ObjectPrerequisite;

/// What actors and components have in common: a name, a place in a world, and cards.
///
/// Derive from Actor or Component, not from this.
///
/// Rules
/// - A class that overrides Tick gets a card when its object enters the world; one that does not
///   costs a frame nothing. No base function has to be called for this.
/// - An object belongs to a world from Spawn or AddComponent until the deletion queue. What its
///   constructor asks for waits until the object has entered, and is done before OnBeginPlay.
/// - Calls that do not say otherwise may come from the game thread and from every card. From an
///   any-thread card they act when its end group has been waited for (rule N7). Trouble is
///   reported into the frame result.
class WorldObject {
 public:
  WorldObject(const WorldObject&) = delete;
  WorldObject& operator=(const WorldObject&) = delete;
  virtual ~WorldObject();

  /// Overridden: called once a frame, as TickDefaults and SpawnDefinition say. Must be public.
  virtual void Tick(const TickContext& context);

  /// Shadowed by classes that tick in a way of their own.
  static TickDefaults Defaults() { return {}; }

  /// Called once, on the game thread, when the object and its card are in the world; not where it
  /// was destroyed before.
  virtual void OnBeginPlay() {}

  /// Called once, on the game thread, before the object is deleted; components before their actor,
  /// the last one first.
  virtual void OnLeaveWorld() {}

  /// The world it is in; null before it enters and in its destructor.
  World* world() const { return record_->world_; }

  std::string_view name() const { return record_->name(); }

  /// True from the moment at which Destroy acts. Any thread.
  bool destroyed() const { return record_->destroyed(); }

  /// All its cards start after all cards of `other` have finished, also those that either gets
  /// later. `other` must be in the same world; nothing happens as long as it does not tick. One
  /// that does not tick itself cannot wait: error. O(cards of both).
  void TickAfter(const WorldObject& other, SourceLocation where = SourceLocation::Current());
  template <typename T>
  void TickAfter(const Ref<T>& other, SourceLocation where = SourceLocation::Current()) {
    TickAfterObject(Ref<const WorldObject>(other), {}, where);
  }
  /// As above, but only after the cards of `other` that are named `card_name`; the card of its Tick
  /// has the object's name. Errors: also NotFound where it has no card of that name now.
  void TickAfter(const WorldObject& other, std::string_view card_name,
                 SourceLocation where = SourceLocation::Current());
  template <typename T>
  void TickAfter(const Ref<T>& other, std::string_view card_name,
                 SourceLocation where = SourceLocation::Current()) {
    TickAfterObject(Ref<const WorldObject>(other), card_name, where);
  }
  /// All its cards, also later ones, start after one card of the world's frame scheduler. Errors:
  /// NotFound where that is not registered.
  void TickAfter(TickHandle prerequisite, SourceLocation where = SourceLocation::Current());

  /// As TickAfter, but from the game thread and game-thread cards of a world only, and returns the
  /// error: NotFound where `other` or the card is gone, InvalidArgument where `other` is in another
  /// world, FailedPrecondition where this object has no card or the call is made elsewhere.
  absl::Status TryTickAfter(const WorldObject& other,
                            SourceLocation where = SourceLocation::Current());
  absl::Status TryTickAfter(const WorldObject& other, std::string_view card_name,
                            SourceLocation where = SourceLocation::Current());
  absl::Status TryTickAfter(TickHandle prerequisite,
                            SourceLocation where = SourceLocation::Current());
  template <typename T>
  absl::Status TryTickAfter(const Ref<T>& other, SourceLocation where = SourceLocation::Current()) {
    return TryTickAfterObject(Ref<const WorldObject>(other), {}, where);
  }
  template <typename T>
  absl::Status TryTickAfter(const Ref<T>& other, std::string_view card_name,
                            SourceLocation where = SourceLocation::Current()) {
    return TryTickAfterObject(Ref<const WorldObject>(other), card_name, where);
  }

  /// Whether its cards run; they keep their edges meanwhile. Errors: NotFound where one of them was
  /// taken out of the scheduler; the others change.
  void SetTickEnabled(bool enabled, SourceLocation where = SourceLocation::Current());
  /// As SetTickEnabled, but from the game thread and game-thread cards of a world only, and returns
  /// the error: also FailedPrecondition elsewhere, and where the object was destroyed.
  absl::Status TrySetTickEnabled(bool enabled, SourceLocation where = SourceLocation::Current());

  /// Registers one more card that belongs to this object and goes with it. What TickAfter said of
  /// the object holds for the card. Game thread and game-thread cards, in a world only. Errors,
  /// which are returned and not reported: FailedPrecondition elsewhere, and those of
  /// TickScheduler::TryRegister.
  absl::StatusOr<TickHandle> AddCard(TickFunction card,
                                     SourceLocation where = SourceLocation::Current());

  /// The card of Tick; names nothing where there is none. Game thread.
  TickHandle tick_card() const { return record_->tick_card_; }
  /// All its cards. Game thread; valid until a card is added.
  std::span<const TickHandle> cards() const { return record_->cards_; }

  /// Takes the object out of the world, an actor with its components: its cards do not start any
  /// more, and it lives to the deletion queue at the end of the frame (rule O-7). From any thread;
  /// from threads other than the world's it acts at the next frame. Twice is once.
  void Destroy();

  /// What Ref counts; not for users.
  const ObjectRecordPointer& record() const { return record_; }

 protected:
  WorldObject();

 private:
  friend class ObjectStore;

  // Private names hide those of a user's own classes and functions inside each of his actors, so
  // they are long.

  /// Does `call` where changes are allowed: now, when the end group of the running any-thread card
  /// has been waited for, or when the object enters a world. Nothing if it is gone by then.
  void DoWhereChangesAreAllowed(absl::AnyInvocable<void(WorldObject&)> call);
  void TickAfterObject(Ref<const WorldObject> other, std::string_view card_name,
                       SourceLocation where);
  absl::Status TryTickAfterObject(Ref<const WorldObject> other, std::string_view card_name,
                                  SourceLocation where);
  absl::Status SetEnabledOfCards(const char* function, bool enabled, SourceLocation where) const;
  /// Ok where `function` may change this object's cards: on the game thread, in a world.
  absl::Status CheckChange(const char* function, SourceLocation where) const;
  absl::Status CheckHasCards(const std::string& prerequisite, SourceLocation where) const;
  absl::Status AddObjectPrerequisite(const ObjectPrerequisite& prerequisite);
  absl::Status CheckObjectPrerequisite(const ObjectPrerequisite& prerequisite) const;
  absl::Status CheckCardPrerequisite(const ObjectPrerequisite& prerequisite) const;
  void AddEdgesFor(const ObjectPrerequisite& prerequisite, std::span<const TickHandle> waiting,
                   std::span<const TickHandle> waited_for) const;
  void OrderAddedCard(TickHandle added) const;

  // Only this and the table of virtual functions: what a tick touches lies next to it.
  ObjectRecordPointer record_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_WORLD_OBJECT_H_
