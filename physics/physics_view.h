#ifndef TICKGRAPH_PHYSICS_PHYSICS_VIEW_H_
#define TICKGRAPH_PHYSICS_PHYSICS_VIEW_H_

#include <chrono>
#include <cstdint>
#include <span>
#include <utility>

#include "absl/status/statusor.h"
#include "tickgraph/physics/body_handle.h"
#include "tickgraph/physics/body_state.h"
#include "tickgraph/physics/snapshot_pool.h"

namespace tickgraph {

/// One published state of a whole scene, kept for as long as somebody looks at it.
///
/// Taken once at the start of a card, it shows the same state to the end of that card, however many
/// steps are published meanwhile; taken again it shows the newest state.
///
///   const PhysicsView view = scene.View();
///   for (const BodyState& state : view.bodies()) Draw(state);
///   if (const BodyState* state = view.Find(body)) Aim(state->position);
///
/// Rules: all bodies of a view are after the same number of steps (PH-2). A view is a counted
/// reference: copying costs one atomic addition and no copy of the bodies. Views of one scene may
/// be used on different threads; one view object belongs to one thread at a time. A view may
/// outlive its scene. Keep views for a frame or two, not for ever: each kept one holds its memory.
class PhysicsView {
 public:
  /// A view of an empty scene before its first step.
  PhysicsView() = default;
  PhysicsView(const PhysicsView& other);
  PhysicsView(PhysicsView&& other) noexcept : snapshot_(std::exchange(other.snapshot_, nullptr)) {}
  PhysicsView& operator=(PhysicsView other) noexcept {
    std::swap(snapshot_, other.snapshot_);
    return *this;
  }
  ~PhysicsView();

  /// The bodies in the order in which they came into the scene, except that the last one takes the
  /// place of one that is destroyed. Any thread.
  std::span<const BodyState> bodies() const;

  /// The state of `body`, or null where the view has no such body: not yet added, or destroyed. The
  /// pointer lives as long as the view. Any thread.
  const BodyState* Find(BodyHandle body) const;

  /// As Find; NotFound where the view has no such body. Any thread.
  absl::StatusOr<BodyState> State(BodyHandle body) const;

  /// How often the scene had published when this state became visible: 0 before the first time. Any
  /// thread.
  std::int64_t version() const;

  /// How many engine steps led to this state. Any thread.
  std::int64_t steps() const;

  /// Simulated time that led to this state. Any thread.
  std::chrono::nanoseconds simulated_time() const;

  /// A number that is equal for bit-equal body states in the same order: positions, rotations,
  /// velocities and user data, not handles. Any thread. O(bodies). FNV-1a, 64 bits, by 64-bit words
  /// with a final mix.
  std::uint64_t StateHash() const;

 private:
  friend class PhysicsScene;
  explicit PhysicsView(PhysicsSnapshot* acquired) : snapshot_(acquired) {}

  PhysicsSnapshot* snapshot_ = nullptr;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_PHYSICS_VIEW_H_
