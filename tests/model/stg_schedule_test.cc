#include "tickgraph/model/stg_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/reference_data.h"
#include "tickgraph/model/critical_path.h"
#include "tickgraph/model/read_schedule.h"
#include "tickgraph/model/schedule_counts.h"

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Two tasks between entry and exit.
constexpr std::string_view kSmall =
    "     2\n"
    "     0      0      0\n"
    "     1      5      1      0\n"
    "     2      7      2      0      1\n"
    "     3      0      2      1      2\n"
    "# Task graph\n"
    "#   2 Proc.      :    12    12\n"
    "#  16 Proc.      :    11    12\n"
    "# CP Length      : 12\n";

absl::StatusOr<Schedule> Read(std::string_view text, bool lenient = false) {
  return ReadSchedule(text, {.file = "x.stg", .lenient = lenient});
}

TEST(StgScheduleTest, ReadsTasksCostsAndPredecessors) {
  const absl::StatusOr<Schedule> schedule = Read(kSmall);
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_EQ(schedule->format, ScheduleFormat::kStg);
  ASSERT_EQ(schedule->cards.size(), 4u);
  EXPECT_EQ(schedule->cards[2].name, "2");
  EXPECT_EQ(schedule->cards[2].cost_us, 7);
  EXPECT_EQ(schedule->cards[2].lane, Lane::kAnyThread);
  EXPECT_EQ(schedule->cards[2].line, 4);
  EXPECT_EQ(schedule->cards[0].cost_us, 0);
  ASSERT_EQ(schedule->edges.size(), 5u);
  EXPECT_EQ(schedule->edges[2].from.index, 1u);
  EXPECT_EQ(schedule->edges[2].to.index, 2u);
  EXPECT_EQ(schedule->edges[2].line, 4);
  EXPECT_THAT(schedule->published,
              ElementsAre(PublishedMakespan{2, 12, 12}, PublishedMakespan{16, 11, 12}));
  EXPECT_THAT(schedule->warnings, IsEmpty());
}

TEST(StgScheduleTest, AcceptsACountThatIncludesEntryAndExit) {
  std::string text(kSmall);
  text.replace(5, 1, "4");
  const absl::StatusOr<Schedule> schedule = Read(text);
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_EQ(schedule->cards.size(), 4u);
}

TEST(StgScheduleTest, TakesCommentsAtTheEndsOfLines) {
  const absl::StatusOr<Schedule> schedule =
      Read("# head\n2 # tasks\n\n0 0 0# entry\n1 3 1 0 # 5\n  # between\n2 4 1 1 #\n3 0 1 2\n");
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_EQ(schedule->cards.size(), 4u);
  EXPECT_EQ(schedule->edges.size(), 3u);
  EXPECT_THAT(schedule->warnings, IsEmpty());
}

TEST(StgScheduleTest, SaysWhatIsWrongWithTheNumberOfTasks) {
  for (const std::string count : {"-3", "99999999999999999999", "2.5"}) {
    EXPECT_EQ(Read("# head\n" + count + "\n0 0 0\n").status().message(),
              "x.stg:2: an STG file begins with the number of tasks, a whole number from 0 to "
              "9223372036854775807, found \"" +
                  count + "\"");
  }
}

TEST(StgScheduleTest, DoubtsAnEntryWithACost) {
  const absl::StatusOr<Schedule> schedule = Read("1\n0 3 0\n1 1 1 0\n2 0 1 1\n");
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  ASSERT_EQ(schedule->warnings.size(), 1u);
  EXPECT_EQ(schedule->warnings[0].line, 2);
}

TEST(StgScheduleTest, DoubtsAFileWithoutAnExit) {
  const std::string_view cut = kSmall.substr(0, kSmall.find("     3"));
  const absl::StatusOr<Schedule> schedule = Read(cut.substr(0, cut.rfind('\n')));
  EXPECT_FALSE(schedule.ok()) << "three rows are neither two nor four";
  const absl::StatusOr<Schedule> two = Read("2\n0 0 0\n1 5 1 0\n");
  ASSERT_TRUE(two.ok()) << two.status();
  ASSERT_EQ(two->warnings.size(), 1u);
  EXPECT_THAT(two->warnings[0].text, HasSubstr("cut off"));
}

