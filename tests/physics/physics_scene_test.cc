#include "tickgraph/physics/physics_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tickgraph/physics/scripted_scene.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr PhysicsStep kOneSecond{1, std::chrono::seconds(1), std::chrono::nanoseconds(0)};

void RunFrame(PhysicsScene& scene, const PhysicsStep& step = kOneSecond) {
  EXPECT_TRUE(scene.Prepare(step).ok());
  EXPECT_TRUE(scene.Step().ok());
  EXPECT_TRUE(scene.Publish().ok());
}

// rule PH-2: commands act at the next start, in the order in which they were given.
TEST(PhysicsSceneTest, CommandsActInOrderAtTheNextStart) {
  ScriptedScene scene;
  const BodyHandle crate = scene.AddBody({.mass = 2.0}).value();
  const BodyHandle lift = scene.AddBody({.kind = BodyKind::kKinematic}).value();
  ASSERT_TRUE(scene.Queue(ImpulseCommand{crate, {4, 0, 0}, {}}).ok());
  ASSERT_TRUE(scene.Queue(VelocityCommand{crate, {0, 3, 0}, {}}).ok());
  ASSERT_TRUE(scene.Queue(KinematicTargetCommand{lift, {0, 5, 0}, {}}).ok());
  ASSERT_TRUE(scene.Queue(TeleportCommand{crate, {10, 0, 0}, {}}).ok());
  ASSERT_TRUE(scene.Queue(ForceCommand{crate, {2, 0, 0}, {}}).ok());
  EXPECT_TRUE(scene.calls().empty());
  EXPECT_TRUE(scene.View().bodies().empty());
  RunFrame(scene);
  EXPECT_THAT(scene.calls(), ElementsAre("add 0", "add 1", "impulse 0", "velocity 0", "target 1",
                                         "teleport 0", "force 0", "step 1"));
  // Velocity after impulse: the impulse is gone. A force of 2 N on 2 kg for 1 s adds 1 m/s.
  EXPECT_EQ(scene.State(crate)->position, Vector3({11, 3, 0}));
  EXPECT_EQ(scene.State(lift)->position, Vector3({0, 5, 0}));
  EXPECT_EQ(scene.statistics().commands_applied, 7);
  EXPECT_EQ(scene.statistics().commands_skipped, 0);
}

TEST(PhysicsSceneTest, ACommandDuringAStepWaitsForTheNextStart) {
  ScriptedScene scene;
  const BodyHandle body = scene.AddBody({}).value();
  ASSERT_TRUE(scene.Prepare(kOneSecond).ok());
  ASSERT_TRUE(scene.Queue(TeleportCommand{body, {7, 0, 0}, {}}).ok());
  ASSERT_TRUE(scene.Step().ok());
  ASSERT_TRUE(scene.Publish().ok());
  EXPECT_EQ(scene.State(body)->position.x, 0.0);
  RunFrame(scene);
  EXPECT_EQ(scene.State(body)->position.x, 7.0);
}

