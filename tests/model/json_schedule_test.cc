#include "tickgraph/model/json_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/small_stack.h"
#include "tickgraph/model/read_schedule.h"
#include "tickgraph/model/schedule_counts.h"
#include "tickgraph/model/source_table.h"

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

absl::StatusOr<Schedule> Read(std::string_view text, bool lenient = false) {
  return ReadSchedule(text,
                      {.file = "x.json", .lenient = lenient, .format = ScheduleFormat::kJson});
}

// The members of a schedule, with the version in front of them.
std::string Members(std::string_view members) {
  return "{\"tickgraph_schedule\": 1,\n" + std::string(members) + "}\n";
}

TEST(JsonScheduleTest, ReadsEverythingThatACardCanSay) {
  const absl::StatusOr<Schedule> schedule = Read(Members(R"(
    "sets": [{"name": "Movement", "full_name": "game::Movement", "in": ["all"], "source": "m.h:3"},
             {"id": "all"}],
    "cards": [{"id": "c1", "name": "walk", "full_name": "game::Walk", "owner": "hero",
               "start": "PrePhysics", "end": "TG_PostPhysics", "lane": "AnyThread",
               "high_priority": true, "order": -3, "tie_key": 18446744073709551615,
               "allow_on_dedicated_server": false, "engine_stage": true, "state": "cooling",
               "cooling_s": 0.25, "cost_us": 12.5, "count": 3, "missing": true,
               "sets": ["Movement", "all"], "source": "src/move.cc:12"},
              {"name": "look", "lane": null}],
    "edges": [{"before": "c1", "after": "look", "source": "src/main.cc:7"},
              {"before_set": "all", "after": "c1"}, {"before": "look", "after_set": "Movement"},
              {"member": "look", "of": "all"}, {"member_set": "all", "of": "Movement"}],
    "published": [{"processors": 4, "lower_us": 10, "best_us": 10.5}],
    "declared": {"registered": 2, "enabled": 1, "disabled": 1})"));
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_THAT(schedule->warnings, IsEmpty());
  ASSERT_EQ(schedule->cards.size(), 2u);
  const ScheduleCard& card = schedule->cards[0];
  EXPECT_EQ(card.name, "walk");
  EXPECT_EQ(card.source_id, "c1");
  EXPECT_EQ(card.full_name, "game::Walk");
  EXPECT_EQ(card.owner, "hero");
  EXPECT_EQ(card.start, TickGroup::kPrePhysics);
  EXPECT_EQ(card.end, TickGroup::kPostPhysics);
  EXPECT_EQ(card.lane, Lane::kAnyThread);
  EXPECT_TRUE(card.high_priority);
  EXPECT_EQ(card.order, -3);
  EXPECT_EQ(card.tie_key, 18446744073709551615u);
  EXPECT_FALSE(card.allow_on_dedicated_server);
  EXPECT_TRUE(card.engine_stage);
  EXPECT_EQ(card.state, CardState::kCoolingDown);
  EXPECT_EQ(card.cooling_seconds, 0.25);
  EXPECT_EQ(card.cost_us, 12.5);
  EXPECT_EQ(card.count, 3);
  EXPECT_TRUE(card.missing);
  EXPECT_THAT(card.sets, ElementsAre(0, 1));
  EXPECT_EQ(SourceText(*schedule, card.source), "src/move.cc:12");
  EXPECT_EQ(card.line, 5);
  EXPECT_EQ(schedule->cards[1].source_id, "look");
  EXPECT_EQ(schedule->cards[1].lane, std::nullopt);
  EXPECT_THAT(schedule->cards[1].sets, ElementsAre(1));
  ASSERT_EQ(schedule->sets.size(), 2u);
  EXPECT_EQ(schedule->sets[0].full_name, "game::Movement");
  EXPECT_THAT(schedule->sets[0].parents, ElementsAre(1));
  EXPECT_THAT(schedule->sets[1].parents, ElementsAre(0));
  EXPECT_EQ(SourceText(*schedule, schedule->sets[0].source), "m.h:3");
  ASSERT_EQ(schedule->edges.size(), 5u);
  EXPECT_EQ(schedule->edges[0].to.index, 1u);
  EXPECT_EQ(SourceText(*schedule, schedule->edges[0].source), "src/main.cc:7");
  EXPECT_TRUE(schedule->edges[1].from.is_set());
  EXPECT_TRUE(schedule->edges[2].to.is_set());
  EXPECT_EQ(schedule->edges[3].kind, ScheduleEdge::Kind::kMembership);
  EXPECT_THAT(schedule->published, ElementsAre(PublishedMakespan{4, 10, 10.5}));
  EXPECT_EQ(schedule->declared.registered, 2);
}

TEST(JsonScheduleTest, ReadsListsInAnyOrder) {
  const absl::StatusOr<Schedule> schedule = Read(
      "{\"edges\": [{\"after\": \"b\", \"before\": \"a\"}],\n"
      "\"cards\": [{\"sets\": [\"s\"], \"name\": \"a\"}, {\"name\": \"b\"}],\n"
      "\"sets\": [{\"name\": \"s\"}], \"tickgraph_schedule\": 1}");
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  ASSERT_EQ(schedule->edges.size(), 1u);
  EXPECT_EQ(schedule->edges[0].from.index, 0u);
  EXPECT_EQ(schedule->edges[0].to.index, 1u);
  EXPECT_THAT(schedule->cards[0].sets, ElementsAre(0));
}

TEST(JsonScheduleTest, DoubtsWhatItDoesNotKnow) {
  const absl::StatusOr<Schedule> schedule = Read(
      Members("\"later\": {\"deep\": [{}]},\n\"cards\": [{\"name\": \"a\",\n\"colour\": \"red\",\n"
              "\"name\": \"b\"}]"));
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_EQ(schedule->cards[0].name, "a");
  ASSERT_EQ(schedule->warnings.size(), 3u);
  EXPECT_EQ(schedule->warnings[0].line, 2);
  EXPECT_THAT(schedule->warnings[1].text, HasSubstr("\"colour\""));
  EXPECT_EQ(schedule->warnings[1].line, 4);
  EXPECT_THAT(schedule->warnings[2].text, HasSubstr("\"name\""));
}

TEST(JsonScheduleTest, IsKnownByItsBrace) {
  EXPECT_TRUE(LooksLikeJson(" \r\n{ \"a\""));
  EXPECT_TRUE(LooksLikeJson("{}"));
  EXPECT_TRUE(LooksLikeJson("{"));
  EXPECT_FALSE(LooksLikeJson("{a}"));
  EXPECT_FALSE(LooksLikeJson("[2026.01.15-10.20.30:123][252]"));
  EXPECT_FALSE(LooksLikeJson(""));
  EXPECT_EQ(FindScheduleFormat("{\"cards\": [{\"name\": \"Tick Functions (\"}]}"),
            ScheduleFormat::kJson);
}

struct Broken {
  std::string text;
  const char* message;
  // What is left when reading leniently.
  std::size_t cards, edges;
};

TEST(JsonScheduleTest, NamesTheLineOfWhatIsBroken) {
  const std::string two = "\"cards\": [{\"name\": \"a\"},\n{\"name\": \"b\"}],\n";
  const auto card = [](std::string_view member) {
    return Members("\"cards\": [{\"name\": \"a\",\n" + std::string(member) + "}]");
  };
  const auto edge = [&](std::string_view members) {
    return Members(two + "\"edges\": [\n{" + std::string(members) + "}]");
  };
  const Broken kBroken[] = {
      // Not JSON, or cut off.
      {"{", "x.json:1: not JSON", 0, 0},
      {"{\"tickgraph_schedule\": 1,\n\"cards\": [{\"name\": \"a\"},\n", "x.json:2: not JSON", 1, 0},
      {"{\"tickgraph_schedule\": 1,\n\"cards\": [\n{\"name\": \"a", "x.json:3: not JSON", 0, 0},
      {Members("\"cards\": [{\"name\": \"a\",\n\"cost_us\": NaN}]"), "x.json:3: not JSON", 0, 0},
      {Members("\"cards\": [{\"name\": \"a\",\n\"cost_us\": -Infinity}]"), "x.json:3: not JSON", 0,
       0},
      {Members("\"cards\": [{\"name\": \"a\",\n\"cost_us\": 1e999}]"), "x.json:3: not JSON", 0, 0},
      {Members("\"cards\": [{\"name\": \"a\xFF\"}]"), "ill-formed UTF-8", 0, 0},
      {"{\"tickgraph_schedule\": 1}\nx", "x.json:2: not JSON", 0, 0},
      {"{\"tickgraph_schedule\": 1}" + std::string("\0x", 2), "x.json:1: text behind the '}'", 0,
       0},
      {Members(two) + Members(""), "not JSON", 2, 0},
      // Values that are none.
      {card("\"cost_us\": -1"), "x.json:3: card \"a\": cost_us is -1, expected a number from 0", 1,
       0},
      {card("\"cost_us\": 1e300"), "cost_us is 1e+300", 1, 0},
      {card("\"cost_us\": \"5\""), "cost_us is \"5\"", 1, 0},
      {card("\"cooling_s\": true"), "cooling_s is true", 1, 0},
      {card("\"order\": 2147483648"), "order is 2147483648, expected a whole number", 1, 0},
      {card("\"order\": 0.5"), "order is 0.5", 1, 0},
      {card("\"tie_key\": -1"), "tie_key is -1", 1, 0},
      {card("\"tie_key\": 18446744073709551616"), "tie_key is 1.844674407370955", 1, 0},
      {card("\"count\": -1"), "count is -1", 1, 0},
      {card("\"start\": \"Lunch\""),
       "x.json:3: card \"a\": start is \"Lunch\", expected a tick group", 1, 0},
      {card("\"lane\": \"fast\""), "lane is \"fast\"", 1, 0},
      {card("\"state\": 3"), "state is 3, expected a string", 1, 0},
      {card("\"sets\": \"s\""), "sets is \"s\", expected a list", 1, 0},
      {card("\"sets\": [\"s\"]"), "x.json:2: no set has the id \"s\"", 1, 0},
      {card("\"sets\": [[\"s\"]]"), "x.json:3: expected a string in the list", 1, 0},
      {card("\"owner\": {\"a\": []}"), "x.json:3: \"owner\" holds an object", 1, 0},
      {card("\"source\": \"move.cc\""), "source is \"move.cc\", expected \"file:line\"", 1, 0},
      {card("\"source\": \"move.cc:99999999999\""), "expected \"file:line\"", 1, 0},
      {Members("\"cards\": [{\"cost_us\": 1}]"), "has neither a name nor an id", 1, 0},
      {Members("\"cards\": [{\"id\": \"a\"},\n{\"id\": \"a\"}]"),
       "x.json:3: a card with the id \"a\" was declared on line 2", 2, 0},
      {Members("\"sets\": [{\"id\": \"a\"},\n{\"id\": \"a\"}]"),
       "x.json:3: a set with the id \"a\" was declared on line 2", 0, 0},
      // Edges.
      {edge("\"before\": \"a\", \"after\": \"z\""), "x.json:5: no card has the id \"z\"", 2, 0},
      {edge("\"before_set\": \"a\", \"after\": \"b\""), "no set has the id \"a\"", 2, 0},
      {edge("\"after\": \"b\""), "the edge names neither \"before\" nor \"before_set\"", 2, 0},
      {edge("\"before\": \"a\", \"after\": 3"), "after is 3, expected a string", 2, 0},
      {edge("\"member\": \"a\""), "does not name its set", 2, 0},
      {edge("\"member\": \"a\", \"of\": \"z\""), "no set has the id \"z\"", 2, 0},
      // Structure.
      {"{}", "x.json:1: the member \"tickgraph_schedule\" is missing", 0, 0},
      {"{\"tickgraph_schedule\": 2}", "must be 1", 0, 0},
      {Members("\"cards\": 5"), "cards is not a list of objects", 0, 0},
      {Members("\"cards\": {\"a\": [{}]},\n\"cards\": [{\"name\": \"a\"}]"), "is not a list", 1, 0},
      {Members("\"cards\": [\n5, {\"name\": \"a\"}]"), "x.json:3: expected an object in the list",
       1, 0},
      {Members("\"published\": [{\"processors\": 2}]"), "published: expected the members", 0, 0},
      {Members("\"declared\": {\"enabled\": -1}"), "enabled is -1", 0, 0},
  };
  for (const Broken& broken : kBroken) {
    const absl::StatusOr<Schedule> strict = Read(broken.text);
    EXPECT_EQ(strict.status().code(), absl::StatusCode::kInvalidArgument) << broken.text;
    EXPECT_THAT(std::string(strict.status().message()), HasSubstr(broken.message)) << broken.text;
    EXPECT_LT(strict.status().message().size(), 400u);
    const absl::StatusOr<Schedule> lenient = Read(broken.text, /*lenient=*/true);
    ASSERT_TRUE(lenient.ok()) << broken.text << lenient.status();
    EXPECT_EQ(lenient->cards.size(), broken.cards) << broken.text;
    EXPECT_EQ(lenient->edges.size(), broken.edges) << broken.text;
    EXPECT_GE(lenient->warnings.size(), 1u) << broken.text;
  }
  for (const std::string_view text : {"[]", "5", "\"a\""}) {
    EXPECT_THAT(std::string(Read(text, /*lenient=*/true).status().message()),
                HasSubstr("x.json:1: a schedule in JSON is an object"));
  }
}

TEST(JsonScheduleTest, KeepsCyclesForThePlanToReport) {
  const absl::StatusOr<Schedule> schedule =
      Read(Members("\"cards\": [{\"name\": \"a\"}], \"edges\": [{\"before\": \"a\", \"after\": "
                   "\"a\"}]"));
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_TRUE(CountSchedule(*schedule).has_cycle);
}

TEST(JsonScheduleTest, StopsAtTheLimitOfEdges) {
  const std::string text = Members(
      "\"cards\": [{\"name\": \"a\"}], \"edges\": [{\"before\": \"a\", \"after\": \"a\"},\n"
      "{\"before\": \"a\", \"after\": \"a\"}]");
  EXPECT_THAT(
      std::string(
          ReadSchedule(text, {.file = "x", .lenient = true, .most_edges = 1}).status().message()),
      HasSubstr("x:3: more than 1 edges"));
}

// rule P6
TEST(JsonScheduleTest, ReadsDeepNestingOnASmallStack) {
  RunOnSmallStack([] {
    constexpr int kDepth = 1'000'000;
    std::string deep;
    for (int level = 0; level < kDepth; ++level) deep += "[";
    const std::string open = "{\"tickgraph_schedule\": 1, \"x\": " + deep;
    EXPECT_FALSE(Read(open).ok());
    deep.append(kDepth, ']');
    const absl::StatusOr<Schedule> closed =
        Read("{\"tickgraph_schedule\": 1, \"x\": " + deep + ", \"cards\": [{\"name\": \"a\"}]}");
    ASSERT_TRUE(closed.ok()) << closed.status();
    EXPECT_EQ(closed->cards.size(), 1u);
  });
}

}  // namespace
}  // namespace tickgraph::model
