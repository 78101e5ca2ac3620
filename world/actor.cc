#include "tickgraph/world/actor.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/world/object_store.h"
#include "tickgraph/world/world.h"

namespace tickgraph {

Actor::Actor() = default;

Actor::~Actor() {
  // Last to first, also for an actor that never entered a world.
  while (!components_.empty()) components_.pop_back();
}

absl::Status Actor::CheckAddComponent(const SpawnDefinition& definition) const {
  // The thread first: everything else belongs to the game thread.
  if (World* const in = world()) {
    if (absl::Status status = in->CheckStructureCall("AddComponent", name(), definition.where);
        !status.ok()) {
      return status;
    }
  }
  if (!destroyed()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat("AddComponent at ", ToString(definition.where),
                                                    ": the actor \"", ToAbsl(name()),
                                                    "\" is destroyed"));
}

absl::Status Actor::AdoptComponent(std::unique_ptr<Component> component, ObjectCard card) {
  Component& added = *component;
  added.owner_ = this;
  components_.push_back(std::move(component));
  if (world() != nullptr) return world()->objects_->EnterComponent(added, std::move(card));
  record()->waiting_.emplace_back([&added, card = std::move(card)]() mutable {
    World& in = *added.owner()->world();
    in.Report(in.objects_->RegisterComponent(added, std::move(card)));
  });
  return absl::OkStatus();
}

void Actor::ReportToWorld(const absl::Status& status) const {
  if (World* const in = world()) in->Report(status);
}

}  // namespace tickgraph
