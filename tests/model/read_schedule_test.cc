#include "tickgraph/model/read_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <string>

#include "tickgraph/model/schedule_counts.h"

namespace tickgraph::model {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kDot =
    "strict digraph \"g\" {\n subgraph cluster_a { label=A; node [lane=AnyThread]; a b:p:n }\n"
    " {a b} -> \"c\\\"d\" -> <h<t>ml> [ltail=cluster_a, dir=none]; /* x */ a -> b // y\n}\n";
constexpr std::string_view kDump =
    "==== Tick Functions (All) ====\n"
    "A, Enabled, ActualStartTickGroup: TG_PrePhysics, Prerequesities: 2\n"
    "    B, B\n"
    "    Invalid Prerequisite\n"
    "B, Cooling Down for 0.5 seconds, ActualStartTickGroup: TG_PostPhysics, Prerequesities: 0\n"
    "\n"
    "Total registered tick functions: 2, enabled: 2, disabled: 0.\n";

TEST(ReadScheduleTest, FindsTheFormatByContent) {
  EXPECT_EQ(FindScheduleFormat(kDot), ScheduleFormat::kDot);
  EXPECT_EQ(FindScheduleFormat("\xEF\xBB\xBF /* x */\n# y\nDiGraph{}"), ScheduleFormat::kDot);
  EXPECT_EQ(FindScheduleFormat(kDump), ScheduleFormat::kDumpTicks);
  EXPECT_EQ(FindScheduleFormat("digraph { a [label=\"==== Tick Functions (All)\"] }"),
            ScheduleFormat::kDot);
  EXPECT_EQ(FindScheduleFormat("graph of Tick Functions (All)"), ScheduleFormat::kDumpTicks);
  EXPECT_EQ(FindScheduleFormat("  2\n0 0 0\n1 5 1 0\n"), ScheduleFormat::kStg);
  EXPECT_EQ(FindScheduleFormat("hello"), std::nullopt);
  EXPECT_EQ(FindScheduleFormat(""), std::nullopt);
}

TEST(ReadScheduleTest, ReadsWithByteOrderMarkAndCarriageReturns) {
  for (const std::string_view text : {kDot, kDump}) {
    std::string windows = "\xEF\xBB\xBF";
    for (const char c : text) {
      if (c == '\n') windows += '\r';
      windows += c;
    }
    const absl::StatusOr<Schedule> plain = ReadSchedule(text, {});
    const absl::StatusOr<Schedule> schedule = ReadSchedule(windows, {});
    ASSERT_TRUE(plain.ok()) << plain.status();
    ASSERT_TRUE(schedule.ok()) << schedule.status();
    ASSERT_EQ(schedule->cards.size(), plain->cards.size());
    for (std::size_t card = 0; card < plain->cards.size(); ++card) {
      EXPECT_EQ(schedule->cards[card].name, plain->cards[card].name);
    }
    EXPECT_EQ(schedule->edges.size(), plain->edges.size());
  }
}

TEST(ReadScheduleTest, SaysWhyATextIsNoSchedule) {
  const auto message = [](std::string_view text) {
    return std::string(ReadSchedule(text, {.file = "x"}).status().message());
  };
  EXPECT_EQ(message(""), "x:1: the file is empty");
  EXPECT_THAT(message(std::string_view("\x7F"
                                       "ELF\0\1\2",
                                       7)),
              HasSubstr("x:1: not a schedule"));
  EXPECT_THAT(message("\xFF\xFE"
                      "d"),
              HasSubstr("x:1: the file is UTF-16 text"));
}

TEST(ReadScheduleTest, ReportsFilesThatAreNotThere) {
  EXPECT_EQ(ReadScheduleFile("/no/such/file.dot", {}).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(ReadScheduleFile("/", {}).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ReadScheduleFile("/dev/zero", {}).status().code(), absl::StatusCode::kInvalidArgument);
}

// A file cut off anywhere is an error with a line, or has lost nothing; leniently it is read.
TEST(ReadScheduleTest, NoticesWhereAFileIsCutOff) {
  for (const std::string_view text : {kDot, kDump}) {
    const std::string_view needed = text.substr(0, text.size() - 1);
    for (std::size_t length = 0; length < needed.size(); ++length) {
      const std::string_view cut = needed.substr(0, length);
      const absl::StatusOr<Schedule> strict = ReadSchedule(cut, {.file = "x"});
      EXPECT_FALSE(strict.ok()) << length;
      EXPECT_THAT(std::string(strict.status().message()), ::testing::StartsWith("x:")) << length;
      const absl::StatusOr<Schedule> lenient = ReadSchedule(cut, {.file = "x", .lenient = true});
      if (lenient.ok()) {
        EXPECT_FALSE(lenient->warnings.empty()) << length;
      }
    }
  }
}

TEST(ReadScheduleTest, SurvivesDamagedBytes) {
  std::mt19937 random(20240607);
  const std::string_view kPieces[] = {"{",   "}",  "[",         "]",  "->",   "\"",
                                      "<",   ">",  "\\",        "\0", "\xFF", ", ",
                                      ": 9", "\n", "subgraph ", "=",  "    ", "/*"};
  int readable = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text(round % 2 == 0 ? kDot : kDump);
    const int changes = 1 + static_cast<int>(random() % 4);
    for (int change = 0; change < changes; ++change) {
      const std::size_t at = random() % text.size();
      const std::string_view piece = kPieces[random() % std::size(kPieces)];
      text.replace(at, random() % 8, piece);
    }
    const absl::StatusOr<Schedule> lenient = ReadSchedule(text, {.file = "x", .lenient = true});
    const absl::StatusOr<Schedule> strict = ReadSchedule(text, {.file = "x"});
    if (lenient.ok()) {
      EXPECT_LE(CountSchedule(*lenient).cards, std::ssize(lenient->cards));
    }
    if (strict.ok()) {
      ++readable;
      ASSERT_TRUE(lenient.ok()) << text;
      EXPECT_EQ(strict->cards.size(), lenient->cards.size()) << text;
      EXPECT_EQ(strict->edges.size(), lenient->edges.size()) << text;
      EXPECT_EQ(strict->warnings.size(), lenient->warnings.size()) << text;
    } else {
      EXPECT_THAT(std::string(strict.status().message()), ::testing::StartsWith("x:")) << text;
      if (lenient.ok()) {
        EXPECT_FALSE(lenient->warnings.empty()) << text;
      }
    }
  }
  EXPECT_GT(readable, 100) << "the test must reach beyond the first error";
}

TEST(ReadScheduleTest, ReadsAHugeLine) {
  std::string text = "digraph { \"";
  text.append(10'000'000, 'x');
  text += "\" -> a }";
  const absl::StatusOr<Schedule> schedule = ReadSchedule(text, {});
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  EXPECT_EQ(schedule->cards[0].name.size(), 10'000'000u);

  std::string junk(10'000'000, ',');
  junk += "Tick Functions (";
  const absl::Status status = ReadSchedule(junk, {.file = "x"}).status();
  EXPECT_FALSE(status.ok());
  EXPECT_LT(status.message().size(), 1000u) << "a message stays readable";
}

}  // namespace
}  // namespace tickgraph::model
