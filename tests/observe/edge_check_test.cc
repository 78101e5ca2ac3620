#include "tickgraph/observe/edge_check.h"

#include <gtest/gtest.h>

#include "tests/support/snapshot_maker.h"

namespace tickgraph {
namespace {

constexpr auto kDeclared = SnapshotEdgeKind::kDeclared;
constexpr auto kIgnored = SnapshotEdgeKind::kIgnored;
constexpr auto kThroughDisabled = SnapshotEdgeKind::kThroughDisabled;

// rule P1
TEST(EdgeCheckTest, StartAtTheEndOfThePrerequisiteIsInOrder) {
  const ScheduleSnapshot snapshot =
      MakeSnapshot({{.name = "a"}, {.name = "b"}}, {{0, 1, kDeclared}});
  FrameRecord record;
  record.runs = {MakeRun(snapshot, 1, 20, 30), MakeRun(snapshot, 0, 10, 20, 1)};
  EdgeCheck check(snapshot);
  check.Add(record);
  EXPECT_EQ(check.compared(), 1U);
  EXPECT_EQ(check.violations(), 0U);
  EXPECT_EQ(check.Text(), "");
}

TEST(EdgeCheckTest, FindsACardThatStartedTooEarly) {
  const ScheduleSnapshot snapshot =
      MakeSnapshot({{.name = "a"}, {.name = "say \"b\""}}, {{0, 1, kDeclared}});
  FrameRecord record;
  record.frame = 12;
  record.runs = {MakeRun(snapshot, 0, 10, 20, 1), MakeRun(snapshot, 1, 19, 30)};
  EdgeCheck check(snapshot);
  check.Add(record);
  EXPECT_EQ(check.violations(), 1U);
  ASSERT_EQ(check.examples().size(), 1U);
  EXPECT_EQ(check.examples()[0].card, HandleAt(1));
  EXPECT_EQ(check.Text(),
            "frame 12: \"say \\\"b\\\"\" started 1 ns before its prerequisite \"a\" ended\n");
}

// rule P3: order passes through cards that did not run, disabled or not, however many.
TEST(EdgeCheckTest, OrderPassesThroughCardsThatDidNotRun) {
  const ScheduleSnapshot snapshot = MakeSnapshot({{.name = "quick"},
                                                  {.name = "slow"},
                                                  {.name = "disabled", .enabled = false},
                                                  {.name = "cooling"},
                                                  {.name = "last"}},
                                                 {{0, 2, kThroughDisabled},
                                                  {1, 2, kThroughDisabled},
                                                  {2, 3, kThroughDisabled},
                                                  {3, 4, kDeclared}});
  FrameRecord record;
  record.runs = {MakeRun(snapshot, 0, 0, 5), MakeRun(snapshot, 1, 0, 20, 1),
                 MakeRun(snapshot, 4, 10, 30)};
  EdgeCheck check(snapshot);
  check.Add(record);
  EXPECT_EQ(check.compared(), 1U);
  EXPECT_EQ(check.violations(), 1U);
  ASSERT_EQ(check.examples().size(), 1U);
  EXPECT_EQ(check.examples()[0].prerequisite, HandleAt(1));

  record.runs.back() = MakeRun(snapshot, 4, 20, 30);
  check.Add(record);
  EXPECT_EQ(check.compared(), 2U);
  EXPECT_EQ(check.violations(), 1U);
}

// rule P5
TEST(EdgeCheckTest, AnIgnoredEdgeOrdersNothing) {
  const ScheduleSnapshot snapshot =
      MakeSnapshot({{.name = "a"}, {.name = "b"}}, {{0, 1, kDeclared}, {1, 0, kIgnored}});
  FrameRecord record;
  record.runs = {MakeRun(snapshot, 0, 10, 20), MakeRun(snapshot, 1, 20, 30)};
  EdgeCheck check(snapshot);
  check.Add(record);
  EXPECT_EQ(check.compared(), 1U);
  EXPECT_EQ(check.violations(), 0U);
}

TEST(EdgeCheckTest, KeepsTheFirstTenExamplesAndCountsAll) {
  std::vector<SnapshotCard> cards(41);
  std::vector<SnapshotEdge> edges;
  for (std::uint32_t card = 1; card < cards.size(); ++card) edges.push_back({0, card, kDeclared});
  const ScheduleSnapshot snapshot = MakeSnapshot(cards, edges);
  FrameRecord record;
  for (std::uint32_t card = 0; card < cards.size(); ++card) {
    record.runs.push_back(MakeRun(snapshot, card, 0, 10, static_cast<std::int32_t>(card)));
  }
  EdgeCheck check(snapshot);
  check.Add(record);
  EXPECT_EQ(check.violations(), 40U);
  EXPECT_EQ(check.examples().size(), EdgeCheck::kMaxExamples);
}

TEST(EdgeCheckTest, CardsThatAreGoneAreLeftOut) {
  const ScheduleSnapshot snapshot =
      MakeSnapshot({{.name = "a"}, {.name = "b"}}, {{0, 1, kDeclared}});
  FrameRecord record;
  record.runs = {{.card = {5, 5}, .start_ns = 0, .end_ns = 50}, MakeRun(snapshot, 1, 20, 30)};
  EdgeCheck check(snapshot);
  check.Add(record);
  EXPECT_EQ(check.compared(), 0U);
}

}  // namespace
}  // namespace tickgraph
