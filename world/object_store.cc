#include "tickgraph/world/object_store.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/world/render/guarded_call.h"
#include "tickgraph/world/structure_change.h"

namespace tickgraph {

ObjectStore::ObjectStore(World& world, TickScheduler& scheduler, ErrorBox& errors)
    : world_(world), scheduler_(scheduler), errors_(errors) {}

ObjectStore::~ObjectStore() { DeleteAll(); }

absl::Status ObjectStore::EnterActor(std::unique_ptr<Actor> actor, ObjectCard card) {
  if (absl::Status status = Register(*actor, *actor, std::move(card)); !status.ok()) return status;
  Actor& entered = *actor.release();
  Link(entered);
  DoWaiting(entered);
  // By index: a component that begins to play may add more of them.
  const auto& components = entered.components_;
  for (std::size_t i = 0; i < components.size(); ++i) DoWaiting(*components[i]);
  for (std::size_t i = 0; i < components.size(); ++i) BeginPlay(*components[i]);
  BeginPlay(entered);
  return absl::OkStatus();
}

absl::Status ObjectStore::EnterComponent(Component& component, ObjectCard card) {
  if (absl::Status status = RegisterComponent(component, std::move(card)); !status.ok()) {
    return status;
  }
  DoWaiting(component);
  BeginPlay(component);
  return absl::OkStatus();
}

absl::Status ObjectStore::RegisterComponent(Component& component, ObjectCard card) {
  absl::Status status = Register(component, *component.owner(), std::move(card));
  if (!status.ok()) DeleteComponent(component);
  return status;
}

void ObjectStore::DoWaiting(WorldObject& object) {
  auto waiting = std::exchange(object.record_->waiting_, {});
  for (auto& call : waiting) std::move(call)();
}

absl::Status ObjectStore::Register(WorldObject& object, const Actor& actor, ObjectCard card) {
  ObjectRecord& record = *object.record_.operator->();
  record.name_ = std::move(card.name);
  record.owner_ = &actor;
  if (card.ticks() && !object.destroyed() && !actor.destroyed()) {
    card.function.name = record.name_;
    card.function.owner = &actor;
    absl::StatusOr<TickHandle> handle =
        scheduler_.TryRegister(std::move(card.function), card.where);
    if (!handle.ok()) return handle.status();
    record.tick_card_ = *handle;
    record.left_out_ = !*handle;
    if (*handle) record.cards_.push_back(*handle);
  }
  record.world_ = &world_;
  return absl::OkStatus();
}

void ObjectStore::BeginPlay(WorldObject& object) {
  if (object.destroyed() || std::exchange(object.record_->playing_, true)) return;
  errors_.Add(CallGuarded(absl::StrCat("OnBeginPlay of \"", object.record_->name_, "\""),
                          [&object] { object.OnBeginPlay(); }));
}

void ObjectStore::MarkCards(WorldObject& object) {
  object.record_->destroyed_.store(true, std::memory_order_release);
  for (const TickHandle card : object.record_->cards_) scheduler_.Unregister(card);
  object.record_->cards_.clear();
  object.record_->tick_card_ = {};
}

void ObjectStore::MarkDestroyed(WorldObject& object) {
  if (object.destroyed()) return;
  MarkCards(object);
  if (const auto* actor = dynamic_cast<Actor*>(&object)) {
    for (const auto& component : actor->components_) {
      if (!component->destroyed()) MarkCards(*component);
    }
  }
  deletion_queue_.emplace_back(object);
}

std::size_t ObjectStore::RunDeletionQueue() {
  const StructureChange change(&world_);
  std::size_t deleted = 0;
  for (std::size_t i = 0; i < deletion_queue_.size(); ++i) {
    // A component may be gone with its actor.
    if (WorldObject* object = deletion_queue_[i].get()) deleted += Delete(*object);
  }
  deletion_queue_.clear();
  return deleted;
}

std::size_t ObjectStore::DeleteAll() {
  const StructureChange change(&world_);
  std::size_t deleted = 0;
  while (last_ != nullptr) deleted += DeleteActor(*last_);
  deletion_queue_.clear();
  return deleted;
}

std::size_t ObjectStore::Delete(WorldObject& object) {
  if (auto* actor = dynamic_cast<Actor*>(&object)) return DeleteActor(*actor);
  DeleteComponent(static_cast<Component&>(object));
  return 1;
}

void ObjectStore::Leave(WorldObject& object) {
  if (!object.destroyed()) MarkCards(object);
  if (object.record_->world_ != nullptr) {
    errors_.Add(CallGuarded(absl::StrCat("OnLeaveWorld of \"", object.record_->name_, "\""),
                            [&object] { object.OnLeaveWorld(); }));
  }
  object.record_->MarkGone();
  object.record_->world_ = nullptr;
}

std::size_t ObjectStore::DeleteActor(Actor& actor) {
  std::size_t deleted = 1;
  if (!actor.destroyed()) MarkCards(actor);
  while (!actor.components_.empty()) {
    const std::unique_ptr<Component> component = std::move(actor.components_.back());
    actor.components_.pop_back();
    Leave(*component);
    ++deleted;
  }
  Leave(actor);
  Unlink(actor);
  delete &actor;
  return deleted;
}

void ObjectStore::DeleteComponent(Component& component) {
  Leave(component);
  auto& siblings = component.owner()->components_;
  const auto found = std::find_if(siblings.begin(), siblings.end(),
                                  [&](const auto& sibling) { return sibling.get() == &component; });
  // Out of the list first: its destructor may look at the list.
  const std::unique_ptr<Component> removed = std::move(*found);
  siblings.erase(found);
}

void ObjectStore::Link(Actor& actor) {
  actor.previous_ = last_;
  (last_ == nullptr ? first_ : last_->next_) = &actor;
  last_ = &actor;
  ++actor_count_;
}

void ObjectStore::Unlink(Actor& actor) {
  (actor.previous_ == nullptr ? first_ : actor.previous_->next_) = actor.next_;
  (actor.next_ == nullptr ? last_ : actor.next_->previous_) = actor.previous_;
  --actor_count_;
}

}  // namespace tickgraph
