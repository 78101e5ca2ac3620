#include "tickgraph/physics/physics_view.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

#include "tickgraph/physics/scripted_scene.h"

namespace tickgraph {
namespace {

constexpr PhysicsStep kOneSecond{1, std::chrono::seconds(1), std::chrono::nanoseconds(0)};

void RunFrame(PhysicsScene& scene) {
  EXPECT_TRUE(scene.Prepare(kOneSecond).ok());
  EXPECT_TRUE(scene.Step().ok());
  EXPECT_TRUE(scene.Publish().ok());
}

TEST(PhysicsViewTest, WithoutASceneItIsEmpty) {
  const PhysicsView view;
  EXPECT_TRUE(view.bodies().empty());
  EXPECT_EQ(view.Find({0, 1}), nullptr);
  EXPECT_EQ(view.State({0, 1}).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(view.version(), 0);
  EXPECT_EQ(view.steps(), 0);
  EXPECT_EQ(view.simulated_time(), std::chrono::nanoseconds(0));
}

// rule PH-2
TEST(PhysicsViewTest, CopiesShowTheStateThatWasTakenAndOutliveTheScene) {
  auto scene = std::make_unique<ScriptedScene>();
  const BodyHandle body = scene->AddBody({.linear_velocity = {1, 0, 0}}).value();
  RunFrame(*scene);
  PhysicsView old = scene->View();
  const PhysicsView copy = old;
  for (int frame = 0; frame < 5; ++frame) RunFrame(*scene);
  old = scene->View();
  const PhysicsView moved = std::move(old);
  scene.reset();
  ASSERT_NE(copy.Find(body), nullptr);
  EXPECT_EQ(copy.Find(body)->position.x, 1.0);
  EXPECT_EQ(copy.version(), 1);
  EXPECT_EQ(copy.steps(), 1);
  EXPECT_EQ(moved.State(body)->position.x, 6.0);
  EXPECT_EQ(moved.version(), 6);
  EXPECT_EQ(moved.simulated_time(), std::chrono::seconds(6));
}

TEST(PhysicsViewTest, ADestroyedBodyIsNotFoundInItsSlot) {
  ScriptedScene scene;
  const BodyHandle first = scene.AddBody({}).value();
  RunFrame(scene);
  ASSERT_TRUE(scene.Queue(DestroyBodyCommand{first}).ok());
  RunFrame(scene);
  const BodyHandle second = scene.AddBody({}).value();
  RunFrame(scene);
  ASSERT_EQ(second.slot, first.slot) << "the slot is used again";
  EXPECT_EQ(scene.View().Find(first), nullptr);
  EXPECT_NE(scene.View().Find(second), nullptr);
}

// rule PH-7
TEST(PhysicsViewTest, TheHashSeesEveryPartOfAStateButHandles) {
  const auto hash = [](const BodyDefinition& definition, int bodies_before) {
    ScriptedScene scene;
    for (int i = 0; i < bodies_before; ++i) {
      EXPECT_TRUE(scene.Queue(DestroyBodyCommand{scene.AddBody({}).value()}).ok());
    }
    EXPECT_TRUE(scene.AddBody(definition).ok());
    RunFrame(scene);
    return scene.View().StateHash();
  };
  const std::uint64_t plain = hash({}, 0);
  EXPECT_EQ(hash({}, 1), plain) << "another handle";
  EXPECT_NE(hash({.position = {0, 0, 1e-300}}, 0), plain);
  EXPECT_NE(hash({.rotation = {1, 0, 0, 0}}, 0), plain);
  EXPECT_NE(hash({.angular_velocity = {0, 1, 0}}, 0), plain);
  EXPECT_NE(hash({.user_data = 1}, 0), plain);
  EXPECT_NE(PhysicsView().StateHash(), plain);
}

}  // namespace
}  // namespace tickgraph
