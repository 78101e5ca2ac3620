// Physics inside a world (rules PH-1, PH-2, W-1).

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/world/support/world_mode.h"
#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/physics/scripted_scene.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

// Looks at the published state from several groups of one frame.
class Observer : public Component {
 public:
  static TickDefaults Defaults() { return {.lane = Lane::kAnyThread}; }
  void Tick(const TickContext&) override { seen = world()->physics()->View().version(); }
  std::int64_t seen = -1;
};

class WorldPhysicsTest : public WorldModeTest {};

// rule PH-1, rule PH-2
TEST_P(WorldPhysicsTest, DuringPhysicsSeesTheStateBeforeAndPostPhysicsTheNewOne) {
  WorldDefinition definition = Definition();
  definition.physics = std::make_unique<ScriptedScene>();
  World world(std::move(definition));
  const auto actor = world.Spawn<Actor>();
  const auto beside = actor->AddComponent<Observer>({.name = "beside"});
  const auto after =
      actor->AddComponent<Observer>({.name = "after", .start = TickGroup::kPostPhysics});
  for (int frame = 1; frame <= 20; ++frame) {
    ASSERT_TRUE(world.Tick(1.0 / 60).ok()) << world.last_frame();
    ASSERT_EQ(beside->seen, frame - 1);
    ASSERT_EQ(after->seen, frame);
  }
  EXPECT_EQ(world.physics_stage()->steps(), 20);
}

TEST_P(WorldPhysicsTest, ABodyFallsAndAnActorFollowsIt) {
  class Follower : public Actor {
   public:
    void Tick(const TickContext&) override {
      position = world()->physics()->State(body).value().position;
    }
    BodyHandle body;
  };
  WorldDefinition definition = Definition();
  definition.physics = MakeBulletScene({});
  World world(std::move(definition));
  const auto follower = world.Spawn<Follower>({.start = TickGroup::kPostPhysics});
  follower->body = world.physics_stage()->AddBody({.position = {0, 100, 0}}).value();
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(world.Tick(1.0 / 60).ok()) << world.last_frame();
  EXPECT_LT(follower->position.y, 96);
  EXPECT_GT(follower->position.y, 94);
}

// rule PH-7: the same commands, from any-thread cards, in every mode.
class Pusher : public Component {
 public:
  static TickDefaults Defaults() {
    return {.start = TickGroup::kPrePhysics, .lane = Lane::kAnyThread};
  }
  void Tick(const TickContext& t) override {
    if (t.frame % 7 == 0) {
      world()->physics_stage()->Command(ImpulseCommand{body, {0.1, 0.5, -0.1}, {0.1, 0, 0}});
    }
  }
  BodyHandle body;
};

std::uint64_t HashAfterAHundredFrames(WorldDefinition definition) {
  definition.physics = MakeBulletScene({});
  World world(std::move(definition));
  const auto actor = world.Spawn<Actor>();
  PhysicsStage& physics = *world.physics_stage();
  EXPECT_TRUE(physics.AddBody({.shape = BodyShape::kPlane, .kind = BodyKind::kStatic}).ok());
  for (int i = 0; i < 20; ++i) {
    const double height = 1 + 1.1 * i;
    actor->AddComponent<Pusher>()->body =
        physics.AddBody({.position = {0.1 * i, height, 0}}).value();
  }
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(world.Tick(1.0 / 60).ok()) << world.last_frame();
  return world.physics()->View().StateHash();
}

TEST_P(WorldPhysicsTest, BodiesAreBitEqualToTheSerialOnes) {
  EXPECT_EQ(HashAfterAHundredFrames(Definition()),
            HashAfterAHundredFrames(WorldDefinition{.executor = ExecutorKind::kSerial}));
}

// rule F1, rule PH-1
TEST_P(WorldPhysicsTest, AStepThatThrowsIsReportedAndTheNextFrameSteps) {
  auto fails = std::make_shared<std::atomic<bool>>(true);
  WorldDefinition definition = Definition();
  definition.physics =
      std::make_unique<ScriptedScene>(ScriptedSceneDefinition{.in_step = [fails](double) {
        if (fails->exchange(false)) throw std::runtime_error("no solution");
      }});
  World world(std::move(definition));
  EXPECT_FALSE(world.Tick(0.01).ok());
  EXPECT_NE(std::string(world.last_frame().status().message()).find("no solution"),
            std::string::npos)
      << world.last_frame();
  EXPECT_TRUE(world.Tick(0.01).ok()) << world.last_frame();
}

// rule W-1: a world without physics has the groups all the same.
TEST_P(WorldPhysicsTest, WithoutPhysicsTheGroupsAreThere) {
  World world(Definition());
  EXPECT_EQ(world.physics(), nullptr);
  EXPECT_EQ(world.physics_stage(), nullptr);
  bool ran = false;
  world.frame_scheduler().Register({.name = "end",
                                    .start = TickGroup::kEndPhysics,
                                    .engine_stage = true,
                                    .run = [&](const TickContext&) { ran = true; }});
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_TRUE(ran);
}

INSTANTIATE_TEST_SUITE_P(Modes, WorldPhysicsTest, AllWorldModes(), WorldModeName);

}  // namespace
}  // namespace tickgraph
