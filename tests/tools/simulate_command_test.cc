#include "tools/simulate_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/tools/outcome.h"
#include "tests/tools/text_file.h"
#include "tools/exit_code.h"

namespace tickgraph {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Outcome Simulate(const SimulateOptions& options) { return OutcomeOf(RunSimulateCommand, options); }

// Four tasks of 2, 3, 4 and 1 µs; a before b, c before d.
constexpr std::string_view kTasks =
    "digraph { a [cost_us=2] b [cost_us=3] c [cost_us=4] d [cost_us=1] a -> b\nc -> d }";

// A frame: two cards on the game thread, one beside them.
constexpr std::string_view kFrame =
    "digraph { move [cost_us=10, lane=GameThread] think [cost_us=20, lane=GameThread] "
    "look [cost_us=6.5, lane=AnyThread] move -> look\n look -> draw\n"
    "draw [cost_us=3, group=PostPhysics] }";

TEST(SimulateCommandTest, WritesExactlyTheJsonThatIsPromised) {
  const auto file = WriteTextFile("a.dot", kTasks);
  const auto other = WriteTextFile("b.dot", "digraph { a [cost_us=0.25] }");
  const Outcome outcome = Simulate({.files = {file, other}, .processors = {1, 2, 8}, .json = true});
  EXPECT_EQ(outcome.code, kFine);
  EXPECT_EQ(outcome.err, "");
  const json expected = {{"files",
                          {{{"file", file.string()},
                            {"total_cost", 10},
                            {"critical_path", 5},
                            {"results",
                             {{{"processors", 1}, {"makespan", 10}},
                              {{"processors", 2}, {"makespan", 5}},
                              {{"processors", 8}, {"makespan", 5}}}}},
                           {{"file", other.string()},
                            {"total_cost", 0.25},
                            {"critical_path", 0.25},
                            {"results",
                             {{{"processors", 1}, {"makespan", 0.25}},
                              {{"processors", 2}, {"makespan", 0.25}},
                              {{"processors", 8}, {"makespan", 0.25}}}}}}}};
  EXPECT_EQ(outcome.Parsed(), expected);
  EXPECT_THAT(outcome.out, HasSubstr("\"makespan\": 10}")) << "whole numbers are written as such";
}

TEST(SimulateCommandTest, ChangesStandInAMemberOfTheirOwn) {
  const auto file = WriteTextFile("a.dot", kFrame);
  const Outcome outcome =
      Simulate({.files = {file},
                .processors = {1, 2},
                .what_if = {"any-thread=think", "cost=look:8", "remove-edge=look:draw"},
                .json = true});
  ASSERT_EQ(outcome.code, kFine) << outcome.err;
  const json result = outcome.Parsed()["files"][0];
  EXPECT_EQ(result["total_cost"], 39.5);
  EXPECT_EQ(result["critical_path"], 20) << "think alone";
  EXPECT_EQ(result["results"], json::parse(R"([{"processors": 1, "makespan": 39.5},
                                               {"processors": 2, "makespan": 33}])"));
  // draw waits for the end of PrePhysics, with the edge or without.
  EXPECT_EQ(result["what_if"], json::parse(R"({
      "changes": ["any-thread=think", "cost=look:8", "remove-edge=look:draw"],
      "total_cost": 41, "critical_path": 20,
      "results": [{"processors": 1, "makespan": 41}, {"processors": 2, "makespan": 23}]})"));
}

// Two of 3 µs and three of 2: the longest first leaves a short one for the end.
constexpr std::string_view kThreesAndTwos =
    "digraph { a [cost_us=3] b [cost_us=3] c [cost_us=2] d [cost_us=2] e [cost_us=2] }";

TEST(SimulateCommandTest, ASearchStandsBesideThePlainOrder) {
  const auto file = WriteTextFile("a.dot", kThreesAndTwos);
  const Outcome outcome = Simulate({.files = {file},
                                    .processors = {1, 2, 4},
                                    .what_if = {"cost=a:3.5"},
                                    .search = 50,
                                    .json = true});
  ASSERT_EQ(outcome.code, kFine) << outcome.err;
  const json result = outcome.Parsed()["files"][0];
  const json plain = {{"makespan", 12}, {"lower_bound", 12}, {"won", 0}, {"open", 0}, {"lists", 1}};
  EXPECT_EQ(result["results"][0], json({{"processors", 1}, {"makespan", 12}, {"search", plain}}));
  json two = result["results"][1];
  EXPECT_EQ(two["makespan"], 7) << "still that of the plain order";
  EXPECT_GT(two["search"]["lists"], 1);
  EXPECT_LE(two["search"]["lists"], 50);
  two["search"].erase("lists");
  EXPECT_EQ(two["search"], json({{"makespan", 6}, {"lower_bound", 6}, {"won", 1}, {"open", 0}}));
  const json four = result["results"][2]["search"];
  EXPECT_EQ(four["makespan"], 4);
  EXPECT_EQ(four["open"].get<double>(), 4 - four["lower_bound"].get<double>());
  EXPECT_EQ(result["what_if"]["results"][1]["search"]["won"], 0.5);
  EXPECT_EQ(Simulate({.files = {file}, .json = true}).out.find("search"), std::string::npos);
}

TEST(SimulateCommandTest, ASearchIsATableOfItsOwn) {
  const auto file = WriteTextFile("a.dot", kThreesAndTwos);
  const Outcome outcome =
      Simulate({.files = {file}, .processors = {2}, .what_if = {"cost=a:1.5"}, .search = 50});
  EXPECT_EQ(outcome.code, kFine);
  EXPECT_THAT(outcome.out,
              HasSubstr("  other orders, at most 50 list(s)\n"
                        "  processors      makespan      searched         bound           won"
                        "          open    lists\n"
                        "           2             7             6             6             1"
                        "             0  "));
  EXPECT_THAT(outcome.out, HasSubstr("  other orders, what if, at most 50 list(s)\n"));
  EXPECT_THAT(Simulate({.files = {file}}).out, Not(HasSubstr("other orders")));
}

TEST(SimulateCommandTest, WritesTextForPeople) {
  const auto file = WriteTextFile("a.dot", kFrame);
  const Outcome outcome =
      Simulate({.files = {file}, .processors = {1, 2}, .what_if = {"any-thread=think"}});
  EXPECT_EQ(outcome.code, kFine);
  EXPECT_THAT(outcome.out, HasSubstr("(dot): 4 card(s), 2 edge(s); times in µs\n"));
  EXPECT_THAT(outcome.out, HasSubstr("  game thread    33, 3 card(s)\n"));
  EXPECT_THAT(outcome.out, HasSubstr("  total cost     39.5\n"));
  EXPECT_THAT(outcome.out, HasSubstr("  critical path  20: think\n"));
  EXPECT_THAT(outcome.out,
              HasSubstr("  held up on 2   move → think (processor) → draw (processor)\n"));
  EXPECT_THAT(outcome.out, HasSubstr("  held up on 2   think → draw (group)\n"));
  EXPECT_THAT(outcome.out, HasSubstr("  what if\n    any-thread=think\n"));
  EXPECT_THAT(outcome.out, HasSubstr("           2            33      1.20   60%            23"));
  EXPECT_THAT(outcome.out, HasSubstr("           -10\n"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("Warnings")));
}

TEST(SimulateCommandTest, CutsLongPaths) {
  std::string text = "digraph { ";
  for (int card = 0; card < 40; ++card) text += (card == 0 ? "t" : " -> t") + std::to_string(card);
  const Outcome outcome = Simulate({.files = {WriteTextFile("a.dot", text + " }")}});
  EXPECT_THAT(outcome.out, HasSubstr("200: t0 → t1 → t2 → t3 → t4 → t5 → t6 → t7 → … 28 more … → "
                                     "t36 → t37 → t38 → t39\n"));
}

TEST(SimulateCommandTest, PutsLongNamesOnLinesOfTheirOwn) {
  const std::string name(100, 'x');
  const auto file = WriteTextFile("a.dot", "digraph { " + name + "1 -> " + name + "2 }");
  EXPECT_THAT(Simulate({.files = {file}}).out,
              HasSubstr("critical path  10:\n    " + name + "1\n  → " + name + "2\n"));
}

TEST(SimulateCommandTest, TimesOfTaskGraphsAreInUnitsOfTheFile) {
  const auto file = WriteTextFile("a.stg",
                                  "3\n0 0 0\n1 4 1 0\n2 5 1 0\n3 6 1 1\n4 0 2 2 3\n"
                                  "#  2 Proc. : 9 10\n");
  const Outcome outcome = Simulate({.files = {file}, .processors = {1, 2}});
  EXPECT_EQ(outcome.code, kFine);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("times in units of the file\n"),
                                 HasSubstr("critical path  10: 0 → 1 → 3 → 4\n"),
                                 HasSubstr("           2            10      1.50   75%"),
                                 HasSubstr("       9 to 10\n")));
}

