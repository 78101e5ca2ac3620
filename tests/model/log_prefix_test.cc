#include "tickgraph/model/log_prefix.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace tickgraph::model {
namespace {

std::optional<std::string> Strip(std::string_view example, std::string_view line) {
  if (!LogPrefix(example).Strip(line)) return std::nullopt;
  return std::string(line);
}

std::optional<std::string> StripStamp(std::string_view example, std::string_view line) {
  if (!LogPrefix(example).StripStamp(line)) return std::nullopt;
  return std::string(line);
}

TEST(LogPrefixTest, FitsWhereOtherNumbersStandInTheSamePlaces) {
  EXPECT_EQ(Strip("[2026.01.15-10.20.30:123][252]", "[2027.12.31-23.59.59:999][  7]    x"),
            "    x");
  EXPECT_EQ(Strip("[0012.34][252]", "[10012.3][1000]x 1"), "x 1");
  EXPECT_EQ(Strip("[ 99]LogTick: ", "[100]LogTick:     x"), "    x");
  EXPECT_EQ(Strip("LogConsoleResponse: Display: ", "LogConsoleResponse: Display: 5"), "5");
  EXPECT_EQ(Strip("> ", "> x"), "x");
}

TEST(LogPrefixTest, LeavesOtherLinesAlone) {
  std::string_view line = "[12][3]LogNet: x";
  EXPECT_FALSE(LogPrefix("[1][2]LogTick: ").Strip(line));
  EXPECT_EQ(line, "[12][3]LogNet: x");
  EXPECT_EQ(Strip("[1]", "[x]"), std::nullopt);
  EXPECT_EQ(Strip("[1]", "[1"), std::nullopt);
  EXPECT_EQ(Strip("[1]", ""), std::nullopt);
  EXPECT_EQ(Strip("", "x"), std::nullopt) << "no prefix is none that could be removed";
  EXPECT_TRUE(LogPrefix().empty());
}

TEST(LogPrefixTest, ALineWithoutTextMayHaveLostItsLastBlanks) {
  EXPECT_EQ(Strip("[1]LogTick: ", "[2]LogTick:"), "");
  EXPECT_EQ(Strip("[1]LogTick: ", "[2]LogTick"), std::nullopt);
}

TEST(LogPrefixTest, TheStampIsWhatAllMessagesHave) {
  EXPECT_EQ(StripStamp("[0012.34][252]LogTick: ", "[0013.00][  3]LogNet: lost"), "LogNet: lost");
  EXPECT_EQ(StripStamp("10:20:30.1 INFO ", "10:21:07.9 WARNING lost"), " WARNING lost");
  EXPECT_EQ(StripStamp("LogTick: ", "LogTick: x"), std::nullopt);
}

}  // namespace
}  // namespace tickgraph::model
