#include "tickgraph/model/dump_ticks_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/model/same_schedule.h"
#include "tests/support/reference_data.h"
#include "tests/support/small_stack.h"
#include "tickgraph/model/read_schedule.h"
#include "tickgraph/model/schedule_counts.h"

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kHeader = "\n==== Tick Functions (All) ====\n";

std::string Row(std::string_view name, int prerequisites, std::string_view state = "Enabled") {
  return std::string(name) + ", " + std::string(state) +
         ", ActualStartTickGroup: TG_PrePhysics, Prerequesities: " + std::to_string(prerequisites) +
         "\n";
}

std::string Totals(int registered, int enabled, int disabled) {
  return "\nTotal registered tick functions: " + std::to_string(registered) +
         ", enabled: " + std::to_string(enabled) + ", disabled: " + std::to_string(disabled) +
         ".\n\n";
}

struct Reading {
  absl::Status status;
  Schedule schedule;
  std::vector<ScheduleFinding> warnings;
};

Reading Read(std::string_view text, bool lenient = false) {
  ReadProblems problems("dump.log", lenient);
  absl::StatusOr<Schedule> schedule = ReadDumpTicksSchedule(text, problems);
  return {schedule.status(), schedule.ok() ? *std::move(schedule) : Schedule{},
          problems.TakeWarnings()};
}

std::vector<std::string> Edges(const Schedule& schedule) {
  std::vector<std::string> edges;
  for (const ScheduleEdge& edge : schedule.edges) {
    edges.push_back(schedule.cards[edge.from.index].name + ">" +
                    schedule.cards[edge.to.index].name);
  }
  return edges;
}

TEST(DumpTicksScheduleTest, ReadsRowsAndPrerequisitesInAnyOrder) {
  const Reading reading =
      Read(std::string(kHeader) + Row("Late, one[Tick]", 2) + "    First, First[Tick]\n" +
           "    Invalid Prerequisite\n" + Row("First[Tick]", 0, "Disabled") +
           Row("Lamp", 0, "Cooling Down for 0.25 seconds") + Totals(3, 2, 1));
  ASSERT_TRUE(reading.status.ok()) << reading.status;
  EXPECT_THAT(Edges(reading.schedule), ElementsAre("First[Tick]>Late, one[Tick]"));
  EXPECT_EQ(reading.schedule.cards[1].state, CardState::kDisabled);
  EXPECT_EQ(reading.schedule.cards[2].state, CardState::kCoolingDown);
  EXPECT_EQ(reading.schedule.cards[2].cooling_seconds, 0.25);
  EXPECT_EQ(reading.schedule.declared.registered, 3);
  ASSERT_EQ(reading.warnings.size(), 1u);
  EXPECT_THAT(reading.warnings[0].text, HasSubstr("no longer existed"));
  EXPECT_EQ(reading.warnings[0].line, 5);
}

// case-U3
TEST(DumpTicksScheduleTest, NumbersEqualNames) {
  const Reading reading = Read(std::string(kHeader) + Row("A", 0) + Row("A", 0) + Row("B", 1) +
                               "    x, A\n" + Row("A", 0) + Totals(4, 4, 0));
  ASSERT_TRUE(reading.status.ok()) << reading.status;
  std::vector<std::string> names;
  for (const ScheduleCard& card : reading.schedule.cards) names.push_back(card.name);
  EXPECT_THAT(names, ElementsAre("A", "A#2", "B", "A#3"));
  EXPECT_EQ(reading.schedule.cards[1].source_id, "A");
  EXPECT_THAT(Edges(reading.schedule), ElementsAre("A>B"));
  ASSERT_EQ(reading.warnings.size(), 1u);
  EXPECT_THAT(reading.warnings[0].text, HasSubstr("3 tick functions are called"));
}

TEST(DumpTicksScheduleTest, KeepsAPrerequisiteThatIsNotPrintedAsAMissingCard) {
  const Reading reading = Read(std::string(kHeader) + Row("B", 1) + "    x, Gone[Tick]\n" +
                               Row("C", 1) + "    x, Gone[Tick]\n" + Totals(2, 2, 0));
  ASSERT_TRUE(reading.status.ok()) << reading.status;
  EXPECT_THAT(Edges(reading.schedule), ElementsAre("Gone[Tick]>B", "Gone[Tick]>C"));
  EXPECT_TRUE(reading.schedule.cards[2].missing);
  ASSERT_EQ(reading.warnings.size(), 1u);
  EXPECT_EQ(reading.warnings[0].kind, ScheduleFinding::Kind::kMissingCard);
}

