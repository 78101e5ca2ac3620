#include "tickgraph/model/dump_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(DumpLineTest, StripsThePrefixOfASavedLog) {
  std::string_view line = "[2026.01.15-10.20.30:123][  7]    x";
  EXPECT_TRUE(StripLogPrefix(line));
  EXPECT_EQ(line, "    x");
  for (std::string_view other :
       {"[2026.01.15-10.20.30:123][", "[2026-01.15-10.20.30:123][  7]x", "x"}) {
    EXPECT_FALSE(StripLogPrefix(other));
  }
}

TEST(DumpLineTest, ReadsHeadersGroupedRowsAndTotals) {
  EXPECT_EQ(ParseDumpHeader("==== Tick Functions (All) ===="), "All");
  EXPECT_EQ(ParseDumpHeader("LogX: Tick Functions (All)"), std::nullopt);
  EXPECT_EQ(ParseDumpHeader("==== Tick Functions (All"), std::nullopt);
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
