#ifndef TICKGRAPH_WORLD_TICK_OVERRIDE_H_
#define TICKGRAPH_WORLD_TICK_OVERRIDE_H_

#include <cstdint>
#include <type_traits>

#include "tickgraph/tick_context.h"
#include "tickgraph/tick_delegate.h"

namespace tickgraph {

class WorldObject;

/// What a class did with the Tick that it inherits (rule O-4).
enum class TickOverride : std::uint8_t {
  kNone,        ///< Left it alone: the object gets no card and costs a frame nothing.
  kOverridden,  ///< Overrides it: the object gets a card.
  kUnseen,      ///< Has one that cannot be named: not public, overloaded, or from two bases.
  kHiding,      ///< Has another function of that name, which nobody would call.
};

/// The type of `&T::Tick` tells the class that declares it: WorldObject itself, or one that
/// overrides it.
template <typename MemberPointer>
struct TickOverrideOfPointer {
  static constexpr TickOverride value = TickOverride::kHiding;
};
template <typename Class>
struct TickOverrideOfPointer<void (Class::*)(const TickContext&)> {
  static constexpr TickOverride value =
      std::is_same_v<Class, WorldObject> ? TickOverride::kNone : TickOverride::kOverridden;
};
template <typename Class>
struct TickOverrideOfPointer<void (Class::*)(const TickContext&) noexcept> {
  static constexpr TickOverride value = TickOverride::kOverridden;
};

template <typename T>
struct TickOverrideOfClass {
  static constexpr TickOverride value = TickOverride::kUnseen;
};
template <typename T>
requires requires { &T::Tick; }
struct TickOverrideOfClass<T> {
  static constexpr TickOverride value = TickOverrideOfPointer<decltype(&T::Tick)>::value;
};

template <typename T>
inline constexpr TickOverride kTickOverride = TickOverrideOfClass<T>::value;

/// Calls T's own Tick without a look into the table of virtual functions: the object is exactly a
/// T, because it was made as one.
template <typename T>
void CallTick(T* object, const TickContext& context) {
  object->T::Tick(context);
}

/// The work of the card of `object`; an empty delegate where its class does not override Tick. A
/// Tick that would be lost does not compile.
template <typename T>
TickDelegate BindTick(T* object) {
  constexpr TickOverride kTick = kTickOverride<T>;
  static_assert(kTick != TickOverride::kUnseen,
                "this class has a Tick that cannot be seen, so it would never be called: make it "
                "public, let it be the only function of that name, and inherit it from one base");
  static_assert(kTick != TickOverride::kHiding,
                "this class has a Tick that does not override the one it inherits, so it would "
                "never be called: declare it as void Tick(const tickgraph::TickContext&) override");
  if constexpr (kTick == TickOverride::kOverridden) {
    return TickDelegate::Bind<&CallTick<T>>(object);
  } else {
    return {};
  }
}

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_TICK_OVERRIDE_H_