TEST(DumpTicksScheduleTest, FindsItsLinesInASavedLog) {
  const std::string prefix = "[2026.01.15-10.20.30:123][  7]";
  const auto log = [&](std::string line) { return prefix + line + "\r\n"; };
  std::string row = Row("A", 1);
  row.pop_back();
  std::string other = Row("B", 0);
  other.pop_back();
  const Reading reading = Read(
      log("LogInit: Display: before") + log("") + log("==== Tick Functions (All) ====") + log(row) +
      log("LogTick: Warning: could not use B because it would form a cycle.") +
      log("LogNet: something") + "a second line of that message\r\n" + log("    x, B") +
      log(other) + log("") + log("Total registered tick functions: 2, enabled: 2, disabled: 0.") +
      log("") + log("whatever comes later"));
  ASSERT_TRUE(reading.status.ok()) << reading.status;
  EXPECT_THAT(Edges(reading.schedule), ElementsAre("B>A"));
  ASSERT_EQ(reading.warnings.size(), 2u);
  EXPECT_EQ(reading.warnings[0].kind, ScheduleFinding::Kind::kEngineMessage);
  EXPECT_THAT(reading.warnings[0].text, HasSubstr("would form a cycle"));
  EXPECT_EQ(reading.warnings[0].line, 5);
  EXPECT_THAT(reading.warnings[1].text, HasSubstr("2 line(s)"));
}

// The settings of an engine, and its version, decide what stands in front of a line.
TEST(DumpTicksScheduleTest, TakesWhatStandsBeforeTheHeaderAwayFromAllLines) {
  const std::string dump = "\n==== Tick Functions (All) ====\n" + Row("A", 2) +
                           "    x, B, [1] c\n    Invalid Prerequisite\n" + Row("B, [1] c", 0) +
                           Totals(2, 2, 0);
  struct Log {
    const char* first;
    const char* later;
    const char* other;
  };
  constexpr Log kLogs[] = {
      {"[2026.01.15-10.20.30:123][252]LogConsoleResponse: Display: ",
       "[2026.01.15-10.20.31:001][  3]LogConsoleResponse: Display: ",
       "[2026.01.15-10.20.31:001][  3]LogNet: Warning: late"},
      {"LogConsoleResponse: Display: ", "LogConsoleResponse: Display: ", "LogNet: Warning: late"},
      {"[0012.34][252]", "[10012.35][1253]", "[0012.34][252]LogNet: Warning: late"},
      {"[10:20:30.12][252]", "[10:20:31.00][  3]", "[10:20:31.00][  3]LogNet: Warning: late"},
      {"[252]", "[  3]", "[252]LogNet: Warning: late, 3"},
      {"[252]LogTick: ", "[253]LogTick: ", "[253]LogNet: late, 3"},
      {"2026-01-15T10:20:30Z game[71]: ", "2026-01-15T10:20:31Z game[71]: ",
       "2026-01-15T10:20:31Z game[72]: LogNet: late"},
      {"> ", "> ", "LogNet: late"},
  };
  const Schedule plain = Read(dump).schedule;
  for (const Log& log : kLogs) {
    std::string text = "something else\n";
    bool is_later = false;
    std::size_t begin = 0;
    while (begin < dump.size()) {
      const std::size_t end = dump.find('\n', begin) + 1;
      text += std::string(is_later ? log.later : log.first) + dump.substr(begin, end - begin);
      const bool is_header = dump.compare(begin, 4, "====") == 0;
      if (is_header) text += std::string(log.other) + "\n";
      is_later = is_later || is_header;
      begin = end;
    }
    const Reading reading = Read(text);
    ASSERT_TRUE(reading.status.ok()) << reading.status << "\n" << text;
    EXPECT_EQ(DifferenceOf(plain, reading.schedule), "") << text;
    ASSERT_EQ(reading.warnings.size(), 2u) << text;
    EXPECT_THAT(reading.warnings[0].text, HasSubstr("1 line(s) inside the dump")) << text;
    EXPECT_THAT(reading.warnings[1].text, HasSubstr("no longer existed")) << text;
  }
}