TEST(PhysicsSceneTest, AFrameIsPrepareStepPublish) {
  ScriptedScene scene;
  EXPECT_EQ(scene.Step().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(scene.Publish().code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(scene.Prepare(kOneSecond).ok());
  EXPECT_EQ(scene.Prepare(kOneSecond).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(scene.Publish().message()), HasSubstr("without Step"));
  ASSERT_TRUE(scene.Step().ok());
  EXPECT_EQ(scene.Step().code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(scene.Publish().ok());
  EXPECT_THAT(scene.calls(), ElementsAre("step 1"));
  EXPECT_EQ(scene.View().version(), 1);
}

TEST(PhysicsSceneTest, AFrameWithoutTimeAppliesCommandsAndDropsForces) {
  ScriptedScene scene;
  const BodyHandle body = scene.AddBody({}).value();
  ASSERT_TRUE(scene.Queue(ForceCommand{body, {1, 0, 0}, {}}).ok());
  ASSERT_TRUE(scene.Queue(TeleportCommand{body, {3, 0, 0}, {}}).ok());
  RunFrame(scene, {});
  EXPECT_THAT(scene.calls(), ElementsAre("add 0", "teleport 0"));
  EXPECT_EQ(scene.State(body)->position.x, 3.0);
  EXPECT_EQ(scene.View().steps(), 0);
  EXPECT_EQ(scene.View().version(), 1);
}

TEST(PhysicsSceneTest, SeveralStepsAFrameAreCounted) {
  ScriptedScene scene;
  const BodyHandle body = scene.AddBody({.linear_velocity = {1, 0, 0}}).value();
  RunFrame(scene, {3, std::chrono::milliseconds(500), std::chrono::nanoseconds(0)});
  EXPECT_EQ(scene.View().steps(), 3);
  EXPECT_EQ(scene.View().simulated_time(), std::chrono::milliseconds(1'500));
  EXPECT_EQ(scene.State(body)->position.x, 1.5);
}

TEST(PhysicsSceneTest, AStaleHandleIsAStatus) {
  ScriptedScene scene;
  const BodyHandle body = scene.AddBody({}).value();
  EXPECT_EQ(scene.State(body).status().code(), absl::StatusCode::kNotFound);  // not yet added
  RunFrame(scene);
  EXPECT_TRUE(scene.State(body).ok());
  ASSERT_TRUE(scene.Queue(DestroyBodyCommand{body}).ok());
  ASSERT_TRUE(scene.Queue(ImpulseCommand{body, {1, 0, 0}, {}}).ok());  // still there now
  EXPECT_TRUE(scene.State(body).ok());
  const absl::Status prepared = scene.Prepare(kOneSecond);
  EXPECT_EQ(prepared.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(prepared.message()), HasSubstr("ImpulseCommand for body 0:1"));
  ASSERT_TRUE(scene.Step().ok());
  ASSERT_TRUE(scene.Publish().ok());
  EXPECT_EQ(scene.statistics().commands_skipped, 1);
  EXPECT_EQ(scene.State(body).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(scene.Queue(DestroyBodyCommand{body}).code(), absl::StatusCode::kNotFound);

  const BodyHandle fresh = scene.AddBody({}).value();
  RunFrame(scene);
  EXPECT_EQ(fresh.slot, body.slot);
  EXPECT_TRUE(scene.State(fresh).ok());
  EXPECT_FALSE(scene.State(body).ok());
  EXPECT_FALSE(scene.State({}).ok());
  EXPECT_FALSE(scene.Queue(DestroyBodyCommand{}).ok());
}

TEST(PhysicsSceneTest, ABodyDestroyedBeforeItIsAddedNeverComes) {
  ScriptedScene scene;
  const BodyHandle body = scene.ReserveBody();
  ASSERT_TRUE(scene.Queue(DestroyBodyCommand{body}).ok());
  RunFrame(scene);
  EXPECT_FALSE(scene.Queue(AddBodyCommand{body, {}}).ok());
  EXPECT_TRUE(scene.View().bodies().empty());
}

TEST(PhysicsSceneTest, BadNumbersAndWrongKindsAreStatuses) {
  ScriptedScene scene;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(scene.AddBody({.mass = -1.0}).ok());
  const BodyHandle wall = scene.AddBody({.kind = BodyKind::kStatic}).value();
  EXPECT_EQ(scene.Queue(ImpulseCommand{wall, {nan, 0, 0}, {}}).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(scene.Queue(TeleportCommand{wall, {}, {0, 0, 0, 3}}).code(),
            absl::StatusCode::kInvalidArgument);
  ASSERT_TRUE(scene.Queue(ImpulseCommand{wall, {1, 0, 0}, {}}).ok());
  ASSERT_TRUE(scene.Queue(KinematicTargetCommand{wall, {1, 0, 0}, {}}).ok());
  EXPECT_EQ(scene.Prepare(kOneSecond).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(scene.statistics().commands_skipped, 2);
  EXPECT_THAT(scene.calls(), ElementsAre("add 0"));
  EXPECT_EQ(scene.CastRay({}).status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(scene.CastRay({.from = {nan, 0, 0}}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

// rule PH-2: a card that lives through EndPhysics keeps the state it began with.
TEST(PhysicsSceneTest, AViewIsKeptOverPublishes) {
  PhysicsView kept;
  BodyHandle body;
  {
    ScriptedScene scene;
    body = scene.AddBody({.linear_velocity = {1, 0, 0}}).value();
    RunFrame(scene);
    kept = scene.View();
    const PhysicsView copy = kept;
    for (int i = 0; i < 10; ++i) RunFrame(scene);
    EXPECT_EQ(scene.State(body)->position.x, 11.0);
    EXPECT_EQ(copy.Find(body)->position.x, 1.0);
  }
  // Also when the scene is gone.
  EXPECT_EQ(kept.Find(body)->position.x, 1.0);
  EXPECT_EQ(kept.version(), 1);
}

TEST(PhysicsSceneTest, BodiesKeepHandleUserDataAndOrderThroughRemovals) {
  ScriptedScene scene;
  std::vector<BodyHandle> bodies;
  for (std::uint64_t i = 0; i < 4; ++i) bodies.push_back(scene.AddBody({.user_data = i}).value());
  RunFrame(scene);
  ASSERT_TRUE(scene.Queue(DestroyBodyCommand{bodies[1]}).ok());
  RunFrame(scene);
  const PhysicsView view = scene.View();
  ASSERT_EQ(view.bodies().size(), 3u);
  EXPECT_EQ(view.bodies()[1].user_data, 3u);  // the last took the place
  EXPECT_EQ(view.Find(bodies[3]), &view.bodies()[1]);
  EXPECT_EQ(view.Find(bodies[2])->user_data, 2u);
}

TEST(PhysicsSceneTest, ContactEventsComeWithTheNewState) {
  ScriptedScene scene;
  const BodyHandle a = scene.AddBody({.linear_velocity = {1, 0, 0}}).value();
  const BodyHandle b = scene.AddBody({}).value();
  std::vector<ContactEvent> events;
  const int listener = scene.AddContactListener([&](const ContactEvent& event) {
    events.push_back(event);
    EXPECT_EQ(scene.State(a)->position.x, static_cast<double>(scene.View().steps()));
    EXPECT_TRUE(scene.Queue(ImpulseCommand{b, {0, 1, 0}, {}}).ok());
  });
  scene.SetContacts({{.first = 0, .second = 1}});
  RunFrame(scene);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].first, a);
  EXPECT_EQ(events[0].second, b);
  RunFrame(scene);
  EXPECT_EQ(scene.State(b)->position.y, 1.0);  // the listener's command, one start later
  EXPECT_EQ(events.size(), 1u);
  scene.RemoveContactListener(listener);
  scene.SetContacts({});
  RunFrame(scene);
  EXPECT_EQ(events.size(), 1u);
}

TEST(PhysicsSceneTest, AListenerThatThrowsBreaksNothing) {
  ScriptedScene scene;
  for (int i = 0; i < 3; ++i) (void)scene.AddBody({}).value();
  int heard = 0;
  int thrower = 0;
  thrower = scene.AddContactListener([&](const ContactEvent&) {
    scene.RemoveContactListener(thrower + 7);  // absent: no effect
    throw std::runtime_error("no ears");
  });
  scene.AddContactListener([&](const ContactEvent&) {
    ++heard;
    throw 5;
  });
  scene.AddContactListener([&](const ContactEvent&) { ++heard; });
  scene.SetContacts({{.first = 0, .second = 1}, {.first = 1, .second = 2}});
  ASSERT_TRUE(scene.Prepare(kOneSecond).ok());
  ASSERT_TRUE(scene.Step().ok());
  const absl::Status published = scene.Publish();
  EXPECT_EQ(published.code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(published.message()), HasSubstr("no ears"));
  EXPECT_EQ(heard, 4);
  EXPECT_EQ(scene.statistics().listener_exceptions, 4);
  RunFrame(scene);  // goes on
  EXPECT_EQ(scene.View().version(), 2);
}

TEST(PhysicsSceneTest, ListenersMayComeAndGoInsideAnEvent) {
  ScriptedScene scene;
  (void)scene.AddBody({}).value();
  (void)scene.AddBody({}).value();
  int first = 0;
  int second = 0;
  int id = 0;
  id = scene.AddContactListener([&](const ContactEvent&) {
    ++first;
    scene.RemoveContactListener(id);
    for (int i = 0; i < 20; ++i) scene.AddContactListener([&](const ContactEvent&) { ++second; });
    ++first;  // still alive
  });
  scene.SetContacts({{.first = 0, .second = 1}});
  RunFrame(scene);
  scene.SetContacts({});
  RunFrame(scene);
  EXPECT_EQ(first, 2);
  EXPECT_EQ(second, 40);
}

TEST(PhysicsSceneTest, PublishInsideAListenerIsRefused) {
  ScriptedScene scene;
  (void)scene.AddBody({}).value();
  (void)scene.AddBody({}).value();
  absl::Status inner;
  scene.AddContactListener([&](const ContactEvent&) { inner = scene.Publish(); });
  scene.SetContacts({{.first = 0, .second = 1}});
  RunFrame(scene);
  EXPECT_EQ(inner.code(), absl::StatusCode::kFailedPrecondition);
}

// rule PH-2: a step that breaks off leaves bodies half-stepped; they are not shown.
TEST(PhysicsSceneTest, AStepThatThrowsKeepsTheStateBefore) {
  bool fails = false;
  ScriptedScene scene({.in_step = [&](double) {
    if (fails) throw std::runtime_error("engine trouble");
  }});
  const BodyHandle a = scene.AddBody({.linear_velocity = {1, 0, 0}}).value();
  const BodyHandle b = scene.AddBody({.linear_velocity = {1, 0, 0}}).value();
  RunFrame(scene);
  fails = true;
  ASSERT_TRUE(scene.Prepare(kOneSecond).ok());
  EXPECT_EQ(scene.Step().code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(scene.Publish().message()), HasSubstr("engine trouble"));
  EXPECT_EQ(scene.State(a)->position.x, 1.0);
  EXPECT_EQ(scene.State(b)->position.x, 1.0);
  EXPECT_EQ(scene.View().version(), 1);
  EXPECT_EQ(scene.statistics().steps_failed, 1);
  fails = false;
  RunFrame(scene);
  EXPECT_EQ(scene.View().version(), 2);
}

// rule PH-7
TEST(PhysicsSceneTest, TheHashSeesEveryNumber) {
  const auto hash = [](const BodyDefinition& definition) {
    ScriptedScene scene;
    (void)scene.AddBody(definition).value();
    RunFrame(scene);
    return scene.View().StateHash();
  };
  const std::uint64_t reference = hash({});
  EXPECT_EQ(hash({}), reference);
  EXPECT_NE(hash({.position = {1e-12, 0, 0}}), reference);
  EXPECT_NE(hash({.rotation = {1, 0, 0, 0}}), reference);
  EXPECT_NE(hash({.angular_velocity = {0, 0, 1e-12}}), reference);
  EXPECT_NE(hash({.user_data = 1}), reference);
  EXPECT_NE(PhysicsView().StateHash(), reference);
}

}  // namespace
}  // namespace tickgraph
