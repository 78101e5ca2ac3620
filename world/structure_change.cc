#include "tickgraph/world/structure_change.h"

#include "tickgraph/world/world.h"

namespace tickgraph {

StructureChange::StructureChange(World* world) : world_(world) {
  if (world_ != nullptr) ++world_->structure_changes_;
}

StructureChange::~StructureChange() {
  if (world_ != nullptr) --world_->structure_changes_;
}

}  // namespace tickgraph
