// The same frames on every executor: rules G8, L2, N7, P3, G1, G5, on random worlds.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/random_frames.h"
#include "tests/support/soak.h"

namespace tickgraph {
namespace {

constexpr ExecutorChoice kReference{ExecutorKind::kSerial, 0};
constexpr ExecutorChoice kOthers[] = {{ExecutorKind::kFlow, 0},
                                      {ExecutorKind::kFlow, 1},
                                      {ExecutorKind::kFlow, 2},
                                      {ExecutorKind::kFlow, 4}};

std::string Text(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += std::to_string(number) + " ";
  return text;
}

void ExpectEqualFrames(const std::vector<std::vector<int>>& expected,
                       const std::vector<std::vector<int>>& actual, const char* what) {
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t frame = 0; frame < expected.size(); ++frame) {
    ASSERT_EQ(Text(expected[frame]), Text(actual[frame])) << what << ", frame " << frame + 1;
  }
}

void ExpectSameOnAll(std::uint32_t seed, const RandomFramesDefinition& definition) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const RandomFramesOutcome reference = RunRandomFrames(seed, definition, kReference);
  ASSERT_TRUE(reference.violations.empty()) << reference.violations.front();
  for (const ExecutorChoice& choice : kOthers) {
    SCOPED_TRACE(NameOfExecutor(choice));
    const HangWatchdog watchdog(
        "random frames of seed " + std::to_string(seed) + " on " + NameOfExecutor(choice),
        std::chrono::seconds(60));
    const RandomFramesOutcome outcome = RunRandomFrames(seed, definition, choice);
    ASSERT_TRUE(outcome.violations.empty()) << outcome.violations.front();
    ASSERT_NO_FATAL_FAILURE(
        ExpectEqualFrames(reference.game_order, outcome.game_order, "game-thread order"));
    ASSERT_NO_FATAL_FAILURE(ExpectEqualFrames(reference.ran, outcome.ran, "cards that ran"));
    ASSERT_EQ(reference.sequence, outcome.sequence) << "registration sequence, rule N7";
    ASSERT_EQ(reference.error_counts, outcome.error_counts);
    ASSERT_EQ(reference.newcomers, outcome.newcomers);
    ASSERT_EQ(reference.skipped, outcome.skipped);
  }
}

// case-N2
TEST(SchedulerDeterminismTest, StillWorldsRunAlikeOnEveryExecutorSoak) {
  const int count = SoakScale(8000);
  for (int seed = 1; seed <= count && !testing::Test::HasFatalFailure(); ++seed) {
    ExpectSameOnAll(SoakSeed() + static_cast<std::uint32_t>(seed),
                    {.cards = 10 + seed % 90, .frames = 5, .changes = false});
  }
}

TEST(SchedulerDeterminismTest, ChangingWorldsRunAlikeOnEveryExecutorSoak) {
  const int count = SoakScale(20000);
  for (int seed = 1; seed <= count && !testing::Test::HasFatalFailure(); ++seed) {
    ExpectSameOnAll(SoakSeed() + static_cast<std::uint32_t>(seed),
                    {.cards = 5 + seed % 60, .frames = 8});
  }
}

// Delays at random places, to find wake-ups that get lost (rule L5): the watchdog ends the test.
TEST(SchedulerDeterminismTest, DelayedWorldsComeToTheirEndSoak) {
  const int count = SoakScale(2000);
  for (int seed = 1; seed <= count && !testing::Test::HasFatalFailure(); ++seed) {
    ExpectSameOnAll(SoakSeed() + static_cast<std::uint32_t>(1'000'000 + seed),
                    {.cards = 30, .frames = 10, .delays = true});
  }
}

// Large flat worlds: many chunks at once.
TEST(SchedulerDeterminismTest, LargeWorldsRunAlikeSoak) {
  const int count = SoakScale(300);
  for (int seed = 1; seed <= count && !testing::Test::HasFatalFailure(); ++seed) {
    ExpectSameOnAll(SoakSeed() + static_cast<std::uint32_t>(2'000'000 + seed),
                    {.cards = 1500, .frames = 6});
  }
}

}  // namespace
}  // namespace tickgraph
