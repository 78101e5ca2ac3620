#include "tickgraph/model/read_problems.h"

#include <gtest/gtest.h>

namespace tickgraph::model {
namespace {

TEST(ReadProblemsTest, StopsWhenStrict) {
  ReadProblems problems("a.dot", /*lenient=*/false);
  EXPECT_EQ(problems.Report(7, "no").ToString(), "INVALID_ARGUMENT: a.dot:7: no");
  EXPECT_TRUE(problems.TakeWarnings().empty());
}

TEST(ReadProblemsTest, NotesLossesByLineWhenLenient) {
  ReadProblems problems("a.dot", /*lenient=*/true);
  EXPECT_TRUE(problems.Report(7, "later").ok());
  problems.Note(ScheduleFinding::Kind::kDoubt, 3, "first");
  EXPECT_FALSE(problems.Fatal(1, "no").ok());
  const std::vector<ScheduleFinding> warnings = problems.TakeWarnings();
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(FindingText("a.dot", warnings[0]), "a.dot:3: first");
  EXPECT_EQ(warnings[0].kind, ScheduleFinding::Kind::kDoubt);
  EXPECT_EQ(warnings[1].kind, ScheduleFinding::Kind::kLoss);
  EXPECT_TRUE(problems.TakeWarnings().empty());
}

TEST(ReadProblemsTest, OnlyCountsWhatIsTooMuchToList) {
  ReadProblems problems("a.dot", /*lenient=*/true);
  for (std::size_t line = 1; line <= ReadProblems::kMostWarnings + 3; ++line) {
    EXPECT_TRUE(problems.Report(static_cast<std::int64_t>(line), "no").ok());
  }
  const std::vector<ScheduleFinding> warnings = problems.TakeWarnings();
  ASSERT_EQ(warnings.size(), ReadProblems::kMostWarnings + 1);
  EXPECT_EQ(FindingText("a.dot", warnings.back()),
            "a.dot:100001: 3 more findings are not listed, the first here");
}

}  // namespace
}  // namespace tickgraph::model
