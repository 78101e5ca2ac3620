#include "tools/arena_actors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/world/world.h"
#include "tools/arena_random.h"

namespace tickgraph {
namespace {

// Metres, and metres a second.
constexpr double kSensorRange = 1.6;
constexpr double kFollowerSpeed = 6;
constexpr std::uint64_t kFramesBeforeRain = 90;
constexpr std::size_t kCratesPerFrame = 3;

std::array<float, 3> Floats(const Vector3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

// Lets a value approach another one at the same pace for every frame rate.
double Approach(double delta, double per_second) { return 1 - std::exp(-delta * per_second); }

}  // namespace

Leader::Leader(double ring, double angle, double turn_rate)
    : ring_(ring), angle_(angle), turn_rate_(turn_rate) {
  Stand();
}

void Leader::Stand() {
  const double radius = ring_ * (1 + 0.08 * std::sin(time_ * 0.7 + ring_));
  position = {radius * std::cos(angle_), kLeaderHalfExtents.y, radius * std::sin(angle_)};
  const double heading = turn_rate_ > 0 ? -angle_ : -angle_ + std::numbers::pi;
  rotation = RotationAbout({0, 1, 0}, heading);
}

void Leader::OnBeginPlay() {
  const auto body = world()->physics_stage()->AddBody({.half_extents = kLeaderHalfExtents,
                                                       .position = position,
                                                       .rotation = rotation,
                                                       .kind = BodyKind::kKinematic});
  if (body.ok()) body_ = *body;
  world()->Report(body.status());
}

void Leader::Tick(const TickContext& t) {
  const Vector3 before = position;
  time_ += t.delta;
  angle_ += turn_rate_ * t.delta;
  Stand();
  if (t.delta > 0) velocity = (position - before) * (1 / t.delta);
  world()->physics_stage()->Command(KinematicTargetCommand{body_, position, rotation});
}

void Sensor::Tick(const TickContext&) {
  const PhysicsView view = world()->physics()->View();
  const Vector3 here = owner()->position;
  Vector3 way_out;
  for (const BodyState& body : view.bodies()) {
    const double x = here.x - body.position.x;
    if (std::abs(x) > kSensorRange) continue;
    const double z = here.z - body.position.z;
    const double square = x * x + z * z;
    if (body.kind != BodyKind::kDynamic || square > kSensorRange * kSensorRange ||
        body.position.y > 2) {
      continue;
    }
    const double distance = std::max(std::sqrt(square), 0.05);
    const double strength = (kSensorRange - distance) / distance;
    way_out += Vector3{x * strength, 0, z * strength};
  }
  const double length = Length(way_out);
  way_out_ = length > 1 ? way_out * (1 / length) : way_out;
}

Follower::Follower(Ref<Leader> leader, const Vector3& place) : leader_(leader), place_(place) {
  position = Apply(leader_->transform(), place_);
  position.y = kFollowerHalfExtents.y;
  TickAfter(leader_);
}

void Follower::Tick(const TickContext& t) {
  const Vector3 target = Apply(leader_->transform(), place_);
  Vector3 wanted = (target - position) * 2.5 + leader_->velocity;
  if (sensor_) wanted += sensor_->way_out() * kFollowerSpeed;
  wanted.y = 0;
  const double speed = Length(wanted);
  if (speed > kFollowerSpeed) wanted *= kFollowerSpeed / speed;
  velocity += (wanted - velocity) * Approach(t.delta, 6);
  position += velocity * t.delta;
  if (speed > 0.2) rotation = RotationAbout({0, 1, 0}, std::atan2(velocity.x, velocity.z));
}

void Fountain::Tick(const TickContext& t) {
  if (t.frame < kFramesBeforeRain || crates_.empty()) return;
  PhysicsStage& physics = *world()->physics_stage();
  for (std::size_t i = 0; i < std::min(kCratesPerFrame, crates_.size()); ++i) {
    ArenaRandom random(t.frame * kCratesPerFrame + i);
    const BodyHandle crate = crates_[next_++ % crates_.size()];
    const double angle = random.Between(0, 2 * std::numbers::pi);
    const double radius = random.Between(1, 3);
    const double out = random.Between(2, 6);
    physics.Command(
        TeleportCommand{crate,
                        {radius * std::cos(angle), random.Between(7, 11), radius * std::sin(angle)},
                        RotationAbout({0, 1, 0}, angle)});
    physics.Command(
        VelocityCommand{crate,
                        {out * std::cos(angle), random.Between(1, 5), out * std::sin(angle)},
                        {random.Between(-4, 4), random.Between(-4, 4), random.Between(-4, 4)}});
  }
}

void Camera::Tick(const TickContext& t) {
  const Vector3 outwards = leader_->position * (1 / std::max(Length(leader_->position), 1.0));
  const Vector3 wanted = leader_->position + outwards * 11 + Vector3{0, 8.5, 0};
  position = placed_ ? position + (wanted - position) * Approach(t.delta, 3) : wanted;
  placed_ = true;
  const Vector3 target = leader_->position * 0.3 + Vector3{0, 0.8, 0};
  view_ = LookAt(view_, Floats(position), Floats(target));
}

}  // namespace tickgraph
