#include "tickgraph/world/object_order.h"

#include <algorithm>

#include "tickgraph/world/world_object.h"

namespace tickgraph {

bool ObjectOrder::Add(const ObjectPrerequisite& prerequisite) {
  std::erase_if(prerequisites_, [](const ObjectPrerequisite& kept) {
    return !kept.card && kept.object.get() == nullptr;
  });
  const auto is_same = [&](const ObjectPrerequisite& kept) { return kept.IsSameAs(prerequisite); };
  if (std::any_of(prerequisites_.begin(), prerequisites_.end(), is_same)) return false;
  prerequisites_.push_back(prerequisite);
  return true;
}

void ObjectOrder::AddDependent(const Ref<WorldObject>& object) {
  // Before it grows, so that objects that come and go do not fill it.
  if (dependents_.size() == dependents_.capacity()) {
    std::erase_if(dependents_, [](const Ref<WorldObject>& kept) { return !kept; });
  }
  dependents_.push_back(object);
}

}  // namespace tickgraph
