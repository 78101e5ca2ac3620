#include "tickgraph/physics/bullet_scene.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <numbers>
#include <thread>
#include <vector>

namespace tickgraph {
namespace {

constexpr std::chrono::nanoseconds kSixtieth{16'666'667};
constexpr double kSixtiethSeconds = 16'666'667e-9;

void RunFrames(PhysicsScene& scene, int frames) {
  for (int i = 0; i < frames; ++i) {
    ASSERT_TRUE(scene.Prepare({1, kSixtieth, std::chrono::nanoseconds(0)}).ok());
    ASSERT_TRUE(scene.Step().ok());
    ASSERT_TRUE(scene.Publish().ok());
  }
}

BodyHandle AddGround(PhysicsScene& scene) {
  return scene.AddBody({.shape = BodyShape::kPlane, .kind = BodyKind::kStatic}).value();
}

// rule PH-1: Bullet is a real engine. Semi-implicit Euler falls by g·h²·n(n+1)/2 in n steps of h.
TEST(BulletSceneTest, AFreeBoxFallsAsExpected) {
  const auto scene = MakeBulletScene();
  const BodyHandle box = scene->AddBody({.position = {1, 100, 2}}).value();
  RunFrames(*scene, 60);
  const BodyState state = scene->State(box).value();
  EXPECT_NEAR(state.position.y, 100.0 - 9.81 * kSixtiethSeconds * kSixtiethSeconds * 60 * 61 / 2,
              1e-3);
  EXPECT_NEAR(state.linear_velocity.y, -9.81, 1e-3);
  EXPECT_EQ(state.position.x, 1.0);
  EXPECT_EQ(state.position.z, 2.0);
}

TEST(BulletSceneTest, EveryShapeComesToRestOnThePlane) {
  const auto scene = MakeBulletScene();
  AddGround(*scene);
  const BodyHandle box = scene->AddBody({.position = {0, 2, 0}}).value();
  const BodyHandle sphere =
      scene
          ->AddBody(
              {.shape = BodyShape::kSphere, .half_extents = {0.25, 0, 0}, .position = {5, 2, 0}})
          .value();
  const BodyHandle capsule =
      scene
          ->AddBody(
              {.shape = BodyShape::kCapsule, .half_extents = {0.5, 1.0, 0}, .position = {10, 3, 0}})
          .value();
  RunFrames(*scene, 240);
  EXPECT_NEAR(scene->State(box)->position.y, 0.5, 0.02);
  EXPECT_NEAR(scene->State(sphere)->position.y, 0.25, 0.02);
  EXPECT_NEAR(scene->State(capsule)->position.y, 1.5, 0.02);  // stands: nothing tips it over
}

TEST(BulletSceneTest, ImpulseForceVelocityAndTeleportAct) {
  const auto scene = MakeBulletScene({.gravity = {0, 0, 0}});
  const BodyHandle pushed = scene->AddBody({.mass = 2.0}).value();
  const BodyHandle pulled = scene->AddBody({.position = {0, 10, 0}, .mass = 2.0}).value();
  const BodyHandle thrown = scene->AddBody({.position = {0, 20, 0}}).value();
  const BodyHandle moved = scene->AddBody({.position = {0, 30, 0}}).value();
  ASSERT_TRUE(scene->Queue(ImpulseCommand{pushed, {4, 0, 0}, {}}).ok());
  ASSERT_TRUE(scene->Queue(ForceCommand{pulled, {120, 0, 0}, {}}).ok());
  ASSERT_TRUE(scene->Queue(VelocityCommand{thrown, {0, 0, 3}, {0, 1, 0}}).ok());
  ASSERT_TRUE(
      scene
          ->Queue(TeleportCommand{moved, {7, 8, 9}, RotationAbout({0, 1, 0}, std::numbers::pi / 2)})
          .ok());
  RunFrames(*scene, 1);
  EXPECT_NEAR(scene->State(pushed)->linear_velocity.x, 2.0, 1e-5);
  EXPECT_NEAR(scene->State(pulled)->linear_velocity.x, 1.0, 1e-4);
  EXPECT_NEAR(scene->State(thrown)->linear_velocity.z, 3.0, 1e-5);
  EXPECT_NEAR(scene->State(thrown)->angular_velocity.y, 1.0, 1e-5);
  EXPECT_EQ(scene->State(moved)->position, Vector3({7, 8, 9}));
  const Vector3 turned = Rotate(scene->State(moved)->rotation, {1, 0, 0});
  EXPECT_NEAR(turned.z, -1.0, 1e-5);
  RunFrames(*scene, 1);
  EXPECT_NEAR(scene->State(pulled)->linear_velocity.x, 1.0, 1e-4);  // a force acts for one frame
}

TEST(BulletSceneTest, AKinematicBodyReachesItsTargetAndCarriesOthers) {
  const auto scene = MakeBulletScene();
  const BodyHandle platform = scene
                                  ->AddBody({.half_extents = {2, 0.5, 2},
                                             .position = {0, -0.5, 0},
                                             .kind = BodyKind::kKinematic,
                                             .friction = 1.0})
                                  .value();
  const BodyHandle rider =
      scene->AddBody({.position = {0, 0.5, 0}, .friction = 1.0, .user_data = 1}).value();
  RunFrames(*scene, 30);
  for (int i = 1; i <= 120; ++i) {
    ASSERT_TRUE(scene->Queue(KinematicTargetCommand{platform, {i * 0.01, -0.5, 0}, {}}).ok());
    RunFrames(*scene, 1);
    ASSERT_NEAR(scene->State(platform)->position.x, i * 0.01, 1e-5);
  }
  EXPECT_NEAR(scene->State(platform)->linear_velocity.x, 0.6, 1e-3);
  EXPECT_NEAR(scene->State(rider)->position.x, 1.2, 0.15);
  RunFrames(*scene, 1);
  EXPECT_NEAR(scene->State(platform)->linear_velocity.x, 0.0, 1e-6);
}

TEST(BulletSceneTest, ContactsBeginWhenABoxLandsAndEndWhenItGoes) {
  const auto scene = MakeBulletScene();
  const BodyHandle ground = AddGround(*scene);
  const BodyHandle box = scene->AddBody({.position = {0, 1, 0}}).value();
  std::vector<ContactEvent> events;
  scene->AddContactListener([&](const ContactEvent& event) { events.push_back(event); });
  RunFrames(*scene, 120);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, ContactEventKind::kBegin);
  EXPECT_EQ(events[0].first, ground);
  EXPECT_EQ(events[0].second, box);
  EXPECT_NEAR(events[0].normal.y, 1.0, 1e-3);
  ASSERT_TRUE(scene->Queue(TeleportCommand{box, {0, 50, 0}, {}}).ok());
  RunFrames(*scene, 1);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[1].kind, ContactEventKind::kEnd);
}

