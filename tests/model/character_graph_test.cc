// The ticks that an engine runs for one character, as published: 14 tick functions, 12 edges. Built
// from the reference tables alone, once and for 35 characters.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/reference_data.h"
#include "tickgraph/model/run_order_check.h"
#include "tickgraph/model/schedule_builder.h"
#include "tickgraph/model/schedule_counts.h"

namespace tickgraph::model {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

using Table = std::vector<std::vector<std::string>>;

// The rows of a table without its header.
Table ReadTable(const std::filesystem::path& path) {
  Table table;
  std::ifstream stream(path);
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) {
    table.emplace_back();
    std::istringstream row(line);
    for (std::string field; std::getline(row, field, ',');) table.back().push_back(field);
  }
  return table;
}

bool IsOfTheWorld(const std::string& name) { return name.starts_with("World."); }

// `characters` times the graph; the ticks of the world are there once. Names of the first character
// are as in the table, "Pawn.Actor", those of the others end in its number, "Pawn.Actor 7".
Schedule MakeSchedule(const Table& ticks, const Table& edges, int characters) {
  Schedule schedule;
  schedule.file = "character";
  std::map<std::string, std::uint32_t> card_of;
  const auto name_of = [](const std::string& name, int character) {
    return character == 0 || IsOfTheWorld(name) ? name : name + " " + std::to_string(character);
  };
  for (int character = 0; character < characters; ++character) {
    for (const std::vector<std::string>& tick : ticks) {
      ScheduleCard card;
      card.name = name_of(tick[0], character);
      card.start = ParseTickGroup(tick[1]);
      card.lane = tick[2] == "1" ? Lane::kAnyThread : Lane::kGameThread;
      if (!card_of.emplace(card.name, schedule.cards.size()).second) continue;
      schedule.cards.push_back(card);
    }
  }
  for (int character = 0; character < characters; ++character) {
    for (const std::vector<std::string>& row : edges) {
      if (character > 0 && IsOfTheWorld(row[0]) && IsOfTheWorld(row[1])) continue;
      ScheduleEdge edge;
      edge.from.index = card_of.at(name_of(row[0], character));
      edge.to.index = card_of.at(name_of(row[1], character));
      schedule.edges.push_back(edge);
    }
  }
  return schedule;
}

std::uint32_t Find(const Schedule& schedule, const std::string& name) {
  for (std::uint32_t card = 0; card < schedule.cards.size(); ++card) {
    if (schedule.cards[card].name == name) return card;
  }
  ADD_FAILURE() << "no card is called " << name;
  return 0;
}

class CharacterGraphTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  void SetUp() override {
    const auto ticks = ReferenceFile("schedules/character/ticks.csv");
    const auto edges = ReferenceFile("schedules/character/edges.csv");
    if (!ticks || !edges) GTEST_SKIP() << "reference data is not here: schedules/character";
    ticks_ = ReadTable(*ticks);
    edges_ = ReadTable(*edges);
  }

  BuiltSchedule Build(const Schedule& schedule) {
    absl::StatusOr<BuiltSchedule> built =
        BuildSchedule(schedule, {.work = [this](std::size_t card) -> TickDelegate {
                        return [this, card](const TickContext&) {
                          const std::lock_guard<std::mutex> lock(mutex_);
                          ran_.push_back(card);
                        };
                      }},
                      made_.scheduler);
    EXPECT_TRUE(built.ok()) << built.status();
    return built.ok() ? *std::move(built) : BuiltSchedule{};
  }

  std::size_t PlaceOf(std::size_t card) const {
    return static_cast<std::size_t>(std::find(ran_.begin(), ran_.end(), card) - ran_.begin());
  }

  // Runs a frame: each card once, every edge kept, everything of PostPhysics after the physics.
  void RunAndCheck(const Schedule& schedule, const BuiltSchedule& built) {
    ASSERT_TRUE(made_.scheduler.MakePlan().ok());
    RunOrderCheck check(built, made_.scheduler);
    ran_.clear();
    made_.scheduler.RunFrame(1.0 / 60);
    ASSERT_EQ(ran_.size(), schedule.cards.size());
    for (const FrameRecord* record : made_.scheduler.records()) check.Add(*record);
    EXPECT_EQ(check.violations(), 0u) << check.Text();
    EXPECT_GT(check.compared(), 0u);
    const std::size_t physics_ends = PlaceOf(Find(schedule, "World.EndPhysics"));
    for (std::uint32_t card = 0; card < schedule.cards.size(); ++card) {
      if (schedule.cards[card].start == TickGroup::kPostPhysics) {
        EXPECT_GT(PlaceOf(card), physics_ends) << schedule.cards[card].name;
      }
      const std::string& name = schedule.cards[card].name;
      if (!name.starts_with("Pawn.Actor")) continue;
      const std::string number = name.substr(std::string("Pawn.Actor").size());
      EXPECT_GT(PlaceOf(card), PlaceOf(Find(schedule, "Controller.Actor" + number)));
    }
  }

  MadeScheduler made_{GetParam(), {.recorded_frames = 1}};
  Table ticks_;
  Table edges_;
  std::mutex mutex_;
  std::vector<std::size_t> ran_;
};

