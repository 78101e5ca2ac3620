// The time of a world's frames (rules T-5, W-3).

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <vector>

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

}  // namespace
}  // namespace tickgraph
