#include "tickgraph/simulate/frame_step.h"

#include <gtest/gtest.h>

#include <string>

namespace tickgraph {
namespace {

TEST(FrameStepTest, DuringPhysicsIsWaitedForInEndPhysicsRuleG5) {
  std::string steps;
  for (const FrameStep step : StepsOfFrame()) {
    steps += step.kind == FrameStep::Kind::kJoin ? " wait" : " ";
    steps += std::to_string(step.number);
  }
  EXPECT_EQ(steps,
            " 0 1 wait0 2 3 wait1 4 5 wait2 6 7 wait3 8 9 wait4 10 11 wait5 12 13 wait6 14 15"
            " wait7")
      << "segments 4 and 5 are DuringPhysics: nothing is waited for between them";
}

}  // namespace
}  // namespace tickgraph
