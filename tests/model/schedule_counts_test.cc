#include "tickgraph/model/schedule_counts.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/reference_data.h"
#include "tests/support/small_stack.h"
#include "tickgraph/model/read_schedule.h"

namespace tickgraph::model {
namespace {

ScheduleCounts Count(std::string_view statements) {
  const absl::StatusOr<Schedule> schedule =
      ReadSchedule("digraph {" + std::string(statements) + "}", {});
  EXPECT_TRUE(schedule.ok()) << schedule.status();
  return CountSchedule(*schedule);
}

TEST(ScheduleCountsTest, CountsStates) {
  const ScheduleCounts counts = Count("a [state=cooling] b [state=disabled] c d a -> b -> b");
  EXPECT_EQ(counts.cards, 4);
  EXPECT_EQ(counts.enabled, 3);
  EXPECT_EQ(counts.cooling, 1);
  EXPECT_EQ(counts.disabled, 1);
  EXPECT_EQ(counts.edges, 2);
  EXPECT_EQ(counts.ordered_pairs, 1);
  EXPECT_EQ(counts.unordered, 2);
  EXPECT_TRUE(counts.has_cycle) << "b waits for itself";
}

TEST(ScheduleCountsTest, ReadsASetEdgeAsOneForEachMember) {
  const ScheduleCounts counts = Count(
      "subgraph cluster_a {a1 a2 subgraph cluster_i {a3}} subgraph cluster_b {b1 b2} "
      "subgraph cluster_a -> subgraph cluster_b; a1 -> b1; b2 -> x; "
      "y -> z [dir=none, ltail=cluster_i]");
  EXPECT_EQ(counts.sets, 3);
  EXPECT_EQ(counts.edges, 4);
  EXPECT_EQ(counts.order_edges, 3);
  EXPECT_EQ(counts.ordered_pairs, 4 * 2 + 1) << "z is in the inner set, and so in cluster_a";
}

TEST(ScheduleCountsTest, TakesNoOrderFromEmptySets) {
  const ScheduleCounts counts =
      Count("subgraph cluster_a { subgraph cluster_b {} } x -> subgraph cluster_a -> y");
  EXPECT_EQ(counts.ordered_pairs, 0);
  EXPECT_EQ(counts.longest_chain, 1);
  EXPECT_EQ(counts.unordered, 2);
}

TEST(ScheduleCountsTest, DoesNotMultiplySetsOut) {
  constexpr int kMembers = 100'000;
  std::string text;
  for (const char* set : {"a", "b", "c"}) {
    text += std::string("subgraph cluster_") + set + "{";
    for (int member = 0; member < kMembers; ++member) text += set + std::to_string(member) + ' ';
    text += "}";
  }
  text += "subgraph cluster_a -> subgraph cluster_b -> subgraph cluster_c; {";
  for (int member = 0; member < kMembers; ++member) text += " a" + std::to_string(member);
  text += "} -> subgraph cluster_c";
  const ScheduleCounts counts = Count(text);
  EXPECT_EQ(counts.ordered_pairs, 3LL * kMembers * kMembers);
  EXPECT_EQ(counts.longest_chain, 3);
}

// rule P6
TEST(ScheduleCountsTest, CountsDeepNestingOnASmallStack) {
  RunOnSmallStack([] {
    constexpr int kDepth = 100'000;
    std::string text;
    for (int depth = 0; depth < kDepth; ++depth) {
      text += "subgraph cluster_" + std::to_string(depth) + "{ c" + std::to_string(depth) + " ";
    }
    text.append(kDepth, '}');
    text += " x -> subgraph cluster_0 -> y";
    const ScheduleCounts counts = Count(text);
    EXPECT_EQ(counts.ordered_pairs, 2LL * kDepth);
    EXPECT_EQ(counts.longest_chain, 3);
  });
}

TEST(ScheduleCountsTest, GivesTheNumbersOfBevysSchedules) {
  struct Expected {
    const char* file;
    std::int64_t cards, sets, edges, order_edges, missing, pairs, chain, unordered;
  };
  constexpr Expected kSchedules[] = {
      {"schedule_First.dot", 7, 4, 6, 6, 1, 9, 4, 1},
      {"schedule_Last.dot", 26, 3, 11, 11, 0, 35, 4, 9},
      {"schedule_RunFixedMainLoop.dot", 11, 3, 2, 2, 0, 10, 3, 0},
      {"schedule_PreUpdate.dot", 66, 11, 24, 24, 0, 108, 7, 8},
      {"schedule_PostUpdate.dot", 144, 32, 124, 116, 0, 865, 29, 17},
      {"render_schedule_Core3d.dot", 30, 4, 43, 43, 3, 110, 23, 0},
      {"render_schedule_Render.dot", 197, 23, 75, 71, 2, 3257, 32, 8},
  };
  int found = 0;
  for (const Expected& expected : kSchedules) {
    const auto path = ReferenceFile(std::string("schedules/bevy/") + expected.file);
    if (!path) continue;
    ++found;
    const absl::StatusOr<Schedule> schedule = ReadScheduleFile(*path, {});
    ASSERT_TRUE(schedule.ok()) << schedule.status();
    const ScheduleCounts counts = CountSchedule(*schedule);
    EXPECT_EQ(counts.cards, expected.cards) << expected.file;
    EXPECT_EQ(counts.sets, expected.sets) << expected.file;
    EXPECT_EQ(counts.edges, expected.edges) << expected.file;
    EXPECT_EQ(counts.order_edges, expected.order_edges) << expected.file;
    EXPECT_EQ(counts.missing, expected.missing) << expected.file;
    EXPECT_EQ(counts.ordered_pairs, expected.pairs) << expected.file;
    EXPECT_EQ(counts.longest_chain, expected.chain) << expected.file;
    EXPECT_EQ(counts.unordered, expected.unordered) << expected.file;
    EXPECT_EQ(counts.enabled, expected.cards) << expected.file;
    EXPECT_FALSE(counts.has_cycle) << expected.file;
  }
  if (found == 0) GTEST_SKIP() << "reference data is not here: schedules/bevy";
}

}  // namespace
}  // namespace tickgraph::model
