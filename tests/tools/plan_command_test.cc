#include "tools/plan_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "tests/support/reference_data.h"
#include "tests/tools/outcome.h"
#include "tests/tools/text_file.h"
#include "tickgraph/model/read_schedule.h"
#include "tools/exit_code.h"

namespace tickgraph {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

Outcome Plan(const PlanOptions& options) { return OutcomeOf(RunPlanCommand, options); }

TEST(PlanCommandTest, WritesTheJsonThatIsPromised) {
  const auto file = WriteTextFile(
      "a.dot",
      "digraph { subgraph cluster_s { label=S a [group=PostPhysics, cost_us=2, tooltip=full] } \n"
      "a -> b\nb -> c [state=x]\nc -> b\n d [state=disabled] e [state=cooling, cooling_s=0.5] }");
  const Outcome outcome = Plan({.file = file, .json = true});
  EXPECT_EQ(outcome.code, kFindings);
  const json plan = outcome.Parsed();
  ASSERT_TRUE(plan.is_object()) << outcome.out;
  EXPECT_EQ(plan["file"], file.string());
  EXPECT_EQ(plan["format"], "dot");
  EXPECT_EQ(plan["counts"], json::parse(R"({"cards": 5, "edges": 3, "order_edges": 3,
      "ordered_pairs": 3, "longest_chain": 1, "enabled": 4, "cooling": 1, "disabled": 1,
      "sets": 1})"));
  ASSERT_EQ(plan["cards"].size(), 5u);
  for (const json& card : plan["cards"]) {
    if (card["name"] != "a") continue;
    EXPECT_EQ(card, json::parse(R"({"name": "a", "full_name": "full", "start": "PostPhysics",
        "end": "PostPhysics", "lane": null, "state": "enabled", "cost_us": 2, "sets": ["S"],
        "line": 1})"));
  }
  ASSERT_EQ(plan["demotions"].size(), 2u);
  EXPECT_EQ(plan["demotions"][0], json::parse(R"({"card": "b",
      "declared": {"start": "PrePhysics", "end": "PrePhysics"},
      "effective": {"start": "PostPhysics", "end": "PostPhysics"}, "cause": "a"})"));
  ASSERT_EQ(plan["cycles"].size(), 1u);
  EXPECT_EQ(plan["cycles"][0]["ignored_line"], 4);
  EXPECT_EQ(plan["cycles"][0]["path"].size(), 2u);
  EXPECT_EQ(plan["warnings"].size(), 0u);
}

// case-O7: the order is part of it.
TEST(PlanCommandTest, WritesTextForPeople) {
  const auto file = WriteTextFile(
      "a.dot", "digraph { a [group=PostPhysics]\n a -> b\nx -> \"two\nlines\"\nx -> x}");
  const Outcome outcome = Plan({.file = file});
  EXPECT_EQ(outcome.code, kFindings);
  EXPECT_THAT(outcome.out, HasSubstr("\nPostPhysics\n  a\n  b\n"));
  EXPECT_THAT(outcome.out, HasSubstr("  \"two\\nlines\"\n"));
  EXPECT_THAT(outcome.out, HasSubstr("b: PrePhysics → PostPhysics, because of a"));
  EXPECT_THAT(outcome.out, HasSubstr("a.dot:5: this edge closes a cycle and is ignored"));
  EXPECT_EQ(outcome.err, "");
}

TEST(PlanCommandTest, EndsWithZeroWhereNothingIsOdd) {
  EXPECT_EQ(Plan({.file = WriteTextFile("a.dot", "digraph { a -> b }")}).code, kFine);
}

TEST(PlanCommandTest, RefusesWhatItCannotRead) {
  Outcome outcome = Plan({.file = TemporaryPath("absent.dot")});
  EXPECT_EQ(outcome.code, kBadUse);
  EXPECT_THAT(outcome.err, HasSubstr("there is no such file"));
  const auto file = WriteTextFile("a.dot", "digraph {\n a [cost_us=-1] b }");
  outcome = Plan({.file = file, .json = true});
  EXPECT_EQ(outcome.code, kBadUse);
  EXPECT_THAT(outcome.err, HasSubstr("a.dot:2: card \"a\": cost_us is \"-1\""));
  EXPECT_EQ(outcome.out, "");
  outcome = Plan({.file = file, .json = true, .lenient = true});
  EXPECT_EQ(outcome.code, kFindings);
  EXPECT_EQ(outcome.Parsed()["warnings"][0]["kind"], "loss");
  EXPECT_EQ(outcome.Parsed()["warnings"][0]["line"], 2);
}

constexpr std::string_view kEverything = R"(digraph {
    subgraph cluster_s { label=S a [group=PostPhysics, label="x \"y\" -> z", cost_us=0] }
    a -> b; c [state=cooling, cooling_s=0.5] d [state=disabled, lane=AnyThread]
    subgraph cluster_s -> d; b -> e; e -> b })";

