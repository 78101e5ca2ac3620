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

using ::testing::IsEmpty;

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
    std::ofstream(path, std::ios::binary) << Write(MakeRandomDetailedSchedule(seed));
    EXPECT_EQ(std::system(("dot -Tcanon '" + path + "' >/dev/null 2>&1").c_str()), 0) << seed;
  }
}

TEST(DotScheduleWriterTest, SaysWhenTheStreamFails) {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  EXPECT_EQ(WriteDotSchedule(out, Schedule{}).code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace tickgraph::model