TEST(StgScheduleTest, IsKnownByItsFirstLine) {
  EXPECT_TRUE(LooksLikeStg("# comment\n\n  12\r\n0 0 0"));
  EXPECT_FALSE(LooksLikeStg("12 13\n"));
  EXPECT_TRUE(LooksLikeStg("# comment\n  12 # tasks\n0 0 0"));
  EXPECT_TRUE(LooksLikeStg("-3\n")) << "so that the error says what is wrong with it";
  EXPECT_TRUE(LooksLikeStg("99999999999999999999\n"));
  EXPECT_FALSE(LooksLikeStg("-\n"));
  EXPECT_FALSE(LooksLikeStg("3a\n"));
  EXPECT_FALSE(LooksLikeStg("hello\n"));
  EXPECT_FALSE(LooksLikeStg("# only a comment"));
  EXPECT_FALSE(LooksLikeStg(""));
}

TEST(StgScheduleTest, NamesTheLineOfWhatIsBroken) {
  struct Broken {
    std::string text;
    const char* message;
    std::size_t cards, edges;
  };
  const Broken kBroken[] = {
      {"2\n0 0 0\n", "x.stg:2: line 1 announces 2 tasks", 1, 0},
      {"9223372036854775807\n0 0 0\n", "announces 9223372036854775807 tasks", 1, 0},
      {"1\n0 0 0\n0 1 0\n", "x.stg:3: task 0 was declared on line 2", 1, 0},
      {"2\n0 0 0\n1 nan 1 0\n", "x.stg:3: task 1: the cost is \"nan\"", 2, 1},
      {"2\n0 0 0\n1 inf 1 0\n", "task 1: the cost is \"inf\"", 2, 1},
      {"2\n0 0 0\n1 -5 1 0\n", "task 1: the cost is \"-5\"", 2, 1},
      {"2\n0 0 0\n1 1e300 1 0\n", "task 1: the cost is \"1e300\"", 2, 1},
      {"2\n0 0 0\n1\n", "x.stg:3: task 1: the cost is \"\"", 2, 0},
      {"2\n0 0 0\n1 5\n", "x.stg:3: task 1: the number of predecessors is \"\"", 2, 0},
      {"2\n0 0 0\n1 5 2 0\n", "task 1 announces 2 predecessors, but only 1 follow", 2, 1},
      {"2\n0 0 0\n1 5 9999999999 0\n", "announces 9999999999 predecessors, but only 1", 2, 1},
      {"2\n0 0 0\n1 5 1 0 0\n", "after its 1 predecessor(s) the row goes on", 2, 1},
      {"2\n0 0 0\n1 5 1 x\n", "task 1: \"x\" is not the id of a task", 2, 0},
      {"3\n0 0 0\n1 5 1 0\n2 5 2 0 0\n", "task 2 names predecessor 0 twice", 3, 2},
      {"2\n0 0 0\n7 5 1 3\n", "x.stg:3: task 7: no row declares its predecessor 3", 2, 0},
      {"2\n0 0 1 1\n1 5 1 0\n", "x.stg:2: task 0: its predecessor 1 has no smaller id", 2, 2},
      {"2\n0 0 1 0\n1 5 0\n", "x.stg:2: task 0: its predecessor 0 has no smaller id", 2, 1},
      {"2\n0 0 0\nx 5 0\n1 5 0\n", "x.stg:3: a row begins with the id of a task", 2, 0},
  };
  for (const Broken& broken : kBroken) {
    const absl::StatusOr<Schedule> strict = Read(broken.text);
    EXPECT_EQ(strict.status().code(), absl::StatusCode::kInvalidArgument) << broken.text;
    EXPECT_THAT(std::string(strict.status().message()), HasSubstr(broken.message));
    const absl::StatusOr<Schedule> lenient = Read(broken.text, /*lenient=*/true);
    ASSERT_TRUE(lenient.ok()) << lenient.status();
    EXPECT_EQ(lenient->cards.size(), broken.cards) << broken.text;
    EXPECT_EQ(lenient->edges.size(), broken.edges) << broken.text;
    EXPECT_GE(lenient->warnings.size(), 1u) << broken.text;
    EXPECT_LE(lenient->warnings.size(), 3u) << broken.text;
  }
}

