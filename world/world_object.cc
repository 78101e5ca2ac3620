#include "tickgraph/world/world_object.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/world/object_store.h"
#include "tickgraph/world/world.h"

namespace tickgraph {

WorldObject::WorldObject() : record_(new ObjectRecord) {}

WorldObject::~WorldObject() {
  record_->MarkGone();
  // They hold references to the record that holds them.
  record_->waiting_.clear();
}

void WorldObject::Tick(const TickContext& /*context*/) {}

void WorldObject::Act(absl::AnyInvocable<void(WorldObject&)> call) {
  auto guarded = [self = Ref<WorldObject>(*this), call = std::move(call)]() mutable {
    if (WorldObject* object = self.get()) call(*object);
  };
  if (World* const world = record_->world_) {
    world->frame_scheduler().Call(std::move(guarded));
  } else {
    record_->waiting_.emplace_back(std::move(guarded));
  }
}

void WorldObject::TickAfter(const WorldObject& other, SourceLocation where) {
  TickAfterObject(Ref<const WorldObject>(other), where);
}

void WorldObject::TickAfterObject(Ref<const WorldObject> other, SourceLocation where) {
  Act([other = std::move(other), where](WorldObject& self) {
    if (const absl::Status status = self.AddPrerequisites(other, where); !status.ok()) {
      self.world()->Report(status);
    }
  });
}

absl::Status WorldObject::TryTickAfterObject(const Ref<const WorldObject>& other,
                                             SourceLocation where) {
  if (world() == nullptr || destroyed()) {
    return absl::FailedPreconditionError(absl::StrCat("TickAfter at ", ToString(where), ": \"",
                                                      record_->name_, "\" is not in a world"));
  }
  absl::Status status = world()->CheckStructureCall("TryTickAfter", record_->name_, where);
  if (status.ok()) status = AddPrerequisites(other, where);
  return status;
}

absl::Status WorldObject::CheckCards(const std::string& prerequisite, SourceLocation where) const {
  if (!cards().empty() || destroyed() || record_->left_out_) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("TickAfter at ", ToString(where), ": \"", record_->name_,
                   "\" has no card and cannot wait for ", prerequisite,
                   ": override Tick, or make the call on the object that ticks"));
}

absl::Status WorldObject::AddPrerequisites(const Ref<const WorldObject>& other,
                                           SourceLocation where) {
  const std::string other_name = absl::StrCat("\"", other.name(), "\"");
  if (absl::Status status = CheckCards(other_name, where); !status.ok()) return status;
  const WorldObject* const prerequisite = other.get();
  if (prerequisite == nullptr) {
    return absl::NotFoundError(absl::StrCat("TickAfter at ", ToString(where), ": \"",
                                            record_->name_, "\" cannot wait for ", other_name,
                                            ", which is gone"));
  }
  if (prerequisite->world() != world() && !prerequisite->destroyed()) {
    return absl::InvalidArgumentError(
        absl::StrCat("TickAfter at ", ToString(where), ": \"", record_->name_, "\" and ",
                     other_name, " are not in the same world, and order ends at a world's border"));
  }
  TickScheduler& scheduler = world()->frame_scheduler();
  for (const TickHandle card : cards()) {
    for (const TickHandle before : prerequisite->cards()) {
      scheduler.AddPrerequisite(card, before, where);
    }
  }
  return absl::OkStatus();
}

void WorldObject::TickAfter(TickHandle prerequisite, SourceLocation where) {
  Act([prerequisite, where](WorldObject& self) {
    self.world()->Report(self.CheckCards("a card", where));
    for (const TickHandle card : self.cards()) {
      self.world()->frame_scheduler().AddPrerequisite(card, prerequisite, where);
    }
  });
}

void WorldObject::SetTickEnabled(bool enabled, SourceLocation where) {
  Act([enabled, where](WorldObject& self) {
    for (const TickHandle card : self.cards()) {
      self.world()->frame_scheduler().SetEnabled(card, enabled, where);
    }
  });
}

absl::StatusOr<TickHandle> WorldObject::AddCard(TickFunction card, SourceLocation where) {
  if (world() == nullptr || destroyed()) {
    return absl::FailedPreconditionError(absl::StrCat("AddCard at ", ToString(where), ": \"",
                                                      record_->name_, "\" is not in a world"));
  }
  if (absl::Status status = world()->CheckStructureCall("AddCard", record_->name_, where);
      !status.ok()) {
    return status;
  }
  if (card.owner == nullptr) card.owner = record_->owner_;
  absl::StatusOr<TickHandle> handle =
      world()->frame_scheduler().TryRegister(std::move(card), where);
  if (handle.ok() && *handle) record_->cards_.push_back(*handle);
  return handle;
}

void WorldObject::Destroy() {
  Act([](WorldObject& self) { self.world()->objects_->MarkDestroyed(self); });
}

}  // namespace tickgraph