TEST(BulletSceneTest, DestroyingTheSupportWakesWhatSleepsOnIt) {
  const auto scene = MakeBulletScene();
  const BodyHandle table =
      scene->AddBody({.position = {0, 0, 0}, .kind = BodyKind::kStatic}).value();
  const BodyHandle box = scene->AddBody({.position = {0, 1.0, 0}}).value();
  RunFrames(*scene, 300);  // long enough to fall asleep
  EXPECT_NEAR(scene->State(box)->position.y, 1.0, 0.02);
  ASSERT_TRUE(scene->Queue(DestroyBodyCommand{table}).ok());
  RunFrames(*scene, 60);
  EXPECT_LT(scene->State(box)->position.y, -2.0);
}

// rule PH-2: rays see the published state, never what the engine is doing.
TEST(BulletSceneTest, RaysLookAtThePublishedState) {
  const auto scene = MakeBulletScene({.gravity = {0, 0, 0}});
  const BodyHandle near_box = scene->AddBody({.position = {0, 0, 5}, .user_data = 11}).value();
  const BodyHandle far_box = scene->AddBody({.position = {0, 0, 9}, .user_data = 12}).value();
  const RayCast ray{.from = {0, 0, 0}, .to = {0, 0, 20}, .ignored = {}};
  EXPECT_FALSE(scene->CastRay(ray)->has_value());  // nothing published yet
  RunFrames(*scene, 1);
  const std::optional<RayHit> hit = scene->CastRay(ray).value();
  ASSERT_TRUE(hit.has_value());
  EXPECT_EQ(hit->body, near_box);
  EXPECT_EQ(hit->user_data, 11u);
  EXPECT_NEAR(hit->point.z, 4.5, 1e-3);
  EXPECT_NEAR(hit->fraction, 4.5 / 20.0, 1e-4);
  EXPECT_NEAR(hit->normal.z, -1.0, 1e-3);

  RayCast past = ray;
  past.ignored = near_box;
  EXPECT_EQ(scene->CastRay(past)->value().body, far_box);

  // Destroyed in the engine but not yet published: still seen.
  ASSERT_TRUE(scene->Queue(DestroyBodyCommand{near_box}).ok());
  ASSERT_TRUE(scene->Queue(TeleportCommand{far_box, {0, 0, 15}, {}}).ok());
  ASSERT_TRUE(scene->Prepare({1, kSixtieth, std::chrono::nanoseconds(0)}).ok());
  EXPECT_EQ(scene->CastRay(ray)->value().body, near_box);
  ASSERT_TRUE(scene->Step().ok());
  EXPECT_EQ(scene->CastRay(ray)->value().body, near_box);
  ASSERT_TRUE(scene->Publish().ok());
  EXPECT_EQ(scene->CastRay(ray)->value().body, far_box);
  EXPECT_NEAR(scene->CastRay(ray)->value().point.z, 14.5, 1e-3);

  EXPECT_FALSE(scene->CastRay({.from = {0, 9, 0}, .to = {0, 9, 20}, .ignored = {}})->has_value());
  EXPECT_FALSE(scene->CastRay({})->has_value());  // no length
}

