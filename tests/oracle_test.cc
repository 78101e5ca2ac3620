// Random worlds against the oracle: rules G1–G6, G8, L2, L9, P1–P4, P8, I1, N1–N4, N7, F1.

#include "tests/support/oracle.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "tests/support/executors.h"
#include "tests/support/faulty_executor.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/sanitizers.h"
#include "tests/support/scenario.h"
#include "tests/support/scenario_run.h"
#include "tests/support/soak.h"
#include "tickgraph/run/worker_pool.h"

namespace tickgraph {
namespace {

constexpr int kShards = 8;

TickSchedulerDefinition DefinitionFor(const ExecutorChoice& choice, WorkerPool& workers) {
  TickSchedulerDefinition definition;
  definition.workers = &workers;
  definition.executor = choice.kind;
  return definition;
}

/// The first difference, and the smallest scenario that shows one; empty where there is none.
std::string CheckSeed(std::uint32_t seed, const ScenarioDefinition& world,
                      const TickSchedulerDefinition& definition, bool delays = false) {
  const auto check = [&](Scenario scenario) {
    const OracleResult oracle = AskOracle(scenario);
    return CheckScenario(scenario, oracle, definition, delays);
  };
  const Scenario scenario = MakeScenario(seed, world);
  const std::string difference = check(scenario);
  if (difference.empty()) return "";
  Scenario small =
      ShrinkScenario(scenario, [&](const Scenario& smaller) { return !check(smaller).empty(); });
  const std::string small_difference = check(small);
  AskOracle(small);
  return "seed " + std::to_string(seed) + ": " + difference + "\nsmallest: " + small_difference +
         "\n" + DescribeScenario(small);
}

/// The size of the world of this seed.
ScenarioDefinition WorldOf(std::uint32_t seed) {
  return {.cards = 6 + static_cast<int>(seed / kShards % 14)};
}

class OracleShardTest : public testing::TestWithParam<int> {
 protected:
  /// The shard's part of `full` seeds; each shard has its own.
  static std::uint32_t Count(int full) {
    return static_cast<std::uint32_t>(SoakScale(full) / (kIsSanitized ? 20 : 1) / kShards + 1);
  }
  std::uint32_t Seed(std::uint32_t index) const {
    return SoakSeed() + index * kShards + static_cast<std::uint32_t>(GetParam());
  }
};

// 100,000 worlds in an ordinary run.
TEST_P(OracleShardTest, SerialWorldsSoak) {
  WorkerPool none({.count = 0});
  for (std::uint32_t index = 0; index < Count(10'000'000); ++index) {
    const std::uint32_t seed = Seed(index);
    ASSERT_EQ(CheckSeed(seed, WorldOf(seed), DefinitionFor({ExecutorKind::kSerial, 0}, none)), "");
  }
}

// 5,000 worlds in an ordinary run, each on every number of workers.
TEST_P(OracleShardTest, ParallelWorldsSoak) {
  for (const int count : {0, 1, 2, 4}) {
    WorkerPool workers({.count = count});
    for (std::uint32_t index = 0; index < Count(500'000); ++index) {
      const std::uint32_t seed = Seed(index);
      const HangWatchdog watchdog("seed " + std::to_string(seed), std::chrono::seconds(10));
      const bool delays = index % 4 == 0;
      const TickSchedulerDefinition definition =
          DefinitionFor({ExecutorKind::kFlow, count}, workers);
      ASSERT_EQ(CheckSeed(seed, WorldOf(seed), definition, delays), "") << count << " workers";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shards, OracleShardTest, testing::Range(0, kShards));

// Each has had a fault of its own, one world in some 5,000 to 20,000.
TEST(OracleTest, WorldsThatOnceDiffered) {
  WorkerPool none({.count = 0});
  WorkerPool workers({.count = 2});
  for (const std::uint32_t seed :
       {8'260U, 11'116U, 14'880U, 104'705U, 105'348U, 113'922U, 116'429U, 212'199U}) {
    const ScenarioDefinition world = WorldOf(seed);
    EXPECT_EQ(CheckSeed(seed, world, DefinitionFor({ExecutorKind::kSerial, 0}, none)), "");
    EXPECT_EQ(CheckSeed(seed, world, DefinitionFor({ExecutorKind::kFlow, 2}, workers)), "");
  }
}

class SeededFaultTest : public testing::TestWithParam<Fault> {};

TEST_P(SeededFaultTest, IsCaughtEachTime) {
  constexpr std::uint32_t kSeeds = kIsSanitized ? 50 : 400;
  std::uint32_t worlds = 0;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    for (const ExecutorKind kind : {ExecutorKind::kSerial, ExecutorKind::kFlow}) {
      Scenario scenario = MakeScenario(seed, {.cards = 20});
      const OracleResult oracle = AskOracle(scenario);
      int occasions = 0;
      TickSchedulerDefinition definition;
      definition.executor = kind;
      definition.make_executor = [&](const ExecutorParts& parts) {
        return std::make_unique<FaultyExecutor>(parts, GetParam(), occasions);
      };
      const std::string difference = CheckScenario(scenario, oracle, definition);
      EXPECT_EQ(difference.empty(), occasions == 0) << "seed " << seed << ": " << difference;
      worlds += occasions > 0 ? 1 : 0;
    }
  }
  if (GetParam() != Fault::kNone) {
    EXPECT_GT(worlds, kSeeds / 4) << "the fault had too few occasions to say anything";
  }
}

std::string FaultName(const testing::TestParamInfo<Fault>& info) {
  constexpr std::array<const char*, 6> kNames = {"None",     "DroppedEdge",  "EarlyRelease",
                                                 "WrongTie", "LostNewcomer", "DoubleRun"};
  return kNames[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Faults, SeededFaultTest,
                         testing::Values(Fault::kNone, Fault::kDroppedEdge, Fault::kEarlyRelease,
                                         Fault::kWrongTie, Fault::kLostNewcomer, Fault::kDoubleRun),
                         FaultName);

TEST(ScenarioTest, ShrinksToWhatFails) {
  const Scenario scenario = MakeScenario(7, {.cards = 20});
  const auto registers_two = [](const Scenario& smaller) {
    std::size_t count = 0;
    for (const ScenarioStep& step : smaller.steps) count += step.deed == Deed::kRegister ? 1 : 0;
    return count >= 2;
  };
  const Scenario small = ShrinkScenario(scenario, registers_two);
  EXPECT_EQ(small.steps.size(), 2U);
  EXPECT_EQ(small.frames, 1);
}

}  // namespace
}  // namespace tickgraph
