// rule PH-2: nothing sees a half-stepped body; and the check that says so would notice one.
#include "tests/physics/whole_state.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "tickgraph/physics/scripted_scene.h"

namespace tickgraph {
namespace {

void RunFrame(PhysicsScene& scene) {
  ASSERT_TRUE(scene.Prepare(kWholeStateStep).ok());
  ASSERT_TRUE(scene.Step().ok());
  ASSERT_TRUE(scene.Publish().ok());
}

TEST(WholeStateTest, ReadsDuringAStepSeeTheStateBeforeIt) {
  std::latch is_half_stepped(1);
  std::latch has_read(1);
  int step = 0;
  ScriptedScene scene({.in_step = [&](double) {
    if (++step != 3) return;
    is_half_stepped.count_down();
    has_read.wait();
  }});
  AddWholeStateBodies(scene, 10);
  RunFrame(scene);
  RunFrame(scene);

  ASSERT_TRUE(scene.Prepare(kWholeStateStep).ok());
  std::thread stepping([&] { EXPECT_TRUE(scene.Step().ok()); });
  is_half_stepped.wait();
  const PhysicsView during = scene.View();
  EXPECT_EQ(during.steps(), 2);
  EXPECT_TRUE(IsWhole(during));
  has_read.count_down();
  stepping.join();

  // Stepped but not published: nothing new to see.
  EXPECT_EQ(scene.View().steps(), 2);
  EXPECT_TRUE(IsWhole(scene.View()));
  ASSERT_TRUE(scene.Publish().ok());
  EXPECT_EQ(scene.View().steps(), 3);
  EXPECT_TRUE(IsWhole(scene.View()));
  // The view taken during the step still shows what it showed.
  EXPECT_EQ(during.steps(), 2);
  EXPECT_TRUE(IsWhole(during));
}

TEST(WholeStateTest, ReadersOnOtherThreadsAlwaysSeeWholeStates) {
  ScriptedScene scene({.record_calls = false});
  AddWholeStateBodies(scene, 50);
  RunFrame(scene);
  std::atomic<bool> stop{false};
  std::atomic<int> torn{0};
  std::atomic<int> backward{0};
  std::latch all_read(3);
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      std::int64_t last = 0;
      bool is_first = true;
      while (!stop.load()) {
        const PhysicsView view = scene.View();
        if (!IsWhole(view)) ++torn;
        if (view.version() < last) ++backward;
        last = view.version();
        if (is_first) all_read.count_down();
        is_first = false;
      }
    });
  }
  all_read.arrive_and_wait();
  for (int frame = 0; frame < 2'000; ++frame) RunFrame(scene);
  stop.store(true);
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(torn.load(), 0);
  EXPECT_EQ(backward.load(), 0);
  EXPECT_EQ(scene.View().steps(), 2'001);
}

// A backend with a defect on purpose: it keeps the memory it filled and goes on writing there.
class HalfSteppedScene final : public ScriptedScene {
 public:
  explicit HalfSteppedScene(std::function<void(double)> in_step)
      : ScriptedScene({.in_step = [this, in_step](double seconds) {
          for (std::size_t i = 0; i < kept_.size() / 2; ++i) kept_[i].position.x += 1.0;
          in_step(seconds);
        }}) {}

 protected:
  void ReadStates(std::span<BodyState> states) const override {
    ScriptedScene::ReadStates(states);
    kept_ = states;
  }

 private:
  mutable std::span<BodyState> kept_;
};

TEST(WholeStateTest, TheCheckCatchesAHalfSteppedScene) {
  std::latch is_half_stepped(1);
  std::latch has_read(1);
  int step = 0;
  HalfSteppedScene scene([&](double) {
    if (++step != 2) return;
    is_half_stepped.count_down();
    has_read.wait();
  });
  AddWholeStateBodies(scene, 10);
  RunFrame(scene);
  EXPECT_TRUE(IsWhole(scene.View()));

  ASSERT_TRUE(scene.Prepare(kWholeStateStep).ok());
  std::thread stepping([&] { EXPECT_TRUE(scene.Step().ok()); });
  is_half_stepped.wait();
  EXPECT_FALSE(IsWhole(scene.View()));
  has_read.count_down();
  stepping.join();
}

}  // namespace
}  // namespace tickgraph