TEST_P(CharacterGraphTest, HasALegalOrder) {
  const Schedule schedule = MakeSchedule(ticks_, edges_, 1);
  const ScheduleCounts counts = CountSchedule(schedule);
  EXPECT_EQ(counts.cards, 14);
  EXPECT_EQ(counts.order_edges, 12);
  EXPECT_FALSE(counts.has_cycle);
  std::map<TickGroup, int> groups;
  for (const ScheduleCard& card : schedule.cards) ++groups[*card.start];
  EXPECT_EQ(groups.size(), 4u);

  const BuiltSchedule built = Build(schedule);
  EXPECT_THAT(built.findings, IsEmpty());
  RunAndCheck(schedule, built);
  EXPECT_EQ(made_.scheduler.ignored_edge_count(), 0u);
  EXPECT_THAT(made_.scheduler.demotions(), IsEmpty());
}

TEST_P(CharacterGraphTest, HoldsForThirtyFiveCharacters) {
  const Schedule schedule = MakeSchedule(ticks_, edges_, 35);
  EXPECT_EQ(schedule.cards.size(), 35u * 12 + 2);
  EXPECT_EQ(schedule.edges.size(), 35u * 11 + 1);
  const BuiltSchedule built = Build(schedule);
  RunAndCheck(schedule, built);
  EXPECT_EQ(made_.scheduler.ignored_edge_count(), 0u);
  EXPECT_THAT(made_.scheduler.demotions(), IsEmpty());
}

// rule P4: a project that lets the movement wait for the pawn as well closes a cycle. The younger
// edge is ignored and reported with both sides, and everything else holds.
TEST_P(CharacterGraphTest, ReportsTheTrapOfThePawn) {
  Schedule schedule = MakeSchedule(ticks_, edges_, 35);
  for (const char* number : {"", " 17"}) {
    ScheduleEdge trap;
    trap.from.index = Find(schedule, std::string("Pawn.Actor") + number);
    trap.to.index = Find(schedule, std::string("Movement.Primary") + number);
    trap.line = 1'000;
    schedule.edges.push_back(trap);
  }
  const BuiltSchedule built = Build(schedule);
  RunAndCheck(schedule, built);
  EXPECT_EQ(made_.scheduler.ignored_edge_count(), 2u);
  ASSERT_EQ(made_.scheduler.cycles().size(), 2u);
  const TickError& cycle = made_.scheduler.cycles()[0];
  std::vector<std::string> path;
  for (const TickErrorLink& link : cycle.path) {
    path.emplace_back(made_.scheduler.Describe(link.card)->name);
  }
  EXPECT_THAT(path, UnorderedElementsAre("Movement.Primary", "Pawn.Actor"));
  EXPECT_EQ(cycle.where.line, 1'000u) << "the edge that was added last";
}

INSTANTIATE_TEST_SUITE_P(Executors, CharacterGraphTest, AllExecutors(), ExecutorName);

}  // namespace
}  // namespace tickgraph::model
