#include "tickgraph/world/world_object.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/world/object_order.h"
#include "tickgraph/world/object_store.h"
#include "tickgraph/world/world.h"

namespace tickgraph {

namespace {

bool IsNamed(const TickScheduler& scheduler, TickHandle card, std::string_view name) {
  const absl::StatusOr<CardInfo> info = scheduler.Describe(card);
  return info.ok() && info->name == name;
}

}  // namespace

WorldObject::WorldObject() : record_(new ObjectRecord) {}

WorldObject::~WorldObject() {
  record_->MarkGone();
  // They hold references to the record that holds them.
  record_->waiting_.clear();
  record_->order_.reset();
}

void WorldObject::Tick(const TickContext& /*context*/) {}

void WorldObject::DoWhereChangesAreAllowed(absl::AnyInvocable<void(WorldObject&)> call) {
  auto guarded = [self = Ref<WorldObject>(*this), call = std::move(call)]() mutable {
    if (WorldObject* object = self.get()) call(*object);
  };
  if (World* const world = record_->world_) {
    world->frame_scheduler().Call(std::move(guarded));
  } else {
    record_->waiting_.emplace_back(std::move(guarded));
  }
}

// ---- Order --------------------------------------------------------------------------------------

void WorldObject::TickAfter(const WorldObject& other, SourceLocation where) {
  TickAfterObject(Ref<const WorldObject>(other), {}, where);
}

void WorldObject::TickAfter(const WorldObject& other, std::string_view card_name,
                            SourceLocation where) {
  TickAfterObject(Ref<const WorldObject>(other), card_name, where);
}

void WorldObject::TickAfter(TickHandle prerequisite, SourceLocation where) {
  DoWhereChangesAreAllowed([prerequisite, where](WorldObject& self) {
    self.world()->Report(self.AddObjectPrerequisite({.card = prerequisite, .where = where}));
  });
}

absl::Status WorldObject::TryTickAfter(const WorldObject& other, SourceLocation where) {
  return TryTickAfterObject(Ref<const WorldObject>(other), {}, where);
}

absl::Status WorldObject::TryTickAfter(const WorldObject& other, std::string_view card_name,
                                       SourceLocation where) {
  return TryTickAfterObject(Ref<const WorldObject>(other), card_name, where);
}

absl::Status WorldObject::TryTickAfter(TickHandle prerequisite, SourceLocation where) {
  if (absl::Status status = CheckChange("TryTickAfter", where); !status.ok()) return status;
  return AddObjectPrerequisite({.card = prerequisite, .where = where});
}

void WorldObject::TickAfterObject(Ref<const WorldObject> other, std::string_view card_name,
                                  SourceLocation where) {
  DoWhereChangesAreAllowed([prerequisite = ObjectPrerequisite{.object = std::move(other),
                                                              .card_name = std::string(card_name),
                                                              .where = where}](WorldObject& self) {
    self.world()->Report(self.AddObjectPrerequisite(prerequisite));
  });
}

absl::Status WorldObject::TryTickAfterObject(Ref<const WorldObject> other,
                                             std::string_view card_name, SourceLocation where) {
  if (absl::Status status = CheckChange("TryTickAfter", where); !status.ok()) return status;
  return AddObjectPrerequisite(
      {.object = std::move(other), .card_name = std::string(card_name), .where = where});
}

absl::Status WorldObject::CheckChange(const char* function, SourceLocation where) const {
  // The thread first: everything else belongs to the game thread.
  World* const in = world();
  if (in != nullptr) {
    if (absl::Status status = in->CheckStructureCall(function, record_->name_, where);
        !status.ok()) {
      return status;
    }
  }
  if (in != nullptr && !destroyed()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(function, " at ", ToString(where), ": \"",
                                                    record_->name_, "\" is not in a world"));
}

absl::Status WorldObject::CheckHasCards(const std::string& prerequisite,
                                        SourceLocation where) const {
  if (!cards().empty() || destroyed() || record_->left_out_) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("TickAfter at ", ToString(where), ": \"", record_->name_,
                   "\" has no card and cannot wait for ", prerequisite,
                   ": override Tick, or make the call on the object that ticks"));
}

absl::Status WorldObject::CheckObjectPrerequisite(const ObjectPrerequisite& prerequisite) const {
  const std::string other_name = absl::StrCat("\"", prerequisite.object.name(), "\"");
  const std::string here = absl::StrCat("TickAfter at ", ToString(prerequisite.where), ": ");
  if (absl::Status status = CheckHasCards(other_name, prerequisite.where); !status.ok()) {
    return status;
  }
  const WorldObject* const other = prerequisite.object.get();
  if (other == nullptr) {
    return absl::NotFoundError(absl::StrCat(here, "\"", record_->name_, "\" cannot wait for ",
                                            other_name, ", which is gone"));
  }
  if (other->world() != world() && !other->destroyed()) {
    return absl::InvalidArgumentError(
        absl::StrCat(here, "\"", record_->name_, "\" and ", other_name,
                     " are not in the same world, and order ends at a world's border"));
  }
  if (prerequisite.card_name.empty() || other->destroyed() || other->record_->left_out_) {
    return absl::OkStatus();
  }
  const TickScheduler& scheduler = world()->frame_scheduler();
  for (const TickHandle card : other->cards()) {
    if (IsNamed(scheduler, card, prerequisite.card_name)) return absl::OkStatus();
  }
  return absl::NotFoundError(absl::StrCat(here, other_name, " has no card named \"",
                                          prerequisite.card_name,
                                          "\"; the card of its Tick has the object's name"));
}