TEST(SimulateCommandTest, SaysWhichCostsAreMissing) {
  const auto file = WriteTextFile("a.dot", "digraph { a -> b b [cost_us=1] }");
  EXPECT_THAT(Simulate({.files = {file}}).out,
              HasSubstr("1 card(s); each is taken to cost 5 µs\n"));
  const Outcome outcome = Simulate({.files = {file}, .cost_us = 2, .json = true});
  EXPECT_EQ(outcome.Parsed()["files"][0]["total_cost"], 3);
}

TEST(SimulateCommandTest, CyclesAndWarningsAreFindings) {
  const auto file = WriteTextFile("a.dot", "digraph { a -> b b -> a c [lane=Sideways] }");
  const Outcome text = Simulate({.files = {file}, .lenient = true});
  EXPECT_EQ(text.code, kFindings);
  EXPECT_THAT(text.out, AllOf(HasSubstr("Warnings\n"), HasSubstr("a.dot:1: card \"c\""),
                              HasSubstr("1 edge(s) close cycles and are ignored")));
  EXPECT_EQ(text.err, "");
  const Outcome for_programs = Simulate({.files = {file}, .json = true, .lenient = true});
  EXPECT_EQ(for_programs.code, kFindings);
  EXPECT_EQ(for_programs.Parsed()["files"][0].size(), 4U);
  EXPECT_THAT(for_programs.err, HasSubstr("warning: "));
}

