#include "tickgraph/physics/physics_view.h"

#include <bit>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace tickgraph {
namespace {

class StateHasher {
 public:
  void Add(std::uint64_t word) {
    hash_ ^= word;
    hash_ *= 0x100000001b3u;
    hash_ ^= hash_ >> 32;
  }
  void Add(double number) { Add(std::bit_cast<std::uint64_t>(number)); }
  void Add(const Vector3& vector) {
    Add(vector.x);
    Add(vector.y);
    Add(vector.z);
  }
  void Add(const Quaternion& rotation) {
    Add(rotation.x);
    Add(rotation.y);
    Add(rotation.z);
    Add(rotation.w);
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace

PhysicsView::PhysicsView(const PhysicsView& other) : snapshot_(other.snapshot_) {
  if (snapshot_ != nullptr) snapshot_->references.fetch_add(1);
}

PhysicsView::~PhysicsView() {
  if (snapshot_ != nullptr) SnapshotPool::Release(snapshot_);
}

std::span<const BodyState> PhysicsView::bodies() const {
  if (snapshot_ == nullptr) return {};
  return snapshot_->bodies;
}

const BodyState* PhysicsView::Find(BodyHandle body) const {
  if (snapshot_ == nullptr || body.slot >= snapshot_->index_of_slot.size()) return nullptr;
  const std::uint32_t index = snapshot_->index_of_slot[body.slot];
  if (index == PhysicsSnapshot::kNoBody) return nullptr;
  const BodyState& state = snapshot_->bodies[index];
  return state.body == body ? &state : nullptr;
}

absl::StatusOr<BodyState> PhysicsView::State(BodyHandle body) const {
  if (const BodyState* state = Find(body)) return *state;
  return absl::NotFoundError(absl::StrCat(
      "no body ", body.slot, ":", body.generation, " in the physics state published as version ",
      version(), "; it was destroyed, or its AddBody acts at the next physics start"));
}

std::int64_t PhysicsView::version() const { return snapshot_ == nullptr ? 0 : snapshot_->version; }

std::int64_t PhysicsView::steps() const { return snapshot_ == nullptr ? 0 : snapshot_->steps; }

std::chrono::nanoseconds PhysicsView::simulated_time() const {
  return snapshot_ == nullptr ? std::chrono::nanoseconds(0) : snapshot_->simulated_time;
}

std::uint64_t PhysicsView::StateHash() const {
  StateHasher hasher;
  hasher.Add(static_cast<std::uint64_t>(bodies().size()));
  for (const BodyState& state : bodies()) {
    hasher.Add(state.user_data);
    hasher.Add(state.position);
    hasher.Add(state.rotation);
    hasher.Add(state.linear_velocity);
    hasher.Add(state.angular_velocity);
  }
  return hasher.hash();
}

}  // namespace tickgraph