absl::Status WorldObject::CheckCardPrerequisite(const ObjectPrerequisite& prerequisite) const {
  absl::Status status = CheckHasCards("a card", prerequisite.where);
  if (!status.ok() || destroyed() || world()->frame_scheduler().IsRegistered(prerequisite.card)) {
    return status;
  }
  return absl::NotFoundError(absl::StrCat(
      "TickAfter at ", ToString(prerequisite.where), ": \"", record_->name_,
      "\" cannot wait for a card that is not one of the world's frame scheduler, or unregistered"));
}

absl::Status WorldObject::AddObjectPrerequisite(const ObjectPrerequisite& prerequisite) {
  const WorldObject* const other = prerequisite.object.get();
  const bool is_card = static_cast<bool>(prerequisite.card);
  if (absl::Status status =
          is_card ? CheckCardPrerequisite(prerequisite) : CheckObjectPrerequisite(prerequisite);
      !status.ok()) {
    return status;
  }
  if (destroyed() || (other != nullptr && other->destroyed())) return absl::OkStatus();
  AddEdgesFor(prerequisite, cards(),
              other != nullptr ? other->cards() : std::span(&prerequisite.card, 1));
  if (record_->order_ == nullptr) record_->order_ = std::make_unique<ObjectOrder>();
  if (record_->order_->Add(prerequisite) && other != nullptr) {
    std::unique_ptr<ObjectOrder>& theirs = other->record_->order_;
    if (theirs == nullptr) theirs = std::make_unique<ObjectOrder>();
    theirs->AddDependent(Ref<WorldObject>(*this));
  }
  return absl::OkStatus();
}

void WorldObject::AddEdgesFor(const ObjectPrerequisite& prerequisite,
                              std::span<const TickHandle> waiting,
                              std::span<const TickHandle> waited_for) const {
  TickScheduler& scheduler = world()->frame_scheduler();
  for (const TickHandle before : waited_for) {
    const std::string& name = prerequisite.card_name;
    if (!name.empty() && !IsNamed(scheduler, before, name)) continue;
    for (const TickHandle card : waiting) {
      scheduler.AddPrerequisite(card, before, prerequisite.where);
    }
  }
}

void WorldObject::OrderAddedCard(TickHandle added) const {
  const ObjectOrder* const order = record_->order_.get();
  if (order == nullptr) return;
  const std::span<const TickHandle> only(&added, 1);
  for (const ObjectPrerequisite& kept : order->prerequisites()) {
    const WorldObject* const other = kept.object.get();
    if (other != nullptr) {
      AddEdgesFor(kept, only, other->cards());
    } else if (world()->frame_scheduler().IsRegistered(kept.card)) {
      AddEdgesFor(kept, only, std::span(&kept.card, 1));
    }
  }
  for (const Ref<WorldObject>& dependent : order->dependents()) {
    const WorldObject* const waiting = dependent.get();
    if (waiting == nullptr || waiting->record_->order_ == nullptr) continue;
    for (const ObjectPrerequisite& kept : waiting->record_->order_->prerequisites()) {
      if (kept.object.get() == this) AddEdgesFor(kept, waiting->cards(), only);
    }
  }
}

// ---- Cards --------------------------------------------------------------------------------------

void WorldObject::SetTickEnabled(bool enabled, SourceLocation where) {
  DoWhereChangesAreAllowed([enabled, where](WorldObject& self) {
    self.world()->Report(self.SetEnabledOfCards("SetTickEnabled", enabled, where));
  });
}

absl::Status WorldObject::TrySetTickEnabled(bool enabled, SourceLocation where) {
  static constexpr const char* kFunction = "TrySetTickEnabled";
  if (absl::Status status = CheckChange(kFunction, where); !status.ok()) return status;
  return SetEnabledOfCards(kFunction, enabled, where);
}

absl::Status WorldObject::SetEnabledOfCards(const char* function, bool enabled,
                                            SourceLocation where) const {
  TickScheduler& scheduler = world()->frame_scheduler();
  absl::Status status;
  for (const TickHandle card : cards()) {
    if (scheduler.IsRegistered(card)) {
      scheduler.SetEnabled(card, enabled, where);
    } else {
      status =
          absl::NotFoundError(absl::StrCat(function, " at ", ToString(where), ": a card of \"",
                                           record_->name_, "\" was taken out of the scheduler"));
    }
  }
  return status;
}

absl::StatusOr<TickHandle> WorldObject::AddCard(TickFunction card, SourceLocation where) {
  if (absl::Status status = CheckChange("AddCard", where); !status.ok()) return status;
  if (card.owner == nullptr) card.owner = record_->owner_;
  absl::StatusOr<TickHandle> handle =
      world()->frame_scheduler().TryRegister(std::move(card), where);
  if (handle.ok() && *handle) {
    record_->cards_.push_back(*handle);
    OrderAddedCard(*handle);
  }
  return handle;
}

void WorldObject::Destroy() {
  DoWhereChangesAreAllowed([](WorldObject& self) { self.world()->objects_->MarkDestroyed(self); });
}

}  // namespace tickgraph
