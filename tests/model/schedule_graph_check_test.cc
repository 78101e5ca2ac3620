#include "tickgraph/model/schedule_graph_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/small_stack.h"
#include "tickgraph/model/read_schedule.h"

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Kind = ScheduleFinding::Kind;

ScheduleGraphCheck Check(std::string_view statements) {
  const absl::StatusOr<Schedule> schedule =
      ReadSchedule("digraph {" + std::string(statements) + "}", {});
  EXPECT_TRUE(schedule.ok()) << schedule.status();
  return CheckScheduleGraph(*schedule);
}

std::vector<Kind> Kinds(const ScheduleGraphCheck& check) {
  std::vector<Kind> kinds;
  for (const ScheduleFinding& finding : check.findings) kinds.push_back(finding.kind);
  return kinds;
}

// rule P8, case-C5: each mistake has a kind of its own.
TEST(ScheduleGraphCheckTest, FindsASetInsideItself) {
  const ScheduleGraphCheck check =
      Check("subgraph cluster_a { x subgraph cluster_b { y subgraph cluster_a { z } } }");
  EXPECT_THAT(Kinds(check), ElementsAre(Kind::kSetInsideItself));
  EXPECT_THAT(check.findings[0].text, HasSubstr("lies inside itself"));
}

TEST(ScheduleGraphCheckTest, FindsACardOrderedAgainstItsOwnSet) {
  const ScheduleGraphCheck check = Check(
      "subgraph cluster_a { subgraph cluster_b { x } } x -> subgraph cluster_a "
      "subgraph cluster_b -> x  subgraph cluster_b -> y");
  EXPECT_THAT(Kinds(check), ElementsAre(Kind::kOrderedAgainstOwnSet, Kind::kOrderedAgainstOwnSet));
  EXPECT_THAT(check.is_void_edge, ElementsAre(true, true, false));
  EXPECT_THAT(check.findings[0].text,
              HasSubstr("card \"x\" is ordered against the set that it is in, \"cluster_a\""));
}

TEST(ScheduleGraphCheckTest, FindsASetOrderedAgainstASetAroundIt) {
  const ScheduleGraphCheck check = Check(
      "subgraph cluster_a { subgraph cluster_m { subgraph cluster_b { x } } } "
      "subgraph cluster_a -> subgraph cluster_b  subgraph cluster_b -> subgraph cluster_b");
  EXPECT_THAT(Kinds(check), ElementsAre(Kind::kOrderedAgainstOwnSet, Kind::kOrderedAgainstOwnSet));
  EXPECT_THAT(check.findings[1].text, HasSubstr("ordered against itself"));
}

TEST(ScheduleGraphCheckTest, FindsOrderedSetsThatShareACard) {
  const ScheduleGraphCheck check = Check(
      "subgraph cluster_a { subgraph cluster_i { x } y } subgraph cluster_b { x z } "
      "subgraph cluster_a -> subgraph cluster_b");
  EXPECT_THAT(Kinds(check), ElementsAre(Kind::kOrderedSetsShareCard));
  EXPECT_THAT(check.is_void_edge, ElementsAre(true));
}

TEST(ScheduleGraphCheckTest, LeavesGoodSchedulesAlone) {
  const ScheduleGraphCheck check = Check(
      "subgraph cluster_a { x } subgraph cluster_b { y } subgraph cluster_a -> subgraph cluster_b "
      "subgraph cluster_b -> z  x -> y  z -> z");
  EXPECT_THAT(check.findings, IsEmpty()) << "a card that waits for itself is a cycle, not this";
}

// rule P6
TEST(ScheduleGraphCheckTest, WalksDeepNestingOnASmallStack) {
  RunOnSmallStack([] {
    constexpr int kDepth = 100'000;
    std::string text;
    for (int depth = 0; depth < kDepth; ++depth) {
      text += "subgraph cluster_" + std::to_string(depth) + "{ c" + std::to_string(depth) + " ";
    }
    text.append(kDepth, '}');
    text += " c99999 -> subgraph cluster_0";
    EXPECT_THAT(Kinds(Check(text)), ElementsAre(Kind::kOrderedAgainstOwnSet));
  });
}

}  // namespace
}  // namespace tickgraph::model
