// The time of a world's frames (rules T-5, W-3).

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/world/engine_loop.h"
#include "tickgraph/world/time/fixed_clock.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

using std::chrono::nanoseconds;

class Watch : public Actor {
 public:
  void Tick(const TickContext& t) override { deltas.push_back(t.delta); }
  std::vector<double> deltas;
};

// rule T-5
TEST(WorldTimeTest, ABadDeltaIsAnErrorAndTheFrameRunsWithZero) {
  World world;
  const auto watch = world.Spawn<Watch>();
  for (const double bad :
       {-0.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(world.Tick(bad).status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(world.last_frame().error_count, 1U);
  }
  EXPECT_TRUE(world.Tick(0.1).ok());
  EXPECT_EQ(watch->deltas, (std::vector<double>{0, 0, 0, 0.1}));
  EXPECT_EQ(world.real_time(), nanoseconds(100'000'000));
}

// rule W-3
TEST(WorldTimeTest, AHitchIsClampedAndTheLossAddsUp) {
  World world;
  const auto watch = world.Spawn<Watch>();
  world.Tick(1.0);
  EXPECT_DOUBLE_EQ(world.last_frame().time.lost.to_clamp, 0.6);
  world.Tick(0.1);
  EXPECT_EQ(world.last_frame().time.lost.to_clamp, 0);
  world.Tick(0.5);
  EXPECT_DOUBLE_EQ(world.last_frame().lost.to_clamp, 0.7);
  EXPECT_EQ(world.last_frame().lost.to_step_cap, 0);
  EXPECT_EQ(watch->deltas, (std::vector<double>{0.4, 0.1, 0.4}));
  EXPECT_EQ(world.real_time(), nanoseconds(1'600'000'000));
  EXPECT_EQ(world.game_time(), nanoseconds(900'000'000));
  std::ostringstream text;
  text << world.last_frame();
  EXPECT_NE(text.str().find("lost time: 0 s to the step cap, 0.1 s to the clamp"),
            std::string::npos)
      << text.str();
}

// rule W-3
TEST(WorldTimeTest, DilationScalesWhatCardsGet) {
  World world;
  const auto watch = world.Spawn<Watch>();
  ASSERT_TRUE(world.SetTimeDilation(0.5).ok());
  world.Tick(0.25);
  ASSERT_TRUE(world.SetTimeDilation(0).ok());
  world.Tick(0.25);
  EXPECT_EQ(world.SetTimeDilation(-1).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(world.SetTimeDilation(std::numeric_limits<double>::quiet_NaN()).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(world.time_dilation(), 0);
  EXPECT_EQ(watch->deltas, (std::vector<double>{0.125, 0}));
  EXPECT_EQ(world.game_time(), nanoseconds(125'000'000));
  EXPECT_EQ(world.real_time(), nanoseconds(500'000'000));
}

// rule W-1: the network hook sees what the clock said, neither scaled nor clamped.
TEST(WorldTimeTest, NetworkReceiveSeesTheRawDelta) {
  std::vector<double> raw;
  WorldDefinition definition;
  definition.hooks.network_receive = [&raw](World& world) {
    raw.push_back(world.time().raw.seconds);
    EXPECT_EQ(world.real_time().count(), raw.size() == 1 ? 0 : 250'000'000) << "clocks come later";
  };
  World world(std::move(definition));
  ASSERT_TRUE(world.SetTimeDilation(0.5).ok());
  world.Tick(0.25);
  world.Tick(3.0);
  EXPECT_EQ(raw, (std::vector<double>{0.25, 3.0}));
}

// rule W-1: unpaused time goes on by the dilated delta.
TEST(WorldTimeTest, UnpausedTimeIsTheSumOfWhatCardsGet) {
  World world;
  ASSERT_TRUE(world.SetTimeDilation(0.5).ok());
  world.Tick(0.25);
  EXPECT_EQ(world.unpaused_time(), nanoseconds(125'000'000));
  world.Tick(10.0);
  EXPECT_EQ(world.unpaused_time(), nanoseconds(325'000'000));
  EXPECT_EQ(world.unpaused_time(), world.game_time());
  EXPECT_EQ(world.real_time(), nanoseconds(10'250'000'000));
}

TEST(WorldTimeTest, OptionsThatMakeNoSenseAreReportedAndTheDefaultsHold) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    WorldDefinition definition;
    definition.name = "arena";
    definition.time.max_delta = bad;
    definition.deferred.max_passes = 0;
    definition.physics = MakeBulletScene({});
    definition.stepping.max_delta = nanoseconds(-5);
    World world(std::move(definition));
    const auto watch = world.Spawn<Watch>();
    int deferred = 0;
    world.Defer([&deferred] { ++deferred; });
    EXPECT_EQ(world.Tick(1.0).error_count, 3U) << world.last_frame();
    const std::string text(world.last_frame().status().message());
    EXPECT_NE(text.find("world \"arena\": the greatest delta of cards"), std::string::npos) << text;
    EXPECT_EQ(watch->deltas, std::vector<double>{0.4});
    EXPECT_EQ(deferred, 1);
    EXPECT_TRUE(world.Tick(0.01).ok()) << world.last_frame();
  }
  WorldDefinition definition;
  definition.time.max_delta = std::numeric_limits<double>::infinity();
  World world(std::move(definition));
  const auto watch = world.Spawn<Watch>();
  EXPECT_TRUE(world.Tick(5.0).ok()) << world.last_frame();
  ASSERT_TRUE(world.SetTimeDilation(0).ok());
  EXPECT_TRUE(world.Tick(5.0).ok()) << world.last_frame();
  EXPECT_EQ(watch->deltas, (std::vector<double>{5.0, 0.0}));
}

TEST(WorldTimeTest, SumsStopWhereTheyWouldOverflow) {
  WorldDefinition definition;
  definition.time.max_delta = 1e12;
  definition.physics = MakeBulletScene({});
  World world(std::move(definition));
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(world.Tick(1e9).ok()) << world.last_frame();
  EXPECT_EQ(world.real_time(), nanoseconds::max());
  EXPECT_EQ(world.game_time(), nanoseconds::max());
  EXPECT_EQ(world.physics_stage()->lost_time(), nanoseconds::max());
  EXPECT_EQ(world.physics_stage()->steps(), 12);
}

// rule I2: game time and physics never part.
TEST(WorldTimeTest, PhysicsAndGameTimeAreTheSameSum) {
  WorldDefinition definition;
  definition.physics = MakeBulletScene({});
  World world(std::move(definition));
  FixedClock clock(60);
  EngineLoop loop({.clock = &clock});
  loop.AddWorld(world);
  const auto physics_time = [&world] {
    return world.physics_stage()->simulated_time() + world.physics_stage()->lost_time();
  };
  for (int i = 0; i < 600; ++i) {
    loop.Iterate();
    ASSERT_EQ(physics_time(), world.game_time());
  }
  EXPECT_EQ(world.game_time(), nanoseconds(10'000'000'000));
  EXPECT_EQ(world.physics_stage()->lost_time(), nanoseconds(0));
  ASSERT_TRUE(world.SetTimeDilation(0.3).ok());
  for (int i = 0; i < 600; ++i) {
    loop.Iterate();
    ASSERT_EQ(physics_time(), world.game_time());
  }
}

}  // namespace
}  // namespace tickgraph
