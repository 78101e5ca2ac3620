#include "tickgraph/model/read_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <string>

#include "tests/model/same_schedule.h"
#include "tests/support/soak.h"
#include "tickgraph/model/read_problems.h"
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

constexpr std::string_view kStg =
    "3\n0 0 0\n1 5 1 0\n2 0.5 1 0\n3 7 2 1 2\n4 0 1 3\n# a comment\n#  2 Proc. : 12 12\n";
constexpr std::string_view kPlayerLoop =
    "Unity 2021.3.24f1\n\n---------- EarlyUpdate ----------\nEarlyUpdate.Poll\n"
    "EarlyUpdate.Script\n---------- FixedUpdate ----------\nFixedUpdate.Physics\n";
constexpr std::string_view kJson =
    "{\"tickgraph_schedule\": 1,\n \"sets\": [{\"id\": \"s\", \"in\": [\"s\"]}],\n"
    " \"cards\": [\n  {\"name\": \"a\", \"sets\": [\"s\"], \"cost_us\": 1.5, \"order\": -2},\n"
    "  {\"id\": \"b\", \"name\": \"\", \"lane\": null, \"high_priority\": true}\n ],\n"
    " \"edges\": [{\"before\": \"a\", \"after\": \"b\"}, {\"member\": \"b\", \"of\": \"s\"},\n"
    "  {\"before_set\": \"s\", \"after\": \"a\", \"source\": \"x.cc:1\"}]}\n";
constexpr std::string_view kAllFormats[] = {kDot, kDump, kStg, kPlayerLoop, kJson};

TEST(ReadScheduleTest, FindsTheFormatByContent) {
  EXPECT_EQ(FindScheduleFormat(kStg), ScheduleFormat::kStg);
  EXPECT_EQ(FindScheduleFormat(kPlayerLoop), ScheduleFormat::kPlayerLoop);
  EXPECT_EQ(FindScheduleFormat(kJson), ScheduleFormat::kJson);

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
  for (const std::string_view text : kAllFormats) {
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
    EXPECT_EQ(DifferenceOf(*plain, *schedule), "");
    EXPECT_EQ(schedule->format, plain->format);
  }
}

// Saved by an editor as UTF-16, with its mark or without: every other byte is zero.
TEST(ReadScheduleTest, SaysWhatToDoAboutUtf16) {
  for (const std::string_view text : kAllFormats) {
    std::string little = "\xFF\xFE";
    std::string big = "\xFE\xFF";
    for (const char c : text) {
      little += std::string{c, '\0'};
      big += std::string{'\0', c};
    }
    for (const std::string& wide : {little, big, little.substr(2), big.substr(2)}) {
      for (const bool lenient : {false, true}) {
        EXPECT_EQ(ReadSchedule(wide, {.file = "x", .lenient = lenient}).status().message(),
                  "x:1: the file is UTF-16 text; save it as UTF-8");
      }
    }
  }
}

