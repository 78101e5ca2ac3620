#include "tickgraph/model/player_loop_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tests/support/reference_data.h"
#include "tickgraph/model/read_schedule.h"
#include "tickgraph/model/schedule_builder.h"
#include "tickgraph/model/schedule_counts.h"

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

absl::StatusOr<Schedule> Read(std::string_view text, bool lenient = false) {
  return ReadSchedule(
      text, {.file = "loop.txt", .lenient = lenient, .format = ScheduleFormat::kPlayerLoop});
}

std::vector<std::string> NamesIn(const Schedule& schedule, std::uint32_t set) {
  std::vector<std::string> names;
  for (const ScheduleCard& card : schedule.cards) {
    if (card.sets == std::vector<std::uint32_t>{set}) names.push_back(card.name);
  }
  return names;
}

TEST(PlayerLoopScheduleTest, ReadsPhasesAndSystems) {
  const absl::StatusOr<Schedule> schedule = Read(
      "Unity 2022.1\n\n---------- EarlyUpdate ----------\nEarlyUpdate.A\nEarlyUpdate.B.C\n"
      "--- FixedUpdate ---\nFixedUpdate.A\n--- Mine ---\nMine.A\n--- Update ---\n");
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_EQ(schedule->format, ScheduleFormat::kPlayerLoop);
  ASSERT_EQ(schedule->sets.size(), 4u);
  EXPECT_EQ(schedule->sets[1].name, "FixedUpdate");
  EXPECT_EQ(schedule->sets[1].line, 6);
  EXPECT_THAT(NamesIn(*schedule, 0), ElementsAre("EarlyUpdate.A", "EarlyUpdate.B.C"));
  ASSERT_EQ(schedule->cards.size(), 4u);
  EXPECT_EQ(schedule->cards[0].start, TickGroup::kPrePhysics);
  EXPECT_EQ(schedule->cards[2].start, TickGroup::kDuringPhysics);
  EXPECT_EQ(schedule->cards[3].start, TickGroup::kDuringPhysics) << "as the phase above";
  EXPECT_EQ(schedule->cards[3].order, 2);
  EXPECT_EQ(schedule->cards[3].lane, Lane::kGameThread);
  ASSERT_EQ(schedule->edges.size(), 1u);
  EXPECT_EQ(schedule->edges[0].from.index, 0u);
  EXPECT_EQ(schedule->edges[0].to.index, 1u);
  EXPECT_EQ(schedule->edges[0].line, 5);
  EXPECT_THAT(schedule->warnings, IsEmpty());
}

TEST(PlayerLoopScheduleTest, NeverGoesBackToAnEarlierGroup) {
  const absl::StatusOr<Schedule> schedule =
      Read("--- Update ---\nUpdate.A\n--- FixedUpdate ---\nFixedUpdate.A\n");
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_EQ(schedule->cards[1].start, TickGroup::kPostPhysics);
}

TEST(PlayerLoopScheduleTest, IsKnownByItsFirstLines) {
  EXPECT_TRUE(LooksLikePlayerLoop("\r\nUnity 2021.3.24f1\r\n\r\n--- A ---\r\n"));
  EXPECT_TRUE(LooksLikePlayerLoop("---------- A ----------"));
  EXPECT_TRUE(LooksLikePlayerLoop("Unity 2021.3\n"));
  EXPECT_FALSE(LooksLikePlayerLoop("Unity is strength\nand other sayings"));
  EXPECT_FALSE(LooksLikePlayerLoop("----------"));
  EXPECT_FALSE(LooksLikePlayerLoop(""));
  EXPECT_EQ(FindScheduleFormat("Unity 2021.3\n--- A ---\n"), ScheduleFormat::kPlayerLoop);
}

TEST(PlayerLoopScheduleTest, NumbersSystemsThatAreListedTwice) {
  const absl::StatusOr<Schedule> schedule = Read("--- A ---\nA.x\nA.x\n");
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_EQ(schedule->cards[1].name, "A.x#2");
  ASSERT_EQ(schedule->warnings.size(), 1u);
  EXPECT_EQ(schedule->warnings[0].line, 3);
}

