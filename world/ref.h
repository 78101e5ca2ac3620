#ifndef TICKGRAPH_WORLD_REF_H_
#define TICKGRAPH_WORLD_REF_H_

#include <concepts>
#include <stdexcept>
#include <string>
#include <utility>

#include "tickgraph/world/object_record.h"

namespace tickgraph {

/// What `operator->` of a Ref throws when there is no object: the only exception of this library.
///
/// A pointer that leads nowhere can neither be returned as a status nor be followed. Thrown inside
/// a card it ends that card alone, and the frame result names card and object (rule F1).
class BadRefAccess : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// A weak reference to an actor or a component: it does not keep the object alive, and knows when
/// it is gone.
///
///   Ref<Guard> guard = world.Spawn<Guard>({.name = "guard"});
///   guard->TickAfter(door);                                   // surely alive
///   if (Guard* found = guard.get()) found->Alarm();           // perhaps alive
///
/// Rules
/// - An object that was destroyed lives to the deletion queue at the end of the frame, and so long
///   the Ref leads to it: what is alive does not change while cards run.
/// - Ask a Ref from the game thread or from cards of the object's world; other threads use
///   World::Defer. Copying and letting go is allowed on any thread, also after the world's end.
/// - Costs a pointer, a counter and one atomic read for each use.
template <typename T>
class Ref {
 public:
  Ref() = default;
  /// A reference to an object that one has, for example to `*this`.
  explicit Ref(T& object) : object_(&object), record_(object.record()) {}
  template <typename U>
  requires(!std::same_as<U, T> && std::convertible_to<U*, T*>)
      Ref(const Ref<U>& other)  // NOLINT(google-explicit-constructor): as pointers convert
      : object_(other.object_), record_(other.record_) {}

  /// The object, or null where it is gone or there never was one.
  T* get() const { return record_ && record_->alive() ? object_ : nullptr; }

  /// True where get() is not null.
  explicit operator bool() const { return get() != nullptr; }

  /// The object. Throws BadRefAccess, with the object's name, where get() would be null.
  T* operator->() const { return CheckedGet(); }
  T& operator*() const { return *CheckedGet(); }

  /// Whether both mean the same object, alive or not.
  friend bool operator==(const Ref& a, const Ref& b) { return a.record_ == b.record_; }

  /// The object's name, also when it is gone; "nothing" for a default-made reference.
  std::string name() const { return record_ ? record_->name() : std::string("nothing"); }

 private:
  template <typename U>
  friend class Ref;

  T* CheckedGet() const {
    T* object = get();
    if (object == nullptr) {
      throw BadRefAccess(record_ ? "the object \"" + record_->name() +
                                       "\" behind this Ref is gone: ask get() first"
                                 : "this Ref leads to no object: it was never set, or the Spawn "
                                   "behind it was refused");
    }
    return object;
  }

  T* object_ = nullptr;
  ObjectRecordPointer record_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_REF_H_
