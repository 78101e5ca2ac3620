#include "tickgraph/physics/physics_scene.h"

#include <exception>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"

namespace tickgraph {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

BodyHandle BodyOf(const PhysicsCommand& command) {
  return std::visit([](const auto& each) { return each.body; }, command);
}

const char* NameOf(const PhysicsCommand& command) {
  static constexpr const char* kNames[] = {
      "AddBodyCommand",  "DestroyBodyCommand", "ImpulseCommand",        "ForceCommand",
      "TeleportCommand", "VelocityCommand",    "KinematicTargetCommand"};
  static_assert(std::size(kNames) == std::variant_size_v<PhysicsCommand>);
  return kNames[command.index()];
}

struct ArgumentCheck {
  absl::Status operator()(const AddBodyCommand& add) const { return Validate(add.definition); }
  absl::Status operator()(const DestroyBodyCommand&) const { return absl::OkStatus(); }
  absl::Status operator()(const ImpulseCommand& impulse) const {
    return Finite(impulse.impulse, impulse.offset);
  }
  absl::Status operator()(const ForceCommand& force) const {
    return Finite(force.force, force.offset);
  }
  absl::Status operator()(const TeleportCommand& teleport) const {
    return Placement(teleport.position, teleport.rotation);
  }
  absl::Status operator()(const VelocityCommand& velocity) const {
    return Finite(velocity.linear, velocity.angular);
  }
  absl::Status operator()(const KinematicTargetCommand& target) const {
    return Placement(target.position, target.rotation);
  }

  static absl::Status Finite(const Vector3& a, const Vector3& b) {
    if (IsFinite(a) && IsFinite(b)) return absl::OkStatus();
    return absl::InvalidArgumentError("a coordinate is not finite; give finite numbers");
  }
  static absl::Status Placement(const Vector3& position, const Quaternion& rotation) {
    if (!IsFinite(position)) return Finite(position, position);
    if (IsRotation(rotation)) return absl::OkStatus();
    return absl::InvalidArgumentError("rotation is not of length 1; normalise the quaternion");
  }
};

absl::Status Explain(const PhysicsCommand& command, const absl::Status& status) {
  const BodyHandle body = BodyOf(command);
  return absl::Status(status.code(), absl::StrCat(NameOf(command), " for body ", body.slot, ":",
                                                  body.generation, ": ", status.message()));
}

// The text of the exception being handled.
std::string CurrentExceptionText() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "something that is no std::exception";
  }
}

}  // namespace

absl::StatusOr<BodyHandle> PhysicsScene::AddBody(const BodyDefinition& definition) {
  if (absl::Status status = Validate(definition); !status.ok()) return status;
  const std::lock_guard lock(queue_mutex_);
  const BodyHandle body = table_.Reserve();
  queue_.push_back(AddBodyCommand{body, definition});
  return body;
}

BodyHandle PhysicsScene::ReserveBody() {
  const std::lock_guard lock(queue_mutex_);
  return table_.Reserve();
}

absl::Status PhysicsScene::Queue(const PhysicsCommand& command) {
  const std::lock_guard lock(queue_mutex_);
  if (absl::Status status = CheckLocked(command); !status.ok()) return status;
  queue_.push_back(command);
  return absl::OkStatus();
}

absl::Status PhysicsScene::Check(const PhysicsCommand& command) const {
  const std::lock_guard lock(queue_mutex_);
  return CheckLocked(command);
}

absl::Status PhysicsScene::CheckLocked(const PhysicsCommand& command) const {
  if (absl::Status status = std::visit(ArgumentCheck{}, command); !status.ok()) {
    return Explain(command, status);
  }
  if (table_.IsKnown(BodyOf(command))) return absl::OkStatus();
  return Explain(command, absl::NotFoundError("the body is destroyed or never was; drop the "
                                              "handle when the body goes"));
}

absl::Status PhysicsScene::EnterPhase(Phase from, Phase to, const char* function,
                                      const char* missing) {
  Phase expected = from;
  if (phase_.compare_exchange_strong(expected, to)) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("PhysicsScene::", function, " without ", missing,
                   " before it; each frame is Prepare, Step, Publish"));
}