// What editors and chats make of a dump.
TEST(DumpTicksScheduleTest, BlanksAndTabsDoNotMatter) {
  const std::string header = "==== Tick Functions (All) ====";
  std::string row = Row("A", 2);
  row.pop_back();
  std::string other = Row("B, c", 0);
  other.pop_back();
  const std::string totals = "Total registered tick functions: 2, enabled: 2, disabled: 0.";
  for (const std::string indent : {"    ", "\t", "  ", " \t "}) {
    for (const std::string end : {"\n", "  \n", "\t\r\n"}) {
      const Reading reading =
          Read(end + header + end + row + end + indent + "x, B, c" + end + indent +
               "Invalid Prerequisite" + end + " \t " + end + other + end + end + totals + end);
      ASSERT_TRUE(reading.status.ok()) << reading.status;
      EXPECT_THAT(Edges(reading.schedule), ElementsAre("B, c>A"));
      EXPECT_EQ(reading.schedule.cards.size(), 2u);
      ASSERT_EQ(reading.warnings.size(), 1u);
      EXPECT_THAT(reading.warnings[0].text, HasSubstr("no longer existed"));
    }
  }
}

// case-U3
TEST(DumpTicksScheduleTest, ANameMayEndWithBlanks) {
  const Reading reading = Read(std::string(kHeader) + Row("A", 2) + "    x, B \n    x, Gone  \n" +
                               Row("B ", 0) + Row("B", 0) + Totals(3, 3, 0));
  ASSERT_TRUE(reading.status.ok()) << reading.status;
  EXPECT_THAT(Edges(reading.schedule), ElementsAre("B >A", "Gone>A"));
}

TEST(DumpTicksScheduleTest, NamesTheLineOfABrokenHeader) {
  const std::string rest = Row("A", 0) + Totals(1, 1, 0);
  const Reading without_rule = Read("LogInit: x\nTick Functions (All)\n" + rest);
  EXPECT_THAT(std::string(without_rule.status.message()),
              HasSubstr("dump.log:2: the header \"==== Tick Functions (…) ====\" is broken: its "
                        "\"====\" is missing"));
  const std::string open = "LogInit: x\n==== Tick Functions (All\n" + rest;
  EXPECT_THAT(std::string(Read(open).status.message()),
              HasSubstr("dump.log:2: the header \"==== Tick Functions (…) ====\" is broken: its "
                        "')' is missing"));
  const Reading lenient = Read(open, /*lenient=*/true);
  ASSERT_TRUE(lenient.status.ok()) << lenient.status;
  EXPECT_EQ(lenient.schedule.cards.size(), 1u);
  // A sentence before the header is none.
  EXPECT_TRUE(
      Read("LogX: Tick Functions (all of them)\n" + std::string(kHeader) + rest).status.ok());
}

TEST(DumpTicksScheduleTest, ComparesTheTotalLineWithTheRows) {
  Reading reading = Read(std::string(kHeader) + Row("A", 0) + Row("nested", 0) + Totals(1, 1, 0));
  ASSERT_TRUE(reading.status.ok()) << reading.status;
  EXPECT_EQ(reading.schedule.cards.size(), 2u);
  ASSERT_EQ(reading.warnings.size(), 2u);
  EXPECT_EQ(reading.warnings[0].kind, ScheduleFinding::Kind::kTotalsDiffer);
  EXPECT_THAT(reading.warnings[0].text, HasSubstr("says 1 registered, but 2 were read (nested"));

  // A filtered dump prints some rows, but counts all.
  reading = Read("==== Tick Functions (Enabled) ====\n" + Row("A", 0) + Totals(5, 1, 4));
  EXPECT_THAT(reading.warnings, IsEmpty());
  reading =
      Read("==== Tick Functions (Disabled) ====\n" + Row("A", 0, "Disabled") + Totals(5, 1, 4));
  ASSERT_EQ(reading.warnings.size(), 1u);
  EXPECT_THAT(reading.warnings[0].text, HasSubstr("says 4 disabled, but 1 were read"));
}

std::int64_t RowsOfState(const Schedule& schedule, CardState state) {
  return std::count_if(schedule.cards.begin(), schedule.cards.end(),
                       [&](const ScheduleCard& card) { return card.state == state; });
}