TEST(PlanCommandTest, WritesAScheduleThatReadsBackWithoutLoss) {
  const auto file = WriteTextFile("a.dot", kEverything);
  const auto dot = TemporaryPath("plan.dot");
  const auto json_file = TemporaryPath("plan.json");
  EXPECT_EQ(Plan({.file = file, .dot = dot, .save = json_file}).code, kFindings) << "a cycle";
  for (const auto& written : {dot, json_file}) {
    const absl::StatusOr<model::Schedule> again = model::ReadScheduleFile(written, {});
    ASSERT_TRUE(again.ok()) << again.status();
    ASSERT_EQ(again->cards.size(), 5u);
    EXPECT_EQ(again->sets.size(), 1u);
    EXPECT_EQ(again->edges.size(), 4u);
    EXPECT_EQ(again->cards[0].name, "x \"y\" -> z");
    EXPECT_EQ(again->cards[0].cost_us, 0);
    EXPECT_EQ(again->cards[1].cost_us, std::nullopt);
    EXPECT_EQ(again->cards[1].start, std::nullopt) << "what was declared, not what it became";
    EXPECT_EQ(again->cards[2].state, model::CardState::kCoolingDown);
    EXPECT_EQ(again->cards[2].cooling_seconds, 0.5);
    EXPECT_EQ(again->cards[3].lane, Lane::kAnyThread);
  }
}

TEST(PlanCommandTest, DrawsThePlan) {
  const auto dot = TemporaryPath("plan.dot");
  Plan({.file = WriteTextFile("a.dot", kEverything), .dot = dot});
  const std::string text = ReadTextFile(dot);
  EXPECT_THAT(text, HasSubstr("PrePhysics → PostPhysics"));
  EXPECT_THAT(text, HasSubstr("n4 -> n1 [style=bold, color=red, constraint=false]"));
  EXPECT_THAT(text, HasSubstr("n1 -> n4;"));
}

TEST(PlanCommandTest, SaysWhereItCannotWrite) {
  const auto file = WriteTextFile("a.dot", "digraph { a }");
  for (const char* path : {"/no/such/folder/plan", "/dev/full"}) {
    EXPECT_EQ(Plan({.file = file, .dot = path}).code, kBadUse) << path;
    const Outcome outcome = Plan({.file = file, .save = path});
    EXPECT_EQ(outcome.code, kBadUse) << path;
    EXPECT_THAT(outcome.err, HasSubstr("writ")) << path;
  }
}

TEST(PlanCommandTest, ReferenceFilesAreWrittenWithoutLoss) {
  const auto readme = ReferenceFile("schedules/bevy/README.md");
  if (!readme) GTEST_SKIP() << "reference data is not here: schedules";
  const auto schedules = readme->parent_path().parent_path();
  int files = 0;
  for (const auto& folder : {schedules / "bevy", schedules / "dumpticks", schedules / "unity",
                             schedules.parent_path() / "stg" / "graphs"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".md") continue;
      ++files;
      const auto dot = TemporaryPath("plan.dot");
      const auto saved = TemporaryPath("plan.json");
      const json plan =
          Plan({.file = entry.path(), .json = true, .dot = dot, .save = saved}).Parsed();
      ASSERT_TRUE(plan.is_object()) << entry.path();
      for (const auto& written : {dot, saved}) {
        const json again = Plan({.file = written, .json = true}).Parsed();
        ASSERT_TRUE(again.is_object()) << entry.path() << written;
        EXPECT_EQ(again["counts"], plan["counts"]) << entry.path() << written;
        EXPECT_EQ(again["demotions"], plan["demotions"]) << entry.path() << written;
        EXPECT_EQ(again["critical_path"], plan["critical_path"]) << entry.path() << written;
        EXPECT_EQ(again["cycles"].size(), plan["cycles"].size()) << entry.path() << written;
      }
    }
  }
  EXPECT_GE(files, 10);
}