absl::Status PhysicsScene::Prepare(const PhysicsStep& step) {
  if (absl::Status status =
          EnterPhase(Phase::kPublished, Phase::kPreparing, "Prepare", "Publish of the last frame");
      !status.ok()) {
    return status;
  }
  step_ = step;
  absl::Status first_error;
  {
    // Held while commands act, because handles go stale here and any thread may be queueing.
    const std::lock_guard lock(queue_mutex_);
    std::swap(queue_, acting_);
    for (const PhysicsCommand& command : acting_) {
      const absl::Status status = Apply(command, step);
      ++(status.ok() ? statistics_.commands_applied : statistics_.commands_skipped);
      if (!status.ok() && first_error.ok()) first_error = Explain(command, status);
    }
    acting_.clear();
  }
  phase_.store(Phase::kPrepared);
  return first_error;
}

absl::Status PhysicsScene::Apply(const PhysicsCommand& command, const PhysicsStep& step) {
  if (const auto* add = std::get_if<AddBodyCommand>(&command)) {
    const std::size_t index = table_.records().size();
    if (!table_.Add(add->body, add->definition)) {
      return absl::AlreadyExistsError("the handle was used before; reserve a new one");
    }
    AddBodyToEngine(index, add->definition);
    return absl::OkStatus();
  }
  const std::uint32_t index = table_.Find(BodyOf(command));
  if (std::holds_alternative<DestroyBodyCommand>(command) && index == BodyTable::kNoIndex &&
      table_.IsKnown(BodyOf(command))) {
    table_.Cancel(BodyOf(command));
    return absl::OkStatus();
  }
  if (index == BodyTable::kNoIndex) {
    return absl::NotFoundError(
        "the body is not in the scene: destroyed by an earlier command, or added by a later one");
  }
  const BodyKind kind = table_.records()[index].kind;
  const auto wrong_kind = [](const char* wanted) {
    return absl::FailedPreconditionError(absl::StrCat("the body is not ", wanted));
  };
  return std::visit(
      [&](const auto& each) -> absl::Status {
        using Command = std::decay_t<decltype(each)>;
        if constexpr (std::is_same_v<Command, DestroyBodyCommand>) {
          RemoveBodyFromEngine(index);
          table_.Remove(index);
        } else if constexpr (std::is_same_v<Command, TeleportCommand>) {
          Teleport(index, each);
        } else if constexpr (std::is_same_v<Command, KinematicTargetCommand>) {
          if (kind != BodyKind::kKinematic) return wrong_kind("kinematic; teleport it instead");
          SetKinematicTarget(index, each);
        } else if constexpr (!std::is_same_v<Command, AddBodyCommand>) {
          if (kind != BodyKind::kDynamic) return wrong_kind("dynamic; it cannot be pushed");
          if constexpr (std::is_same_v<Command, ImpulseCommand>) ApplyImpulse(index, each);
          if constexpr (std::is_same_v<Command, VelocityCommand>) SetVelocity(index, each);
          if constexpr (std::is_same_v<Command, ForceCommand>) {
            if (step.count > 0) ApplyForce(index, each);
          }
        }
        return absl::OkStatus();
      },
      command);
}

absl::Status PhysicsScene::Step() {
  if (absl::Status status = EnterPhase(Phase::kPrepared, Phase::kStepping, "Step", "Prepare");
      !status.ok()) {
    return status;
  }
  step_status_ = absl::OkStatus();
  pending_ = nullptr;
  try {
    for (int i = 0; i < step_.count; ++i) {
      StepEngine(static_cast<double>(step_.delta.count()) * 1e-9);
      ++steps_;
      simulated_time_ += step_.delta;
    }
    contacts_.clear();
    ReadContacts(contacts_);
    tracker_.Update(contacts_, table_.records());
    FillSnapshot();
  } catch (...) {
    pending_ = nullptr;
    ++statistics_.steps_failed;
    step_status_ = absl::InternalError(absl::StrCat(
        "the physics step threw: ", CurrentExceptionText(), "; the state before it stays visible"));
  }
  phase_.store(Phase::kStepped);
  return step_status_;
}