// The older keys together with intervals: 9 rows that run, 2 that cool down, 1 that is off.
TEST(DumpTicksScheduleTest, ReadsOldKeysWithIntervals) {
  std::string text = "==== Tick Functions (All) ====\n";
  for (int row = 0; row < 12; ++row) {
    const std::string state = row < 9    ? "Enabled"
                              : row < 11 ? "Cooling Down for 0.5 seconds"
                                         : "Disabled";
    text += "Thing " + std::to_string(row) + "[Tick], " + state +
            ", ActualTickGroup: TG_PostPhysics, Prerequesities: " + (row == 3 ? "1" : "0") + "\n";
    if (row == 3) text += "    Thing 7, Thing 7[Tick]\n";
  }
  const Reading reading = Read(text + Totals(12, 11, 1));
  ASSERT_TRUE(reading.status.ok()) << reading.status;
  EXPECT_THAT(reading.warnings, IsEmpty());
  EXPECT_EQ(reading.schedule.cards.size(), 12u);
  EXPECT_EQ(RowsOfState(reading.schedule, CardState::kEnabled), 9);
  EXPECT_EQ(RowsOfState(reading.schedule, CardState::kCoolingDown), 2);
  EXPECT_EQ(RowsOfState(reading.schedule, CardState::kDisabled), 1);
  EXPECT_EQ(reading.schedule.cards[5].start, TickGroup::kPostPhysics);
  EXPECT_THAT(Edges(reading.schedule), ElementsAre("Thing 7[Tick]>Thing 3[Tick]"));
}

// The enabled rows alone, cooling ones among them, below the totals of all.
TEST(DumpTicksScheduleTest, ReadsTheEnabledRowsOfAFilteredDump) {
  std::string text = "==== Tick Functions (Enabled) ====\n";
  for (int row = 0; row < 9; ++row) text += Row("Thing " + std::to_string(row), 0);
  text += Row("Lamp 1", 0, "Cooling Down for 0.25 seconds");
  text += Row("Lamp 2", 1, "Cooling Down for 1e-05 seconds") + "    Door, Door[Tick]\n";
  const Reading reading = Read(text + Totals(12, 11, 1));
  ASSERT_TRUE(reading.status.ok()) << reading.status;
  EXPECT_EQ(CountSchedule(reading.schedule).enabled, 11);
  EXPECT_EQ(CountSchedule(reading.schedule).cooling, 2);
  // What the filter left out is known as a prerequisite only.
  ASSERT_EQ(reading.warnings.size(), 1u);
  EXPECT_EQ(reading.warnings[0].kind, ScheduleFinding::Kind::kMissingCard);
}

// Newer engines print tick functions inside others, and do not count them: 14 rows, 13 counted.
TEST(DumpTicksScheduleTest, ReadsNestedRows) {
  std::string text = "==== Tick Functions (All) ====\n";
  for (int row = 0; row < 12; ++row) text += Row("Thing " + std::to_string(row), 0);
  text += Row("Manager[Tick]", 1) + "    Thing 1, Thing 1\n";
  text += "    " + Row("Manager.Child[Tick]", 2) + "        Manager, Manager[Tick]\n" +
          "        Invalid Prerequisite\n";
  const Reading reading = Read(text + Totals(13, 13, 0));
  ASSERT_TRUE(reading.status.ok()) << reading.status;
  EXPECT_EQ(reading.schedule.cards.size(), 14u);
  EXPECT_EQ(reading.schedule.cards[13].name, "Manager.Child[Tick]");
  EXPECT_THAT(Edges(reading.schedule),
              ElementsAre("Thing 1>Manager[Tick]", "Manager[Tick]>Manager.Child[Tick]"));
  int differ = 0;
  for (const ScheduleFinding& finding : reading.warnings) {
    if (finding.kind != ScheduleFinding::Kind::kTotalsDiffer) continue;
    ++differ;
    EXPECT_THAT(finding.text, HasSubstr("says 13"));
    EXPECT_THAT(finding.text, HasSubstr("14 were read (nested"));
  }
  EXPECT_EQ(differ, 2) << "registered and enabled";
}

TEST(DumpTicksScheduleTest, ReadsGroupedRows) {
  const Reading reading = Read(
      "==== Tick Functions (GROUPED) ====\nMesh/A, b, 35\nLamp, 2\n\nTotal enabled tick functions: "
      "37.\n");
  ASSERT_TRUE(reading.status.ok()) << reading.status;
  ASSERT_EQ(reading.schedule.cards.size(), 2u);
  EXPECT_EQ(reading.schedule.cards[0].name, "Mesh/A, b");
  EXPECT_EQ(reading.schedule.cards[0].count, 35);
  EXPECT_THAT(reading.warnings, IsEmpty());
}