TEST(PlayerLoopScheduleTest, NamesTheLineOfWhatIsBroken) {
  struct Broken {
    std::string text;
    const char* message;
    std::size_t sets, cards;
  };
  const Broken kBroken[] = {
      {"--- A ---\nB.x\nA.y\n", "loop.txt:2: expected a system of the phase, \"A.Something\"", 1,
       1},
      {"--- A ---\nAx\n", "found \"Ax\"", 1, 0},
      {"A.x\n--- A ---\n", "loop.txt:1: expected \"Unity\" and a version", 1, 0},
      {"--- A ---\n--- B\nA.y\n", "loop.txt:2: expected a phase", 1, 1},
      {"--- A ---\nA.x\n--- A ---\nA.y\n", "loop.txt:3: the phase \"A\" was listed on line 1", 2,
       2},
  };
  for (const Broken& broken : kBroken) {
    const absl::StatusOr<Schedule> strict = Read(broken.text);
    EXPECT_EQ(strict.status().code(), absl::StatusCode::kInvalidArgument) << broken.text;
    EXPECT_THAT(std::string(strict.status().message()), HasSubstr(broken.message));
    const absl::StatusOr<Schedule> lenient = Read(broken.text, /*lenient=*/true);
    ASSERT_TRUE(lenient.ok()) << lenient.status();
    EXPECT_EQ(lenient->sets.size(), broken.sets) << broken.text;
    EXPECT_EQ(lenient->cards.size(), broken.cards) << broken.text;
    EXPECT_EQ(lenient->warnings.size(), 1u) << broken.text;
  }
  for (const std::string_view text : {"", "Unity 2021.3\n", "----------\n"}) {
    EXPECT_FALSE(Read(text, /*lenient=*/true).ok()) << text;
  }
}

// The list is a total order: the plan must run it from top to bottom.
TEST(PlayerLoopScheduleTest, GivesTheNumbersAndTheOrderOfUnitysLoop) {
  const auto path = ReferenceFile("schedules/unity/playerloop_2021.3.24f1.txt");
  if (!path) GTEST_SKIP() << "reference data is not here: schedules/unity";
  const absl::StatusOr<Schedule> schedule = ReadScheduleFile(*path, {});
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_EQ(schedule->format, ScheduleFormat::kPlayerLoop);
  EXPECT_THAT(schedule->warnings, IsEmpty());
  const ScheduleCounts counts = CountSchedule(*schedule);
  EXPECT_EQ(counts.cards, 117);
  EXPECT_EQ(counts.sets, 8);
  EXPECT_EQ(counts.edges, 109);
  EXPECT_EQ(counts.longest_chain, 43);
  std::map<std::string, std::size_t> systems;
  for (std::uint32_t set = 0; set < schedule->sets.size(); ++set) {
    systems[schedule->sets[set].name] = NamesIn(*schedule, set).size();
  }
  const std::map<std::string, std::size_t> expected = {
      {"TimeUpdate", 1}, {"Initialization", 7}, {"EarlyUpdate", 29},   {"FixedUpdate", 13},
      {"PreUpdate", 9},  {"Update", 4},         {"PreLateUpdate", 11}, {"PostLateUpdate", 43}};
  EXPECT_EQ(systems, expected);

  TickScheduler scheduler(TickSchedulerDefinition{.executor = ExecutorKind::kSerial});
  std::vector<std::size_t> ran;
  const auto built = BuildSchedule(*schedule, {.work = [&](std::size_t card) -> TickDelegate {
    return [&ran, card](const TickContext& /*context*/) { ran.push_back(card); };
  }},
                                   scheduler);
  ASSERT_TRUE(built.ok()) << built.status();
  EXPECT_THAT(built->findings, IsEmpty());
  EXPECT_TRUE(scheduler.RunFrame(1.0 / 60).ok());
  EXPECT_EQ(ran.size(), 117u);
  EXPECT_TRUE(std::is_sorted(ran.begin(), ran.end()));
  EXPECT_THAT(scheduler.demotions(), IsEmpty());
}

}  // namespace
}  // namespace tickgraph::model
