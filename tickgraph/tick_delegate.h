#ifndef TICKGRAPH_TICK_DELEGATE_H_
#define TICKGRAPH_TICK_DELEGATE_H_

#include <concepts>
#include <cstddef>
#include <functional>
#include <new>
#include <type_traits>
#include <utility>

namespace tickgraph {

class TickContext;

/// The work of a card: a move-only callable that takes `const TickContext&`.
///
///   TickDelegate think = [&brain](const TickContext& t) { brain.Think(t.delta); };
///   TickDelegate move = TickDelegate::Bind<&Guard::Tick>(&guard);
///
/// Callables of up to 48 bytes are kept inside, larger ones are allocated once. `Bind` is the
/// quickest form: the executor calls the member with the object's address and fetches the object
/// into the cache before its turn.
class TickDelegate {
 public:
  using Invoke = void (*)(void* target, const TickContext& context);

  static constexpr std::size_t kInlineSize = 48;

  TickDelegate() = default;

  template <typename Callable>
  requires(!std::same_as<std::remove_cvref_t<Callable>, TickDelegate> &&
           std::invocable<std::decay_t<Callable>&, const TickContext&>)
      TickDelegate(Callable&& callable) {  // NOLINT(google-explicit-constructor): reads as the work
    using Stored = std::decay_t<Callable>;
    if constexpr (FitsInline<Stored>()) {
      ::new (static_cast<void*>(storage_)) Stored(std::forward<Callable>(callable));
      invoke_ = [](void* target, const TickContext& context) {
        static_cast<void>((*static_cast<Stored*>(target))(context));
      };
      manage_ = &ManageInline<Stored>;
    } else {
      Pointer() = new Stored(std::forward<Callable>(callable));
      invoke_ = [](void* target, const TickContext& context) {
        static_cast<void>((*static_cast<Stored*>(target))(context));
      };
      manage_ = &ManageHeap<Stored>;
    }
  }

  /// A delegate that calls the member `object->Method(context)`, or the function
  /// `Method(object, context)`; the object must outlive the card.
  template <auto Method, typename Object>
  static TickDelegate Bind(Object* object) {
    TickDelegate delegate;
    delegate.Pointer() = const_cast<std::remove_const_t<Object>*>(object);
    delegate.invoke_ = [](void* target, const TickContext& context) {
      std::invoke(Method, static_cast<Object*>(target), context);
    };
    delegate.manage_ = &ManageBound;
    return delegate;
  }

  TickDelegate(TickDelegate&& other) noexcept { MoveFrom(other); }
  TickDelegate& operator=(TickDelegate&& other) noexcept {
    if (this != &other) {
      Reset();
      MoveFrom(other);
    }
    return *this;
  }
  ~TickDelegate() { Reset(); }

  /// True where there is something to call.
  explicit operator bool() const { return invoke_ != nullptr; }

  /// The function to call with `target()`; null for an empty delegate.
  Invoke invoke() const { return invoke_; }

  /// The address handed to `invoke()`, and the first memory that the call will touch. Valid until
  /// the delegate is moved or destroyed.
  void* target() {
    if (manage_ == nullptr) return nullptr;
    return manage_(Operation::kTarget, this, nullptr);
  }

  /// Destroys the callable.
  void Reset() {
    if (manage_ != nullptr) manage_(Operation::kDestroy, this, nullptr);
    invoke_ = nullptr;
    manage_ = nullptr;
  }

 private:
  enum class Operation { kTarget, kDestroy, kMove };
  using Manage = void* (*)(Operation, TickDelegate* self, TickDelegate* from);

  template <typename Stored>
  static constexpr bool FitsInline() {
    return sizeof(Stored) <= kInlineSize && alignof(Stored) <= alignof(std::max_align_t) &&
           std::is_nothrow_move_constructible_v<Stored>;
  }

  template <typename Stored>
  static void* ManageInline(Operation operation, TickDelegate* self, TickDelegate* from) {
    auto* stored = std::launder(reinterpret_cast<Stored*>(self->storage_));
    switch (operation) {
      case Operation::kTarget:
        return stored;
      case Operation::kDestroy:
        stored->~Stored();
        return nullptr;
      case Operation::kMove: {
        auto* other = std::launder(reinterpret_cast<Stored*>(from->storage_));
        ::new (static_cast<void*>(self->storage_)) Stored(std::move(*other));
        other->~Stored();
        return nullptr;
      }
    }
    return nullptr;
  }

  template <typename Stored>
  static void* ManageHeap(Operation operation, TickDelegate* self, TickDelegate* from) {
    switch (operation) {
      case Operation::kTarget:
        return self->Pointer();
      case Operation::kDestroy:
        delete static_cast<Stored*>(self->Pointer());
        return nullptr;
      case Operation::kMove:
        self->Pointer() = from->Pointer();
        return nullptr;
    }
    return nullptr;
  }

  static void* ManageBound(Operation operation, TickDelegate* self, TickDelegate* from) {
    if (operation == Operation::kMove) self->Pointer() = from->Pointer();
    return self->Pointer();
  }

  void*& Pointer() { return *reinterpret_cast<void**>(storage_); }

  void MoveFrom(TickDelegate& other) noexcept {
    if (other.manage_ != nullptr) other.manage_(Operation::kMove, this, &other);
    invoke_ = std::exchange(other.invoke_, nullptr);
    manage_ = std::exchange(other.manage_, nullptr);
  }

  Invoke invoke_ = nullptr;
  Manage manage_ = nullptr;
  alignas(std::max_align_t) std::byte storage_[kInlineSize] = {};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TICK_DELEGATE_H_