TEST(PlanCommandTest, GivesTheNumbersOfTheSamples) {
  const auto dump = ReferenceFile("schedules/dumpticks/C_inside_saved.log");
  const auto bevy = ReferenceFile("schedules/bevy/schedule_PostUpdate.dot");
  if (!dump || !bevy) GTEST_SKIP() << "reference data is not here: schedules";
  json counts = Plan({.file = *dump, .json = true}).Parsed()["counts"];
  EXPECT_EQ(counts["cards"], 12);
  EXPECT_EQ(counts["enabled"], 11);
  EXPECT_EQ(counts["cooling"], 2);
  EXPECT_EQ(counts["disabled"], 1);
  counts = Plan({.file = *bevy, .json = true}).Parsed()["counts"];
  EXPECT_EQ(counts["cards"], 144);
  EXPECT_EQ(counts["edges"], 124);
  EXPECT_EQ(counts["order_edges"], 116);
  EXPECT_EQ(counts["ordered_pairs"], 865);
  EXPECT_EQ(counts["longest_chain"], 29);
  EXPECT_EQ(counts["sets"], 32);
}

TEST(PlanCommandTest, ExplainsACardByItsName) {
  const auto file = WriteTextFile(
      "a.dot", "digraph { mesh [group=PostPhysics]\n camera mesh -> camera\n hud cam_shake }");
  const Outcome outcome = Plan({.file = file, .explain = {"camera"}});
  EXPECT_EQ(outcome.code, kFine) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("card \"camera\""));
  EXPECT_THAT(outcome.out, HasSubstr("effective  PostPhysics"));
  EXPECT_THAT(outcome.out, HasSubstr("moved by its prerequisite \"mesh\""));
  EXPECT_THAT(outcome.out, HasSubstr("a.dot:2"));
  const json plan = Plan({.file = file, .json = true, .explain = {"hud"}}).Parsed();
  ASSERT_EQ(plan["explanations"].size(), 1u);
}

TEST(PlanCommandTest, OffersNamesWhereItCannotTellWhichCardIsMeant) {
  const auto file = WriteTextFile("a.dot", "digraph { camera\n cam_shake\n hud }");
  const Outcome several = Plan({.file = file, .explain = {"cam"}});
  EXPECT_EQ(several.code, kBadUse);
  EXPECT_THAT(several.err, HasSubstr("\"camera\" (line 1)"));
  EXPECT_THAT(several.err, HasSubstr("\"cam_shake\" (line 2)"));
  const Outcome none = Plan({.file = file, .explain = {"sound"}});
  EXPECT_EQ(none.code, kBadUse);
  EXPECT_THAT(none.err, HasSubstr("no card is called \"sound\""));
}

TEST(PlanCommandTest, ShowsTheCriticalPath) {
  const auto file =
      WriteTextFile("a.dot", "digraph { a [cost_us=5] b [cost_us=2] c [cost_us=4] a -> b\n }");
  EXPECT_THAT(Plan({.file = file}).out,
              HasSubstr("Critical path: 7 µs of 11 µs in all\n  a  5 µs"));
  const json plan = Plan({.file = file, .json = true}).Parsed();
  EXPECT_EQ(plan["critical_path"],
            json::parse(R"({"cost_us": 7, "total_cost_us": 11, "cards": ["a", "b"]})"));
}

}  // namespace
}  // namespace tickgraph
