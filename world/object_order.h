#ifndef TICKGRAPH_WORLD_OBJECT_ORDER_H_
#define TICKGRAPH_WORLD_OBJECT_ORDER_H_

#include <span>
#include <string>
#include <vector>

#include "tickgraph/source_location.h"
#include "tickgraph/tick_handle.h"
#include "tickgraph/world/ref.h"

namespace tickgraph {

class WorldObject;

/// One call of TickAfter: all cards of an object, those it gets later included, wait for something.
struct ObjectPrerequisite {
  /// The object whose cards are waited for; nothing where it is a single card.
  Ref<const WorldObject> object = {};
  /// Only its cards of this name, where not empty.
  std::string card_name = {};
  /// A card of the scheduler that belongs to nobody here; only without an object.
  TickHandle card = {};
  SourceLocation where = {};

  bool IsSameAs(const ObjectPrerequisite& other) const {
    return object == other.object && card == other.card && card_name == other.card_name;
  }
};

/// The order between objects, kept so that cards that come later fall into it (rule O-1). Game
/// thread of the world.
class ObjectOrder {
 public:
  /// Keeps `prerequisite`; false where the same was kept before. O(prerequisites).
  bool Add(const ObjectPrerequisite& prerequisite);

  /// Keeps that `object` waits for the object whose order this is. Amortised O(1).
  void AddDependent(const Ref<WorldObject>& object);

  std::span<const ObjectPrerequisite> prerequisites() const { return prerequisites_; }
  /// Those that may wait for this object; some may be gone, and one may be there twice.
  std::span<const Ref<WorldObject>> dependents() const { return dependents_; }

 private:
  std::vector<ObjectPrerequisite> prerequisites_;
  std::vector<Ref<WorldObject>> dependents_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_OBJECT_ORDER_H_