TEST(StgScheduleTest, IsNothingWithoutANumberOfTasks) {
  for (const std::string_view text : {"", "# only a comment\n", "x 1\n", "3 4\n0 0 0\n"}) {
    const absl::StatusOr<Schedule> schedule =
        ReadSchedule(text, {.file = "x.stg", .lenient = true, .format = ScheduleFormat::kStg});
    EXPECT_EQ(schedule.status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

TEST(StgScheduleTest, StopsAtTheLimitOfEdges) {
  const absl::StatusOr<Schedule> schedule =
      ReadSchedule(kSmall, {.file = "x.stg", .lenient = true, .most_edges = 4});
  EXPECT_THAT(std::string(schedule.status().message()), HasSubstr("x.stg:5: more than 4 edges"));
}

// The numbers published with the set: cp_length and total_cost of each graph, and the bounds that
// the random graphs repeat in their comments.
TEST(StgScheduleTest, GivesThePublishedNumbersOfAllGraphs) {
  const auto table = ReferenceFile("stg/optima.csv");
  if (!table) GTEST_SKIP() << "reference data is not here: stg/optima.csv";
  struct Expected {
    std::int64_t tasks = 0, edges = 0;
    double critical_path = 0, total_cost = 0;
    std::vector<PublishedMakespan> published;
  };
  std::map<std::string, Expected> graphs;
  std::ifstream stream(*table);
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) {
    std::vector<std::string> fields;
    std::istringstream row(line);
    for (std::string field; std::getline(row, field, ',');) fields.push_back(field);
    ASSERT_GE(fields.size(), 10u) << line;
    Expected& graph = graphs[fields[0]];
    graph.tasks = std::stoll(fields[1]);
    graph.edges = std::stoll(fields[2]);
    graph.critical_path = std::stod(fields[3]);
    graph.total_cost = std::stod(fields[4]);
    const double best = fields[9].empty() ? std::nan("") : std::stod(fields[9]);
    graph.published.push_back({std::stoll(fields[7]), std::stod(fields[8]), best});
  }
  EXPECT_EQ(graphs.size(), 27u);
  int with_bounds = 0;
  for (const auto& [name, graph] : graphs) {
    const auto path = ReferenceFile("stg/graphs/" + name);
    ASSERT_TRUE(path.has_value()) << name;
    const absl::StatusOr<Schedule> schedule = ReadScheduleFile(*path, {});
    ASSERT_TRUE(schedule.ok()) << schedule.status();
    EXPECT_EQ(schedule->format, ScheduleFormat::kStg) << name;
    EXPECT_THAT(schedule->warnings, IsEmpty()) << name;
    EXPECT_EQ(static_cast<std::int64_t>(schedule->cards.size()), graph.tasks + 2) << name;
    const CriticalPath critical = FindCriticalPath(*schedule);
    EXPECT_EQ(critical.cost_us, graph.critical_path) << name;
    EXPECT_EQ(critical.total_cost_us, graph.total_cost) << name;
    EXPECT_FALSE(critical.has_cycle) << name;
    EXPECT_EQ(CountSchedule(*schedule).order_edges, graph.edges) << name;
    if (schedule->published.empty()) continue;
    ++with_bounds;
    EXPECT_EQ(schedule->published, graph.published) << name;
  }
  EXPECT_EQ(with_bounds, 24) << "all random graphs, none of the applications";
}

}  // namespace
}  // namespace tickgraph::model