void PhysicsScene::FillSnapshot() {
  PhysicsSnapshot* const snapshot = snapshots_.TakeSpare();
  const std::span<const BodyRecord> records = table_.records();
  snapshot->bodies.resize(records.size());
  snapshot->index_of_slot.assign(snapshot->index_of_slot.size(), PhysicsSnapshot::kNoBody);
  for (std::size_t i = 0; i < records.size(); ++i) {
    BodyState& state = snapshot->bodies[i];
    state.body = records[i].body;
    state.user_data = records[i].user_data;
    state.kind = records[i].kind;
    if (state.body.slot >= snapshot->index_of_slot.size()) {
      snapshot->index_of_slot.resize(state.body.slot + std::size_t{1}, PhysicsSnapshot::kNoBody);
    }
    snapshot->index_of_slot[state.body.slot] = static_cast<std::uint32_t>(i);
  }
  ReadStates(snapshot->bodies);
  snapshot->steps = steps_;
  snapshot->simulated_time = simulated_time_;
  pending_ = snapshot;
}

absl::Status PhysicsScene::Publish() {
  if (absl::Status status = EnterPhase(Phase::kStepped, Phase::kPublishing, "Publish", "Step");
      !status.ok()) {
    return status;
  }
  absl::Status status = step_status_;
  if (pending_ != nullptr) {
    RefreshQueriesAndPublish();
    status = DeliverContacts();
  }
  phase_.store(Phase::kPublished);
  return status;
}

void PhysicsScene::RefreshQueriesAndPublish() {
  const auto start = std::chrono::steady_clock::now();
  {
    const std::lock_guard entry(query_entry_);
    const std::unique_lock lock(query_mutex_);
    RefreshQueries(pending_->bodies);
    pending_->version = ++version_;
    snapshots_.Publish(pending_);
  }
  pending_ = nullptr;
  statistics_.query_refresh =
      std::chrono::duration_cast<Nanoseconds>(std::chrono::steady_clock::now() - start);
}

absl::Status PhysicsScene::DeliverContacts() {
  absl::Status first_error;
  for (const ContactEvent& event : tracker_.events()) {
    // By index: a listener may add listeners.
    for (std::size_t i = 0; i < listeners_.size(); ++i) {
      Listener& listener = *listeners_[i];
      if (listener.is_removed) continue;
      try {
        listener.call(event);
      } catch (...) {
        ++statistics_.listener_exceptions;
        if (first_error.ok()) {
          first_error = absl::InternalError(
              absl::StrCat("contact listener ", listener.id, " threw: ", CurrentExceptionText()));
        }
      }
    }
  }
  std::erase_if(listeners_, [](const auto& listener) { return listener->is_removed; });
  return first_error;
}

absl::StatusOr<std::optional<RayHit>> PhysicsScene::CastRay(const RayCast& ray) const {
  if (!IsFinite(ray.from) || !IsFinite(ray.to)) {
    return absl::InvalidArgumentError("RayCast has a coordinate that is not finite");
  }
  std::shared_lock<std::shared_mutex> lock;
  {
    const std::lock_guard entry(query_entry_);
    lock = std::shared_lock(query_mutex_);
  }
  // Taken under the lock: the view and what rays look at are of one publish.
  const PhysicsView view = View();
  const std::span<const BodyState> bodies = view.bodies();
  const BodyState* const ignored = view.Find(ray.ignored);
  const std::size_t ignored_index =
      ignored == nullptr ? bodies.size() : static_cast<std::size_t>(ignored - bodies.data());
  std::size_t index = 0;
  RayHit hit;
  absl::StatusOr<bool> found = CastRayInEngine(ray, ignored_index, index, hit);
  if (!found.ok()) return found.status();
  if (!*found) return std::optional<RayHit>();
  hit.body = bodies[index].body;
  hit.user_data = bodies[index].user_data;
  return std::optional<RayHit>(hit);
}

int PhysicsScene::AddContactListener(ContactListener listener) {
  listeners_.push_back(
      std::make_unique<Listener>(Listener{next_listener_, false, std::move(listener)}));
  return next_listener_++;
}

void PhysicsScene::RemoveContactListener(int listener) {
  for (const auto& each : listeners_) {
    if (each->id == listener) each->is_removed = true;
  }
}

void PhysicsScene::ReadContacts(std::vector<EngineContact>& /*contacts*/) const {}

void PhysicsScene::RefreshQueries(std::span<const BodyState> /*states*/) {}

absl::StatusOr<bool> PhysicsScene::CastRayInEngine(const RayCast& /*ray*/, std::size_t /*ignored*/,
                                                   std::size_t& /*index*/, RayHit& /*hit*/) const {
  return absl::UnimplementedError("this physics backend has no ray casts");
}

}  // namespace tickgraph
