#include "tickgraph/observe/dot_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/awkward_names.h"
#include "tests/support/snapshot_maker.h"
#include "tickgraph/model/read_schedule.h"

namespace tickgraph {
namespace {

constexpr auto kDeclared = SnapshotEdgeKind::kDeclared;
constexpr auto kIgnored = SnapshotEdgeKind::kIgnored;
constexpr auto kThroughDisabled = SnapshotEdgeKind::kThroughDisabled;

std::string Write(const ScheduleSnapshot& schedule, const DotDefinition& definition = {}) {
  std::ostringstream out;
  const absl::Status status = WriteDot(out, schedule, definition);
  EXPECT_TRUE(status.ok()) << status.message();
  return out.str();
}

ScheduleSnapshot Arena() {
  constexpr TickGroup kDuring = TickGroup::kDuringPhysics;
  constexpr TickGroup kPost = TickGroup::kPostPhysics;
  ScheduleSnapshot schedule = MakeSnapshot(
      {{.name = "input", .owner = 1},
       {.name = "ai \"brain\"", .owner = 1, .lane = Lane::kAnyThread, .cost_us = 12.5},
       {.name = "step",
        .lane = Lane::kAnyThread,
        .engine_stage = true,
        .declared_start = kDuring,
        .declared_end = TickGroup::kEndPhysics,
        .effective_start = kDuring,
        .effective_end = TickGroup::kEndPhysics},
       {.name = "rig",
        .enabled = false,
        .declared_start = kPost,
        .declared_end = kPost,
        .effective_start = kPost,
        .effective_end = kPost},
       {.name = "camera", .effective_start = kPost, .effective_end = kPost}},
      {{4, 0, kIgnored}, {3, 4, kThroughDisabled}, {0, 1, kDeclared}, {2, 3, kThroughDisabled}});
  schedule.name = "arena";
  return schedule;
}

TEST(DotWriterTest, GivesThisText) {
  EXPECT_EQ(Write(Arena(), {.group_barriers = true}),
            R"(digraph "arena" {
  rankdir=LR;
  compound=true;
  newrank=true;
  fontname="Helvetica";
  node [shape=box, fontname="Helvetica"];
  edge [fontname="Helvetica"];
  subgraph cluster_0 {
    label="PrePhysics";
    style=rounded;
    n0 [label="input", group=PrePhysics, end_group=PrePhysics, lane=GameThread, state=enabled, owner=1];
    n1 [label="ai \"brain\"", group=PrePhysics, end_group=PrePhysics, lane=AnyThread, state=enabled, cost_us="12.5", owner=1, shape=ellipse];
  }
  subgraph cluster_2 {
    label="DuringPhysics";
    style=rounded;
    n2 [label="step", group=DuringPhysics, end_group=EndPhysics, lane=AnyThread, state=enabled, shape=ellipse, peripheries=2];
  }
  subgraph cluster_4 {
    label="PostPhysics";
    style=rounded;
    n3 [label="rig", group=PostPhysics, end_group=PostPhysics, lane=GameThread, state=disabled, style=dashed, color=gray40, fontcolor=gray40];
    n4 [label="camera", group=PostPhysics, end_group=PostPhysics, lane=GameThread, state=enabled, tooltip="declared PrePhysics to PrePhysics"];
  }
  n0 -> n1;
  n2 -> n3 [style=dashed];
  n3 -> n4 [style=dashed];
  n4 -> n0 [style=bold, color=red, constraint=false];
  n1 -> n2 [style=dotted, ltail=cluster_0, lhead=cluster_2];
  n2 -> n3 [style=dotted, ltail=cluster_2, lhead=cluster_4];
  labelloc=b;
  labeljust=l;
  label="box: game thread, ellipse: any thread, dashed: disabled, double: engine stage\nsolid arrow: prerequisite, dashed: order passes through a disabled card,\nbold red: closes a cycle and is ignored, dotted: group barrier";
}
)");
}

TEST(DotWriterTest, EdgesAreSortedWhateverTheirOrderWas) {
  ScheduleSnapshot schedule = Arena();
  const std::string text = Write(schedule);
  std::reverse(schedule.edges.begin(), schedule.edges.end());
  EXPECT_EQ(Write(schedule), text);
}

TEST(DotWriterTest, ReadsBackAsTheSameSchedule) {
  const ScheduleSnapshot schedule = Arena();
  const auto read = model::ReadSchedule(Write(schedule), {});
  ASSERT_TRUE(read.ok()) << read.status().message();
  ASSERT_EQ(read->cards.size(), schedule.cards.size());
  for (std::size_t card = 0; card < schedule.cards.size(); ++card) {
    const SnapshotCard& written = schedule.cards[card];
    EXPECT_EQ(read->cards[card].name, written.name);
    EXPECT_EQ(read->cards[card].start, written.effective_start);
    EXPECT_EQ(read->cards[card].end, written.effective_end);
    EXPECT_EQ(read->cards[card].lane, written.lane);
    EXPECT_EQ(read->cards[card].state == model::CardState::kEnabled, written.enabled);
    EXPECT_EQ(read->cards[card].cost_us.value_or(0), written.cost_us);
  }
  EXPECT_EQ(read->edges.size(), schedule.edges.size());
  EXPECT_TRUE(read->warnings.empty());
}

// rule F5, case-U1
TEST(DotWriterTest, NamesOfAnyBytesComeBackThroughAReader) {
  const std::vector<std::string> names = AwkwardNames();
  ASSERT_TRUE(std::count(names.begin(), names.end(), "")) << "the name that labels cannot tell";
  std::vector<SnapshotCard> cards;
  for (const std::string& name : names) cards.push_back({.name = name});
  ScheduleSnapshot schedule = MakeSnapshot(cards, {});
  schedule.name = "trailing backslash\\";
  const auto read = model::ReadSchedule(Write(schedule), {});
  ASSERT_TRUE(read.ok()) << read.status().message();
  ASSERT_EQ(read->cards.size(), names.size());
  for (std::size_t card = 0; card < names.size(); ++card) {
    EXPECT_TRUE(read->cards[card].name == names[card]) << names[card].substr(0, 80);
  }
}

TEST(DotWriterTest, NamesThatAreNotUtf8AreWrittenInUtf8) {
  const std::string text = Write(MakeSnapshot({{.name = "caf\xE9"}}, {}));
  EXPECT_NE(text.find("label=\"caf\U0010FEE9\""), std::string::npos);
}

TEST(DotWriterTest, AnEmptyScheduleIsAGraph) {
  const auto read = model::ReadSchedule(Write(MakeSnapshot({}, {}), {.legend = false}), {});
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_TRUE(read->cards.empty());
}

TEST(DotWriterTest, SaysWhenTheStreamFails) {
  std::ofstream closed;
  closed.setstate(std::ios::badbit);
  EXPECT_EQ(WriteDot(closed, Arena(), {}).code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace tickgraph
