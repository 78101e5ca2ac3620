#include "tickgraph/model/json_schedule_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/model/random_schedule.h"
#include "tests/model/same_schedule.h"
#include "tests/support/awkward_names.h"
#include "tickgraph/model/read_schedule.h"

namespace tickgraph::model {
namespace {

using ::testing::IsEmpty;

std::string Write(const Schedule& schedule) {
  std::ostringstream out;
  const absl::Status status = WriteJsonSchedule(out, schedule);
  EXPECT_TRUE(status.ok()) << status;
  return out.str();
}

// rule F5
TEST(JsonScheduleWriterTest, WritesWhatTheReaderGivesBack) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Schedule schedule = MakeRandomDetailedSchedule(seed);
    const std::string text = Write(schedule);
    const absl::StatusOr<Schedule> back = ReadSchedule(text, {});
    ASSERT_TRUE(back.ok()) << "seed " << seed << ": " << back.status();
    ASSERT_EQ(back->format, ScheduleFormat::kJson);
    ASSERT_EQ(DifferenceOf(schedule, *back), "") << "seed " << seed;
    ASSERT_THAT(back->warnings, IsEmpty()) << "seed " << seed << back->warnings[0].text;
    ASSERT_EQ(Write(*back), text) << "seed " << seed;
  }
}

// rule F5, case-U1: any JSON parser reads the file.
TEST(JsonScheduleWriterTest, WritesJsonWhateverTheNamesAre) {
  Schedule schedule;
  for (const std::string& name : AwkwardNames()) {
    schedule.cards.emplace_back();
    schedule.cards.back().name = name;
  }
  const nlohmann::json parsed = nlohmann::json::parse(Write(schedule), nullptr, false);
  ASSERT_FALSE(parsed.is_discarded());
  EXPECT_EQ(parsed["cards"].size(), AwkwardNames().size());
}

TEST(JsonScheduleWriterTest, MakesIdsWhereTheFileHadNoneOrTheSameTwice) {
  Schedule schedule;
  schedule.cards.resize(5);
  schedule.cards[0].source_id = "a";
  schedule.cards[1].source_id = "a";
  schedule.cards[2].source_id = "card 0";
  schedule.cards[4].name = "named";
  const absl::StatusOr<Schedule> back = ReadSchedule(Write(schedule), {});
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->cards[0].source_id, "a");
  EXPECT_EQ(back->cards[1].source_id, "card 1");
  EXPECT_EQ(back->cards[2].source_id, "card 0");
  EXPECT_EQ(back->cards[3].source_id, "card 2");
  EXPECT_EQ(back->cards[3].name, "");
  EXPECT_EQ(back->cards[4].name, "named");
}

TEST(JsonScheduleWriterTest, LooksLikeThis) {
  Schedule schedule;
  schedule.source_files = {"move.cc"};
  schedule.sets.resize(1);
  schedule.sets[0].source_id = "Movement";
  schedule.sets[0].name = "Movement";
  schedule.cards.resize(2);
  schedule.cards[0].source_id = "walk";
  schedule.cards[0].name = "walk";
  schedule.cards[0].lane = Lane::kAnyThread;
  schedule.cards[0].cost_us = 12.5;
  schedule.cards[0].sets = {0};
  schedule.cards[0].source = {1, 12};
  schedule.cards[1].source_id = "look";
  schedule.cards[1].name = "look \"around\"";
  schedule.cards[1].start = TickGroup::kPostPhysics;
  ScheduleEdge edge;
  edge.from = {ScheduleEndpoint::Kind::kSet, 0};
  edge.to.index = 1;
  schedule.edges = {edge};
  EXPECT_EQ(Write(schedule),
            R"({"tickgraph_schedule": 1,
 "sets": [
  {"id": "Movement"}
 ],
 "cards": [
  {"id": "walk", "lane": "AnyThread", "cost_us": 12.5, "sets": ["Movement"], "source": "move.cc:12"},
  {"id": "look", "name": "look \"around\"", "start": "PostPhysics"}
 ],
 "edges": [
  {"before_set": "Movement", "after": "look"}
 ]}
)");
  EXPECT_EQ(Write(Schedule{}),
            "{\"tickgraph_schedule\": 1,\n \"sets\": [],\n \"cards\": [],\n \"edges\": []}\n");
}

TEST(JsonScheduleWriterTest, SaysWhenTheStreamFails) {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  EXPECT_EQ(WriteJsonSchedule(out, Schedule{}).code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace tickgraph::model
