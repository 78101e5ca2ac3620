#include "tools/arena.h"

#include <bit>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/world/render/render_packet.h"
#include "tools/arena_random.h"

namespace tickgraph {
namespace {

constexpr int kSquadSize = 10;
constexpr int kColumnHeight = 3;
// Of seven followers, so many have eyes: 3 any-thread cards to 7 of the game thread.
constexpr int kSensorsOfSeven = 3;
// The turn by which neighbours on a sunflower's disc differ.
constexpr double kGoldenAngle = 2.399963229728653;

using Colour = std::array<std::uint8_t, 4>;

std::array<float, 3> Floats(const Vector3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

std::array<float, 4> Floats(const Quaternion& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
          static_cast<float>(q.w)};
}

// A colour of the given hue, a turn of the colour wheel being 1; saturation and value 0 … 1.
Colour FromHue(double hue, double saturation, double value) {
  const auto channel = [&](double shift) {
    const double place = (hue + shift) - std::floor(hue + shift);
    const double ramp = std::abs(place * 6 - 3) - 1;
    const double pure = ramp < 0 ? 0 : (ramp > 1 ? 1 : ramp);
    return static_cast<std::uint8_t>(255 * value * (1 - saturation * (1 - pure)));
  };
  return {channel(0), channel(2.0 / 3), channel(1.0 / 3), 255};
}

// Crates are warm: red, orange, yellow, some pale.
Colour CrateColour(std::size_t crate) {
  ArenaRandom random(crate + 77);
  return FromHue(random.Between(-0.03, 0.14), random.Between(0.45, 0.85),
                 random.Between(0.75, 0.98));
}

// Squads are cool: from green over blue to violet.
Colour SquadColour(int squad, bool leads) {
  ArenaRandom random(static_cast<std::uint64_t>(squad) + 7);
  const double hue = random.Between(0.36, 0.76);
  return FromHue(hue, leads ? 0.25 : 0.7, leads ? 1.0 : random.Between(0.7, 0.95));
}

WorldDefinition MakeWorldDefinition(const ArenaDefinition& definition) {
  WorldDefinition world;
  world.name = "arena";
  world.workers = definition.workers;
  world.physics = MakeBulletScene({});
  world.recorded_frames = definition.recorded_frames;
  return world;
}

}  // namespace

Arena::Arena(const ArenaDefinition& definition)
    : world_([&] {
        WorldDefinition world = MakeWorldDefinition(definition);
        world.hooks.draw = [this](World&, RenderPacket& packet) { Describe(packet); };
        return world;
      }()) {
  BuildGround();
  std::vector<BodyHandle> crates = BuildCrates(definition.bodies);
  BuildSquads(definition.actors);
  (void)world_.Spawn<Fountain>({.name = "fountain"}, std::move(crates));
  camera_ = world_.Spawn<Camera>({.name = "camera"}, first_leader_);
  if (camera_) camera_->TickAfter(first_leader_);
}

void Arena::Note(const absl::Status& status) {
  if (status_.ok()) status_ = status;
}

void Arena::BuildGround() {
  Note(world_.physics_stage()
           ->AddBody({.shape = BodyShape::kPlane, .kind = BodyKind::kStatic, .friction = 0.8})
           .status());
}

std::vector<BodyHandle> Arena::BuildCrates(int count) {
  std::vector<BodyHandle> crates;
  for (int i = 0; i < count; ++i) {
    const int column = i / kColumnHeight;
    const int level = i % kColumnHeight;
    const double radius = 0.85 * std::sqrt(column + 0.5);
    const double angle = column * kGoldenAngle;
    const auto crate = world_.physics_stage()->AddBody(
        {.half_extents = {kCrateHalfExtent, kCrateHalfExtent, kCrateHalfExtent},
         .position = {radius * std::cos(angle), kCrateHalfExtent * (1 + 2.05 * level),
                      radius * std::sin(angle)},
         .rotation = RotationAbout({0, 1, 0}, angle),
         .mass = 4,
         .user_data = static_cast<std::uint64_t>(i) + 1});
    Note(crate.status());
    if (crate.ok()) crates.push_back(*crate);
  }
  return crates;
}

void Arena::BuildSquads(int count) {
  Ref<Leader> leader;
  int squad = 0;
  for (int i = 0; i < count; ++i) {
    const int place = i % kSquadSize;
    if (place == 0) {
      squad = i / kSquadSize;
      ArenaRandom random(static_cast<std::uint64_t>(squad) + 1234);
      const double share = (squad + 0.5) / ((count + kSquadSize - 1) / kSquadSize);
      // The first squad, which the camera follows, walks where the crates are.
      const double ring = squad == 0 ? 13 : 9 + (kRadius - 11) * share;
      const double speed = random.Between(1.2, 2.4) * (squad % 2 == 0 ? 1 : -1);
      leader = world_.Spawn<Leader>({.name = absl::StrCat("leader ", squad)}, ring,
                                    squad * kGoldenAngle, speed / ring);
      if (squad == 0) first_leader_ = leader;
      if (leader) members_.push_back({leader.get(), true, SquadColour(squad, true)});
      continue;
    }
    if (!leader) continue;
    const double row = 1 + (place - 1) / 3;
    const double column = (place - 1) % 3 - 1;
    const Ref<Follower> follower =
        world_.Spawn<Follower>({.name = absl::StrCat("follower ", squad, ".", place)}, leader,
                               Vector3{column * 0.9, 0, -row * 0.9});
    if (!follower) continue;
    members_.push_back({follower.get(), false, SquadColour(squad, false)});
    // Leaders have no eyes, so of every nine followers a few more have.
    if (i * kSensorsOfSeven % 7 < kSensorsOfSeven || place == 9) follower->AddSensor();
  }
}

void Arena::Describe(RenderPacket& packet) {
  if (camera_) packet.camera = camera_->view();
  const PhysicsView view = world_.physics()->View();
  constexpr auto kCrate = static_cast<float>(kCrateHalfExtent);
  for (const BodyState& body : view.bodies()) {
    if (body.kind != BodyKind::kDynamic) continue;
    const auto crate = static_cast<std::size_t>(body.user_data - 1);
    packet.AddItem({.id = static_cast<std::uint32_t>(crate),
                    .position = Floats(body.position),
                    .rotation = Floats(body.rotation),
                    .half_extents = {kCrate, kCrate, kCrate},
                    .colour = CrateColour(crate)});
  }
  std::uint32_t id = kFirstActor;
  for (const Member& member : members_) {
    packet.AddItem(
        {.id = id++,
         .position = Floats(member.actor->position),
         .rotation = Floats(member.actor->rotation),
         .half_extents = Floats(member.leads ? kLeaderHalfExtents : kFollowerHalfExtents),
         .colour = member.colour,
         .shape = DrawShape::kPyramid});
  }
}

std::uint64_t Arena::StateHash() {
  std::uint64_t hash = world_.physics()->View().StateHash();
  const auto add = [&hash](double value) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001B3U;
    hash ^= hash >> 29;
  };
  for (const Member& member : members_) {
    for (const Vector3& v : {member.actor->position, member.actor->velocity}) {
      add(v.x);
      add(v.y);
      add(v.z);
    }
    add(member.actor->rotation.y);
    add(member.actor->rotation.w);
  }
  return hash;
}

}  // namespace tickgraph
