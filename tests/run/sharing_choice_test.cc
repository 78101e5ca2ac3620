#include "tickgraph/run/sharing_choice.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

/// What frames take: shared, alone, and what a shared one is taken to take alone.
struct Times {
  double shared = 0;
  double alone = 0;
  double estimate = 0;
};

struct Outcome {
  int shared = 0;
  int changes = 0;
};

Outcome RunFrames(SharingChoice& choice, const Times& times, int frames) {
  Outcome outcome;
  bool before = choice.is_shared();
  for (int frame = 0; frame < frames; ++frame) {
    const bool is_shared = choice.is_shared();
    if (is_shared != before) ++outcome.changes;
    before = is_shared;
    if (is_shared) ++outcome.shared;
    choice.Add(is_shared ? times.shared : times.alone, is_shared ? times.estimate : 0);
  }
  return outcome;
}

TEST(SharingChoiceTest, FramesThatAreSlowerWithWorkersAreRunAlone) {
  SharingChoice choice;
  const Outcome outcome = RunFrames(choice, {.shared = 150, .alone = 100, .estimate = 120}, 2000);
  EXPECT_LE(outcome.shared, SharingChoice::kFirstPause + 8 * 5) << "but for a few trials";
}

TEST(SharingChoiceTest, FramesThatGainMuchAreNeverTriedAlone) {
  SharingChoice choice;
  EXPECT_EQ(RunFrames(choice, {.shared = 55, .alone = 100, .estimate = 100}, 5000).shared, 5000);
}

TEST(SharingChoiceTest, FramesThatGainALittleStayShared) {
  SharingChoice choice;
  const Outcome outcome = RunFrames(choice, {.shared = 95, .alone = 100, .estimate = 100}, 2000);
  EXPECT_GE(outcome.shared, 2000 - 8 * 5);
}

// What is the same by and large does not go back and forth.
TEST(SharingChoiceTest, ATieChangesNothing) {
  SharingChoice choice;
  const Outcome outcome = RunFrames(choice, {.shared = 100, .alone = 98, .estimate = 99}, 10000);
  EXPECT_LE(outcome.changes, 2 * 16) << "trials, farther and farther apart";
  EXPECT_GE(outcome.shared, 9900);
}

TEST(SharingChoiceTest, FramesThatComeToGainAreSharedAgain) {
  SharingChoice choice;
  RunFrames(choice, {.shared = 150, .alone = 100, .estimate = 120}, 300);
  EXPECT_FALSE(choice.is_shared());
  EXPECT_GE(RunFrames(choice, {.shared = 60, .alone = 100, .estimate = 100}, 3000).shared, 1500);
  EXPECT_TRUE(choice.is_shared());
}

// One frame that the system interrupted, in a trial or between trials.
TEST(SharingChoiceTest, OneLongFrameDecidesNothing) {
  for (int long_frame = 0; long_frame < 60; ++long_frame) {
    SharingChoice choice;
    for (int frame = 0; frame < 60; ++frame) {
      const double took = choice.is_shared() ? 90 : 100;
      choice.Add(frame == long_frame ? 50 * took : took, 95);
    }
    EXPECT_TRUE(choice.is_shared()) << "frame " << long_frame;
  }
}

}  // namespace
}  // namespace tickgraph
