#ifndef TICKGRAPH_TOOLS_ARENA_ACTORS_H_
#define TICKGRAPH_TOOLS_ARENA_ACTORS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tickgraph/physics/body_handle.h"
#include "tickgraph/world/actor.h"
#include "tickgraph/world/component.h"
#include "tickgraph/world/ref.h"
#include "tickgraph/world/render/camera_view.h"

namespace tickgraph {

/// Half the edge lengths of what stands in the arena, metres.
inline constexpr Vector3 kLeaderHalfExtents{0.30, 0.65, 0.30};
inline constexpr Vector3 kFollowerHalfExtents{0.16, 0.36, 0.16};
inline constexpr double kCrateHalfExtent = 0.38;

/// Walks on a ring around the middle of the arena and pushes the crates in its way: a kinematic
/// body goes where the leader goes. Moves before physics, on the game thread.
class Leader : public Actor {
 public:
  /// Radius of the ring in metres, where on it the leader starts, and radians a second.
  Leader(double ring, double angle, double turn_rate);
  void OnBeginPlay() override;
  void Tick(const TickContext& t) override;

 private:
  void Stand();

  double ring_;
  double angle_;
  double turn_rate_;
  double time_ = 0;
  BodyHandle body_;
};

/// Looks at the crates around its actor, on any thread, while physics steps: it sees the state that
/// was published last, and nothing of it changes while it looks. What it found counts in the
/// actor's next tick.
class Sensor : public Component {
 public:
  static TickDefaults Defaults() { return {.lane = Lane::kAnyThread}; }
  void Tick(const TickContext& t) override;

  /// Metres a second, away from the crates nearby.
  const Vector3& way_out() const { return way_out_; }

 private:
  Vector3 way_out_;
};

/// Keeps its place behind a leader. Ticks after the leader, so it sees where that one is now.
class Follower : public Actor {
 public:
  Follower(Ref<Leader> leader, const Vector3& place);
  void Tick(const TickContext& t) override;

  /// Gives the follower eyes.
  void AddSensor() { sensor_ = AddComponent<Sensor>({.name = "sensor"}); }

 private:
  Ref<Leader> leader_;
  Vector3 place_;  // in the leader's own space
  Ref<Sensor> sensor_;
};

/// Lifts a few crates in each frame and lets them rain down again, so that physics never rests.
class Fountain : public Actor {
 public:
  explicit Fountain(std::vector<BodyHandle> crates) : crates_(std::move(crates)) {}
  void Tick(const TickContext& t) override;

 private:
  std::vector<BodyHandle> crates_;
  std::size_t next_ = 0;
};

/// Looks at the arena over the shoulder of a leader. Ticks after physics, and after the leader.
class Camera : public Actor {
 public:
  explicit Camera(Ref<Leader> leader) : leader_(leader) {}
  static TickDefaults Defaults() { return {.start = TickGroup::kPostPhysics}; }
  void Tick(const TickContext& t) override;

  const CameraView& view() const { return view_; }

 private:
  Ref<Leader> leader_;
  CameraView view_;
  bool placed_ = false;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_ARENA_ACTORS_H_