TEST(ReadScheduleTest, RefusesBytesThatAreNoText) {
  std::mt19937 random(7);
  for (const ScheduleFormat format :
       {ScheduleFormat::kDot, ScheduleFormat::kDumpTicks, ScheduleFormat::kStg,
        ScheduleFormat::kPlayerLoop, ScheduleFormat::kJson}) {
    for (int round = 0; round < 20; ++round) {
      std::string junk(5'000, '\0');
      for (char& c : junk) c = static_cast<char>(random());
      const absl::StatusOr<Schedule> strict = ReadSchedule(junk, {.file = "x", .format = format});
      EXPECT_EQ(strict.status().code(), absl::StatusCode::kInvalidArgument);
      EXPECT_THAT(std::string(strict.status().message()), ::testing::StartsWith("x:"));
      EXPECT_LT(strict.status().message().size(), 2'000u);
      const absl::StatusOr<Schedule> lenient =
          ReadSchedule(junk, {.file = "x", .lenient = true, .format = format});
      if (lenient.ok()) {
        EXPECT_FALSE(lenient->warnings.empty());
      }
    }
    EXPECT_FALSE(ReadSchedule("", {.file = "x", .lenient = true, .format = format}).ok())
        << ScheduleFormatName(format);
  }
}

TEST(ReadScheduleTest, SaysWhyATextIsNoSchedule) {
  const auto message = [](std::string_view text) {
    return std::string(ReadSchedule(text, {.file = "x"}).status().message());
  };
  EXPECT_EQ(message(""), "x:1: the file is empty");
  for (const char* blanks : {" ", "\n", "\r\n \t\n", "\xEF\xBB\xBF\n"}) {
    EXPECT_EQ(message(blanks), "x:1: the file holds nothing but blanks and line ends");
  }
  EXPECT_THAT(message("-3\n0 0 0\n"),
              HasSubstr("x:1: an STG file begins with the number of tasks"));
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
  for (const std::string_view text : kAllFormats) {
    // A comment that is cut off, and the lines of a list that has no end, are no loss to see.
    const std::size_t comments = text.find("# a comment");
    const std::string_view needed = text.substr(0, std::min(comments, text.size()) - 1);
    for (std::size_t length = 0; length < needed.size(); ++length) {
      const std::string_view cut = needed.substr(0, length);
      const absl::StatusOr<Schedule> strict = ReadSchedule(cut, {.file = "x"});
      if (strict.ok() && text == kPlayerLoop) {
        EXPECT_TRUE(cut.ends_with('\n') || !strict->warnings.empty()) << cut;
        continue;
      }
      if (strict.ok() && text == kStg) {
        EXPECT_FALSE(strict->warnings.empty()) << cut;
        continue;
      }
      EXPECT_FALSE(strict.ok()) << cut;
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
  const std::string_view kPieces[] = {
      "{",   "}",  "[",         "]", "->",   "\"", "<",       ">",     "\\", "\0",  "\xFF", ", ",
      ": 9", "\n", "subgraph ", "=", "    ", "/*", "\\u0000", "1e999", "-",  "{\"", "null,"};
  int readable = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text(kAllFormats[round % std::size(kAllFormats)]);
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
      EXPECT_EQ(DifferenceOf(*strict, *lenient), "") << text;
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

void ReadLongLine(std::string_view text, std::string_view piece, std::size_t place,
                  std::size_t length, bool lenient) {
  std::string line(text.substr(0, place));
  while (line.size() < length) line += piece;
  line += text.substr(place);
  const absl::StatusOr<Schedule> schedule =
      ReadSchedule(line, {.file = "x", .lenient = lenient, .format = FindScheduleFormat(text)});
  if (!schedule.ok()) {
    EXPECT_LT(schedule.status().message().size(), 2'000u) << "a message stays readable";
  } else {
    EXPECT_LE(schedule->warnings.size(), ReadProblems::kMostWarnings + 1);
  }
}

TEST(ReadScheduleTest, ReadsLongLinesOfAllKinds) {
  for (const std::string_view text : kAllFormats) {
    for (const std::string_view piece :
         {"x", "7 ", " ", ",", "\"", "\\\"", "[", "{", "<", "-", ".", "a, ", "    ", "0"}) {
      for (const std::size_t place : {std::size_t{0}, text.find('\n'), text.size()}) {
        for (const bool lenient : {false, true}) {
          ReadLongLine(text, piece, place, 20'000, lenient);
        }
      }
    }
  }
}

// One line of a hundred megabytes.
TEST(ReadScheduleSoakTest, ReadsAHugeLine) {
  const auto length = static_cast<std::size_t>(SoakScale(100)) << 20;
  for (const std::string_view text : kAllFormats) {
    ReadLongLine(text, "x", text.find('\n'), length, /*lenient=*/true);
    ReadLongLine(text, "x", text.size(), length, /*lenient=*/true);
  }
}

}  // namespace
}  // namespace tickgraph::model
