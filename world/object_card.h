#ifndef TICKGRAPH_WORLD_OBJECT_CARD_H_
#define TICKGRAPH_WORLD_OBJECT_CARD_H_

#include <string>
#include <string_view>

#include "tickgraph/source_location.h"
#include "tickgraph/tick_function.h"
#include "tickgraph/world/spawn_definition.h"
#include "tickgraph/world/tick_defaults.h"
#include "tickgraph/world/tick_override.h"
#include "tickgraph/world/type_name.h"

namespace tickgraph {

/// What is known of an object before it enters its world: name, place of the call, and its card,
/// which is empty where the class does not tick.
struct ObjectCard {
  std::string name;
  SourceLocation where;
  /// Without name and owner, which come when it is registered.
  TickFunction function;

  bool ticks() const { return static_cast<bool>(function.run); }
};

/// The defaults of a class, with what the definition says in front of them. `fallback_start` is
/// where objects of this kind start if neither names a group.
TickFunction MergeTickDefinition(const TickDefaults& defaults, const SpawnDefinition& definition,
                                 TickGroup fallback_start);

/// The card of `object`, which was made as a T.
template <typename T>
ObjectCard MakeObjectCard(T& object, const SpawnDefinition& definition, TickGroup fallback_start) {
  ObjectCard card;
  card.name = definition.name.empty() ? TypeName<T>() : definition.name;
  card.where = definition.where;
  card.function = MergeTickDefinition(T::Defaults(), definition, fallback_start);
  card.function.run = BindTick(&object);
  return card;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_OBJECT_CARD_H_
