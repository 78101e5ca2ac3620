#include "tickgraph/model/dump_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tickgraph::model {
namespace {

using ::testing::HasSubstr;

DumpRow MustParse(std::string_view line) {
  const auto row = ParseDumpRow(line);
  EXPECT_TRUE(row.has_value()) << line;
  return row.value_or(DumpRow{});
}

// case-U3: commas, colons, brackets, blanks and "::" in names; both spellings.
TEST(DumpLineTest, ReadsRowsFromRightToLeft) {
  const DumpRow row = MustParse(
      "FPool::Tick(a, b): x, Enabled, y[1], Enabled, ActualStartTickGroup: TG_PostPhysics, "
      "Prerequesities: 3");
  EXPECT_EQ(row.name, "FPool::Tick(a, b): x, Enabled, y[1]");
  EXPECT_EQ(row.state, CardState::kEnabled);
  EXPECT_EQ(row.start, TickGroup::kPostPhysics);
  EXPECT_EQ(row.prerequisites, 3);
  EXPECT_EQ(row.problem, "");
  EXPECT_EQ(MustParse("a, Disabled, ActualTickGroup: TG_PrePhysics, Prerequisites: 0").state,
            CardState::kDisabled);
}

TEST(DumpLineTest, ReadsCoolingTimes) {
  const DumpRow row = MustParse(
      "a, Cooling Down for 1e-05 seconds, ActualTickGroup: TG_PrePhysics, Prerequesities: 0");
  EXPECT_EQ(row.state, CardState::kCoolingDown);
  EXPECT_EQ(row.cooling_seconds, 1e-05);
}

TEST(DumpLineTest, ReadsAnEndGroup) {
  const DumpRow row = MustParse(
      "a, Enabled, ActualStartTickGroup: TG_PrePhysics, ActualEndTickGroup: TG_PostPhysics, "
      "Prerequesities: 0");
  EXPECT_EQ(row.start, TickGroup::kPrePhysics);
  EXPECT_EQ(row.end, TickGroup::kPostPhysics);
}

TEST(DumpLineTest, SaysWhatIsWrongWithARow) {
  const std::pair<const char*, const char*> kBroken[] = {
      {"a, Asleep, ActualTickGroup: TG_PrePhysics, Prerequesities: 0", "no state"},
      {"a, Enabled, ActualTickGroup: TG_Nowhere, Prerequesities: 0", "no tick group: \"TG_Nowhere"},
      {"a, Enabled, Prerequesities: 0", "names no tick group"},
      {"Enabled, ActualTickGroup: TG_PrePhysics, Prerequesities: 0", "no state"},
      {", Enabled, ActualTickGroup: TG_PrePhysics, Prerequesities: 0", "no name"},
      {"a, Cooling Down for seconds, ActualTickGroup: TG_PrePhysics, Prerequesities: 0",
       "no state"},
      {"a, Cooling Down for -1 seconds, ActualTickGroup: TG_PrePhysics, Prerequesities: 0",
       "no duration"},
  };
  for (const auto& [line, problem] : kBroken) {
    EXPECT_THAT(MustParse(line).problem, HasSubstr(problem)) << line;
  }
}

TEST(DumpLineTest, LeavesOtherLinesAlone) {
  for (const char* line :
       {"", "a", "a, 3", "LogTemp: Prerequesities: 3", "a, Prerequesities: ",
        "a, Enabled, ActualTickGroup: TG_PrePhysics, Prerequesities: 99999999999999999999"}) {
    EXPECT_FALSE(ParseDumpRow(line).has_value()) << line;
  }
}

TEST(DumpLineTest, ReadsAHeaderBehindAnything) {
  for (const std::string_view prefix :
       {"", "[2026.01.15-10.20.30:123][252]", "LogConsoleResponse: Display: ", "  ", "> "}) {
    const std::string line = std::string(prefix) + "==== Tick Functions (All) ====  ";
    const auto header = ParseDumpHeader(line);
    ASSERT_TRUE(header.has_value()) << prefix;
    EXPECT_EQ(header->prefix, prefix);
    EXPECT_EQ(header->filter, "All");
    EXPECT_TRUE(header->has_rule);
    EXPECT_EQ(header->problem, "") << prefix;
  }
  EXPECT_FALSE(ParseDumpHeader("==== Tick Function (All) ====").has_value());
}

TEST(DumpLineTest, SaysWhatIsWrongWithAHeader) {
  const auto sentence = ParseDumpHeader("LogX: Tick Functions (All)");
  ASSERT_TRUE(sentence.has_value());
  EXPECT_FALSE(sentence->has_rule);
  EXPECT_THAT(sentence->problem, HasSubstr("its \"====\" is missing"));
  const auto open = ParseDumpHeader("==== Tick Functions (Grouped ====");
  ASSERT_TRUE(open.has_value());
  EXPECT_TRUE(open->has_rule);
  EXPECT_EQ(open->filter, "Grouped");
  EXPECT_THAT(open->problem, HasSubstr("its ')' is missing"));
}

TEST(DumpLineTest, ReadsGroupedRowsAndTotals) {
  const auto grouped = ParseDumpGroupedRow("A/b, c, 35 ");
  ASSERT_TRUE(grouped.has_value());
  EXPECT_EQ(grouped->name, "A/b, c");
  EXPECT_EQ(grouped->count, 35);
  EXPECT_FALSE(ParseDumpGroupedRow(", 35").has_value());
  EXPECT_FALSE(ParseDumpGroupedRow("a 35").has_value());
  const auto totals =
      ParseDumpTotals("Total registered tick functions: 12, enabled: 11, disabled: 1.");
  ASSERT_TRUE(totals.has_value());
  EXPECT_EQ(totals->registered, 12);
  EXPECT_EQ(totals->enabled, 11);
  EXPECT_EQ(totals->disabled, 1);
  EXPECT_EQ(ParseDumpTotals("Total enabled tick functions: 107.")->enabled, 107);
  EXPECT_FALSE(ParseDumpTotals("Total enabled tick functions: .").has_value());
  EXPECT_FALSE(ParseDumpTotals("Total registered tick functions: 1, disabled: 1.").has_value());
}

}  // namespace
}  // namespace tickgraph::model