TEST(SimulateCommandTest, RefusesWhatItCannotRead) {
  const auto file = WriteTextFile("a.dot", kTasks);
  Outcome outcome = Simulate({.files = {TemporaryPath("absent.dot"), file}});
  EXPECT_EQ(outcome.code, kBadUse);
  EXPECT_THAT(outcome.err, HasSubstr("there is no such file"));
  EXPECT_EQ(outcome.out, "") << "all or nothing";
  EXPECT_EQ(Simulate({.files = {file}, .processors = {0}}).code, kBadUse);
  EXPECT_EQ(Simulate({.files = {file}, .processors = {}}).code, kBadUse);
  EXPECT_EQ(Simulate({.files = {file}, .cost_us = -1}).code, kBadUse);
  EXPECT_EQ(Simulate({.files = {file}, .search = -1}).code, kBadUse);
  EXPECT_EQ(Simulate({.files = {file}, .search = 1'000'001}).code, kBadUse);
}

TEST(SimulateCommandTest, AnswersBadNamesWithCandidates) {
  const auto file =
      WriteTextFile("a.dot", "digraph { n1 [label=walk] n2 [label=walk] look n1 -> look }");
  Outcome outcome = Simulate({.files = {file}, .what_if = {"any-thread=wlak"}, .json = true});
  EXPECT_EQ(outcome.code, kBadUse);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr(file.string() + ": no card is called \"wlak\""),
                                 HasSubstr("nearest: \"walk\" = \"n1\" (line 1)")));
  outcome = Simulate({.files = {file}, .what_if = {"cost=walk:3"}});
  EXPECT_EQ(outcome.code, kBadUse);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("2 cards are called \"walk\""), HasSubstr("\"n2\"")));
  EXPECT_EQ(Simulate({.files = {file}, .what_if = {"cost=n1:3"}}).code, kFine);
  EXPECT_EQ(Simulate({.files = {file}, .what_if = {"remove-edge=walk:look"}}).code, kFine)
      << "only one of the two is the end of such an edge";
}

TEST(SimulateCommandTest, ReadsNumbersOfProcessors) {
  EXPECT_THAT(ParseProcessors("1,2,16").value(), ElementsAre(1, 2, 16));
  EXPECT_THAT(ParseProcessors("3").value(), ElementsAre(3));
  for (const std::string_view bad : {"", "1,", "0", "-2", "two", "1.5", "1000001", "1,,2"}) {
    EXPECT_FALSE(ParseProcessors(bad).ok()) << bad;
  }
}

#ifdef TICKGRAPH_COMMAND

TEST(SimulateCommandTest, TakesOptionsBeforeAfterAndBetweenFiles) {
  const auto file = WriteTextFile("a.dot", kTasks);
  const auto out = TemporaryPath("out");
  const std::string name = "'" + file.string() + "'";
  const std::string line =
      "'" TICKGRAPH_COMMAND "' simulate --processors 2,1 " + name + " --what-if any-thread=a " +
      name + " --what-if=remove-edge=a:b --cost 3us --search 5 --json >'" + out.string() + "'";
  ASSERT_EQ(std::system(line.c_str()), 0) << line;
  const json files = json::parse(ReadTextFile(out))["files"];
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[1]["results"][0]["processors"], 2);
  EXPECT_EQ(files[1]["what_if"]["changes"], json::parse(R"(["any-thread=a", "remove-edge=a:b"])"));
  EXPECT_TRUE(files[1]["results"][0].contains("search"));
  EXPECT_NE(std::system("'" TICKGRAPH_COMMAND "' simulate 2>/dev/null"), 0);
}

#endif  // TICKGRAPH_COMMAND

}  // namespace
}  // namespace tickgraph
