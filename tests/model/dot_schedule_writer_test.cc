#include "tickgraph/model/dot_schedule_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/model/random_schedule.h"
#include "tests/model/same_schedule.h"
#include "tests/support/small_stack.h"
#include "tickgraph/model/read_schedule.h"

namespace tickgraph::model {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr KeptByFormat kKept = {
    .source_ids = false, .declared_totals = false, .published_bounds = false};

std::string Write(const Schedule& schedule) {
  std::ostringstream out;
  const absl::Status status = WriteDotSchedule(out, schedule);
  EXPECT_TRUE(status.ok()) << status;
  return out.str();
}

// rule F5, case-U1
TEST(DotScheduleWriterTest, WritesWhatTheReaderGivesBack) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Schedule schedule = MakeRandomDetailedSchedule(seed);
    const std::string text = Write(schedule);
    const absl::StatusOr<Schedule> back = ReadSchedule(text, {.file = schedule.file});
    ASSERT_TRUE(back.ok()) << "seed " << seed << ": " << back.status();
    ASSERT_EQ(back->format, ScheduleFormat::kDot);
    ASSERT_EQ(DifferenceOf(schedule, *back, kKept), "") << "seed " << seed << "\n" << text;
    ASSERT_THAT(back->warnings, IsEmpty()) << "seed " << seed << back->warnings[0].text;
    ASSERT_EQ(Write(*back), text) << "seed " << seed;
  }
}

TEST(DotScheduleWriterTest, LooksLikeThis) {
  Schedule schedule;
  schedule.file = "frame";
  schedule.sets.resize(2);
  schedule.sets[0].name = "Inner";
  schedule.sets[0].parents = {1};
  schedule.sets[1].name = "Outer";
  schedule.cards.resize(2);
  schedule.cards[0].name = "walk";
  schedule.cards[0].lane = Lane::kAnyThread;
  schedule.cards[0].cost_us = 12.5;
  schedule.cards[0].sets = {0};
  schedule.cards[1].name = "look";
  schedule.cards[1].start = TickGroup::kPostPhysics;
  schedule.cards[1].state = CardState::kDisabled;
  ScheduleEdge edge;
  edge.from = {ScheduleEndpoint::Kind::kSet, 1};
  edge.to.index = 1;
  schedule.edges = {edge};
  EXPECT_EQ(Write(schedule),
            R"(digraph "frame" {
  rankdir=LR;
  compound=true;
  newrank=true;
  node [shape=box];
  n0 [label="walk", lane=AnyThread, cost_us="12.5", sets="cluster_s0", shape=ellipse];
  n1 [label="look", group=PostPhysics, state=disabled, style=dashed];
  subgraph cluster_s1 {
    graph [label="Outer", position=1];
    m1 [marker=true, label="", shape=point, style=invis];
    subgraph cluster_s0 {
      graph [label="Inner", position=0, sets="cluster_s1"];
      n0;
    }
  }
  m1 -> n1 [ltail=cluster_s1];
}
)");
}

DotPlan MakePlan(const Schedule& schedule) {
  DotPlan plan;
  for (std::size_t card = 0; card < schedule.cards.size(); ++card) {
    plan.cards.push_back({schedule.cards.size() - card,
                          static_cast<TickGroup>(card % kTickGroupCount),
                          TickGroup::kNewlySpawned});
  }
  plan.is_ignored.assign(schedule.edges.size(), true);
  return plan;
}

std::string WritePlan(const Schedule& schedule, const DotPlan& plan) {
  std::ostringstream out;
  const absl::Status status = WriteDotPlan(out, schedule, plan);
  EXPECT_TRUE(status.ok()) << status;
  return out.str();
}

TEST(DotScheduleWriterTest, APlanDoesNotChangeWhatIsReadBack) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const Schedule schedule = MakeRandomDetailedSchedule(seed);
    const std::string text = WritePlan(schedule, MakePlan(schedule));
    const absl::StatusOr<Schedule> back = ReadSchedule(text, {.file = schedule.file});
    ASSERT_TRUE(back.ok()) << "seed " << seed << ": " << back.status();
    ASSERT_EQ(DifferenceOf(schedule, *back, kKept), "") << "seed " << seed << "\n" << text;
    ASSERT_THAT(back->warnings, IsEmpty()) << "seed " << seed << back->warnings[0].text;
  }
}

TEST(DotScheduleWriterTest, ShowsThePlanToPeople) {
  Schedule schedule;
  schedule.file = "frame";
  schedule.cards.resize(2);
  schedule.cards[0].name = "walk";
  schedule.cards[0].cost_us = 0;
  schedule.cards[1].name = "look";
  schedule.cards[1].state = CardState::kDisabled;
  ScheduleEdge edge;
  edge.to.index = 1;
  schedule.edges = {edge};
  const std::string text =
      WritePlan(schedule, {.cards = {{7, TickGroup::kPrePhysics, TickGroup::kPrePhysics},
                                     {9, TickGroup::kDuringPhysics, TickGroup::kPostPhysics}},
                           .is_ignored = {true}});
  EXPECT_THAT(text, HasSubstr(R"(
  n0 [label="walk", cost_us="0", style="filled", fillcolor="/pastel19/1", xlabel="8"];
  n1 [label="look", state=disabled, style="filled,dashed", fillcolor="/pastel19/3", )"
                              R"(xlabel="10, PrePhysics → DuringPhysics to PostPhysics"];
  n0 -> n1 [style=bold, color=red, constraint=false];
)"));
  EXPECT_THAT(text, HasSubstr("<TD BGCOLOR=\"/pastel19/3\">DuringPhysics</TD>"));
  EXPECT_THAT(text, Not(HasSubstr("<TD BGCOLOR=\"/pastel19/5\">")));
}

TEST(DotScheduleWriterTest, RefusesThePlanOfAnotherSchedule) {
  Schedule schedule;
  schedule.cards.resize(1);
  std::ostringstream out;
  EXPECT_EQ(WriteDotPlan(out, schedule, {}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(out.str(), "");
}

// rule P6
TEST(DotScheduleWriterTest, WritesDeepBoxesOnASmallStack) {
  RunOnSmallStack([] {
    constexpr std::uint32_t kDepth = 20'000;
    Schedule schedule;
    schedule.sets.resize(kDepth);
    for (std::uint32_t set = 1; set < kDepth; ++set) schedule.sets[set].parents = {set - 1};
    const absl::StatusOr<Schedule> back = ReadSchedule(Write(schedule), {});
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_EQ(back->sets.back().parents, std::vector<std::uint32_t>{kDepth - 2});
  });
}

// What Graphviz itself says about such a file.
TEST(DotScheduleWriterTest, IsReadByGraphviz) {
  if (std::system("dot -V >/dev/null 2>&1") != 0) GTEST_SKIP() << "Graphviz is not here";
  const std::string path = testing::TempDir() + "dot_schedule_writer_test.dot";
  for (const std::uint32_t seed : {3U, 5U, 8U}) {
    const Schedule schedule = MakeRandomDetailedSchedule(seed);
    for (const std::string& text : {Write(schedule), WritePlan(schedule, MakePlan(schedule))}) {
      std::ofstream(path, std::ios::binary) << text;
      EXPECT_EQ(std::system(("dot -Tcanon '" + path + "' >/dev/null 2>&1").c_str()), 0) << seed;
    }
  }
}

TEST(DotScheduleWriterTest, SaysWhenTheStreamFails) {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  EXPECT_EQ(WriteDotSchedule(out, Schedule{}).code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace tickgraph::model