TEST(BulletSceneTest, RaysMeetPlanes) {
  const auto scene = MakeBulletScene();
  const BodyHandle ground = AddGround(*scene);
  RunFrames(*scene, 1);
  const auto hit = scene->CastRay({.from = {3, 4, 5}, .to = {3, -4, 5}, .ignored = {}}).value();
  ASSERT_TRUE(hit.has_value());
  EXPECT_EQ(hit->body, ground);
  EXPECT_NEAR(hit->point.y, 0.0, 1e-3);
  EXPECT_NEAR(hit->normal.y, 1.0, 1e-3);
}

TEST(BulletSceneTest, RaysFromManyThreadsWhileTheSceneSteps) {
  const auto scene = MakeBulletScene();
  AddGround(*scene);
  for (int i = 0; i < 50; ++i) {
    (void)scene->AddBody({.position = {i * 2.0, 3.0, 0}}).value();
  }
  RunFrames(*scene, 1);
  std::atomic<bool> stop{false};
  std::atomic<int> missed{0};
  std::vector<std::thread> casters;
  for (int i = 0; i < 2; ++i) {
    casters.emplace_back([&, i] {
      for (int n = i; !stop.load(); ++n) {
        const double x = (n % 50) * 2.0;
        const auto hit = scene->CastRay({.from = {x, 20, 0}, .to = {x, -5, 0}, .ignored = {}});
        if (!hit.ok() || !hit->has_value()) ++missed;
      }
    });
  }
  RunFrames(*scene, 100);
  stop.store(true);
  for (std::thread& caster : casters) caster.join();
  EXPECT_EQ(missed.load(), 0);  // there is a box or the ground below every ray
  EXPECT_GT(scene->statistics().query_refresh.count(), 0);
}

std::uint64_t PileHash(int bodies, int frames) {
  const auto scene = MakeBulletScene();
  AddGround(*scene);
  std::vector<BodyHandle> handles;
  for (int i = 0; i < bodies; ++i) {
    handles.push_back(
        scene
            ->AddBody({.half_extents = {0.4, 0.4, 0.4},
                       .position = {(i % 8) * 0.7, 1.0 + (i / 64) * 0.9, (i / 8 % 8) * 0.7}})
            .value());
  }
  for (int frame = 0; frame < frames; ++frame) {
    const auto n = static_cast<std::size_t>(frame);
    if (frame % 7 == 0) {
      EXPECT_TRUE(scene->Queue(ImpulseCommand{handles[n % handles.size()], {0, 2, 0.5}, {}}).ok());
    }
    if (frame == 40) {
      EXPECT_TRUE(scene->Queue(DestroyBodyCommand{handles[5]}).ok());
      handles.erase(handles.begin() + 5);
      handles.push_back(scene->AddBody({.position = {0, 6, 0}}).value());
    }
    RunFrames(*scene, 1);
  }
  return scene->View().StateHash();
}

// rule PH-7
TEST(BulletSceneTest, TheSameCommandsGiveBitEqualStates) {
  const std::uint64_t first = PileHash(100, 150);
  EXPECT_EQ(PileHash(100, 150), first);
  EXPECT_NE(PileHash(100, 149), first);
  std::uint64_t elsewhere = 0;
  std::thread([&] { elsewhere = PileHash(100, 150); }).join();
  EXPECT_EQ(elsewhere, first);
}

TEST(BulletSceneTest, AThousandBodies) {
  const auto scene = MakeBulletScene();
  AddGround(*scene);
  for (int i = 0; i < 1'000; ++i) {
    (void)scene->AddBody({.position = {(i % 32) * 1.5, 1.0 + (i / 1'000), (i / 32) * 1.5}}).value();
  }
  RunFrames(*scene, 60);
  const PhysicsView view = scene->View();
  ASSERT_EQ(view.bodies().size(), 1'001u);
  for (const BodyState& state : view.bodies()) {
    if (state.kind != BodyKind::kDynamic) continue;
    ASSERT_NEAR(state.position.y, 0.5, 0.05);
  }
}

}  // namespace
}  // namespace tickgraph