TEST(DumpTicksScheduleTest, NamesTheLineOfWhatIsBroken) {
  const std::string header(kHeader);
  const std::pair<std::string, const char*> kBroken[] = {
      {header + Row("A", 0), "dump.log:3: the dump has no total line"},
      {header + Row("A", 2) + "    x, B\n" + Totals(1, 1, 0),
       "dump.log:3: the row of \"A\" announces 2 prerequisites, but 1 of them do not follow"},
      {header + Row("A", 1) + "    x, B\n    x, C\n" + Totals(1, 1, 0),
       "dump.log:5: one more prerequisite than the 1"},
      {header + Row("A", 1) + "    nonsense\n" + Totals(1, 1, 0),
       "dump.log:4: expected \"context, name\""},
      {header + Row("A", 0, "Asleep") + Totals(1, 1, 0), "dump.log:3: the row has no state"},
      {header + "something else\n" + Totals(0, 0, 0), "dump.log:3: neither a row"},
      {"==== Tick Functions (Strange) ====\n", "dump.log:1: unknown kind of dump"},
  };
  for (const auto& [text, message] : kBroken) {
    const Reading strict = Read(text);
    EXPECT_EQ(strict.status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_THAT(std::string(strict.status.message()), HasSubstr(message)) << text;
    const Reading lenient = Read(text, /*lenient=*/true);
    EXPECT_TRUE(lenient.status.ok()) << lenient.status;
    EXPECT_FALSE(lenient.warnings.empty()) << text;
  }
}

TEST(DumpTicksScheduleTest, ReadsTheFirstOfSeveralDumps) {
  const std::string dump = std::string(kHeader) + Row("A", 0) + Totals(1, 1, 0);
  const Reading reading = Read(dump + dump);
  ASSERT_TRUE(reading.status.ok()) << reading.status;
  EXPECT_EQ(reading.schedule.cards.size(), 1u);
  ASSERT_EQ(reading.warnings.size(), 1u);
  EXPECT_THAT(reading.warnings[0].text, HasSubstr("only the first is read"));
}

// rule P6
TEST(DumpTicksScheduleTest, ReadsAChainOfManyRowsOnASmallStack) {
  RunOnSmallStack([] {
    constexpr int kRows = 100'000;
    std::string text(kHeader);
    text += Row("card 0", 0);
    for (int row = 1; row < kRows; ++row) {
      text += Row("card " + std::to_string(row), 1);
      text += "    card, card " + std::to_string(row - 1) + "\n";
    }
    text += Totals(kRows, kRows, 0);
    const Reading reading = Read(text);
    ASSERT_TRUE(reading.status.ok()) << reading.status;
    EXPECT_THAT(reading.warnings, IsEmpty());
    EXPECT_EQ(CountSchedule(reading.schedule).longest_chain, kRows);
  });
}

TEST(DumpTicksScheduleTest, GivesTheNumbersOfTheSamples) {
  struct Expected {
    const char* file;
    std::int64_t cards, enabled, cooling, disabled, edges, sum;
  };
  constexpr Expected kSamples[] = {
      {"A_2014_all.txt", 10, 9, 0, 1, 5, 10},      {"C_all.txt", 12, 11, 2, 1, 5, 12},
      {"C_inside_saved.log", 12, 11, 2, 1, 5, 12}, {"C_disabled.txt", 1, 0, 0, 1, 0, 1},
      {"C_grouped.txt", 4, 4, 0, 0, 0, 107},
  };
  for (const Expected& sample : kSamples) {
    const auto path = ReferenceFile(std::string("schedules/dumpticks/") + sample.file);
    if (!path) GTEST_SKIP() << "reference data is not here: " << sample.file;
    const absl::StatusOr<Schedule> schedule = ReadScheduleFile(*path, {});
    ASSERT_TRUE(schedule.ok()) << schedule.status();
    const ScheduleCounts counts = CountSchedule(*schedule);
    EXPECT_EQ(counts.cards, sample.cards) << sample.file;
    EXPECT_EQ(counts.enabled, sample.enabled) << sample.file;
    EXPECT_EQ(counts.cooling, sample.cooling) << sample.file;
    EXPECT_EQ(counts.disabled, sample.disabled) << sample.file;
    EXPECT_EQ(counts.edges, sample.edges) << sample.file;
    std::int64_t sum = 0;
    for (const ScheduleCard& card : schedule->cards) sum += card.count;
    EXPECT_EQ(sum, sample.sum) << sample.file;
    for (const ScheduleFinding& finding : schedule->warnings) {
      EXPECT_NE(finding.kind, ScheduleFinding::Kind::kTotalsDiffer) << finding.text;
      EXPECT_NE(finding.kind, ScheduleFinding::Kind::kMissingCard) << finding.text;
    }
  }
}

}  // namespace
}  // namespace tickgraph::model
