#include "tickgraph/physics/physics_stepping.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

// rule PH-3: kPerFrame.
TEST(PhysicsSteppingTest, AFrameIsOneStepOfItsLength) {
  PhysicsStepping stepping({});
  const PhysicsStep step = stepping.Advance(nanoseconds(16'666'667));
  EXPECT_EQ(step.count, 1);
  EXPECT_EQ(step.delta.count(), 16'666'667);
  EXPECT_EQ(step.lost.count(), 0);
}

// rule PH-3, rule PH-5: what is cut off is counted.
TEST(PhysicsSteppingTest, ALongFrameIsClampedAndTheRestIsCounted) {
  PhysicsStepping stepping({});
  const PhysicsStep step = stepping.Advance(seconds(1));
  EXPECT_EQ(step.count, 1);
  EXPECT_EQ(step.delta.count(), 33'333'334);
  EXPECT_EQ(step.lost.count(), 966'666'666);
  EXPECT_EQ(stepping.lost_time().count(), 966'666'666);
}

TEST(PhysicsSteppingTest, SimulatedAndLostTimeAddUpExactly) {
  PhysicsStepping stepping({});
  nanoseconds sum{0};
  for (int frame = 0; frame < 10'000; ++frame) {
    const nanoseconds delta((frame * 7'919) % 50'000'000);
    sum += delta;
    stepping.Advance(delta);
  }
  EXPECT_EQ(stepping.simulated_time() + stepping.lost_time(), sum);
  EXPECT_GT(stepping.lost_time().count(), 0);
}

TEST(PhysicsSteppingTest, AThirtyHertzClockLosesNothing) {
  PhysicsStepping stepping({});
  std::int64_t before = 0;
  for (std::int64_t frame = 1; frame <= 3'000; ++frame) {
    const std::int64_t now = frame * 1'000'000'000 / 30;
    stepping.Advance(nanoseconds(now - before));
    before = now;
  }
  EXPECT_EQ(stepping.lost_time().count(), 0);
  EXPECT_EQ(stepping.simulated_time().count(), 100'000'000'000);
}

TEST(PhysicsSteppingTest, NoTimeOrNegativeTimeIsNoStep) {
  PhysicsStepping stepping({});
  EXPECT_EQ(stepping.Advance(nanoseconds(0)).count, 0);
  EXPECT_EQ(stepping.Advance(nanoseconds(-5)).count, 0);
  EXPECT_EQ(stepping.steps(), 0);
  EXPECT_EQ(stepping.lost_time().count(), 0);
}

TEST(PhysicsSteppingTest, TheLimitIsTheDefinitions) {
  PhysicsStepping stepping({.max_delta = nanoseconds(10)});
  EXPECT_EQ(stepping.Advance(nanoseconds(25)).delta.count(), 10);
  EXPECT_EQ(stepping.lost_time().count(), 15);
}

TEST(PhysicsSteppingTest, ALongestStepThatIsNoTimeIsRefusedAndTheDefaultHolds) {
  EXPECT_TRUE(Validate(PhysicsSteppingDefinition{}).ok());
  for (const int bad : {0, -5}) {
    const PhysicsSteppingDefinition definition{.max_delta = nanoseconds(bad)};
    EXPECT_EQ(Validate(definition).code(), absl::StatusCode::kInvalidArgument);
    PhysicsStepping stepping(definition);
    EXPECT_EQ(stepping.Advance(seconds(1)).delta.count(), 33'333'334);
  }
}

TEST(PhysicsSteppingTest, SumsStopAtTheGreatestTime) {
  PhysicsStepping stepping({});
  for (int i = 0; i < 3; ++i) stepping.Advance(nanoseconds::max());
  EXPECT_EQ(stepping.lost_time(), nanoseconds::max());
  EXPECT_EQ(stepping.steps(), 3);
}

}  // namespace
}  // namespace tickgraph
