#include "tickgraph/model/dot_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Reading {
  Schedule schedule;
  std::vector<ScheduleFinding> warnings;
};

Reading Read(std::string_view text, bool lenient = false) {
  ReadProblems problems("test.dot", lenient);
  absl::StatusOr<Schedule> schedule = ReadDotSchedule(text, 1'000'000, problems);
  EXPECT_TRUE(schedule.ok()) << schedule.status();
  return {schedule.ok() ? *std::move(schedule) : Schedule{}, problems.TakeWarnings()};
}

std::string Name(const Schedule& schedule, ScheduleEndpoint end) {
  return end.is_set() ? "[" + schedule.sets[end.index].name + "]" : schedule.cards[end.index].name;
}

std::vector<std::string> Edges(const Schedule& schedule) {
  std::vector<std::string> edges;
  for (const ScheduleEdge& edge : schedule.edges) {
    edges.push_back(Name(schedule, edge.from) +
                    (edge.kind == ScheduleEdge::Kind::kOrder ? ">" : " in ") +
                    Name(schedule, edge.to));
  }
  return edges;
}

TEST(DotScheduleTest, ReadsPlainDot) {
  const auto [schedule, warnings] =
      Read("digraph { a [label=\"A\\nx\", tooltip=\"long\"] a -> b }");
  ASSERT_EQ(schedule.cards.size(), 2u);
  EXPECT_EQ(schedule.cards[0].name, "A\nx");
  EXPECT_EQ(schedule.cards[0].full_name, "long");
  EXPECT_EQ(schedule.cards[0].source_id, "a");
  EXPECT_EQ(schedule.cards[1].name, "b");
  EXPECT_FALSE(schedule.cards[1].missing) << "in plain DOT an edge declares its ends";
  EXPECT_THAT(Edges(schedule), ElementsAre("A\nx>b"));
  EXPECT_THAT(warnings, IsEmpty());
}

TEST(DotScheduleTest, ReadsOurOwnAttributes) {
  const auto [schedule, warnings] = Read(
      "digraph { a [group=PostPhysics, end_group=TG_PostUpdateWork, lane=AnyThread, "
      "cost_us=\"2.5\","
      " state=cooling, cooling_s=0.5] b [lane=GameThread state=disabled] c }");
  const ScheduleCard& a = schedule.cards[0];
  EXPECT_EQ(a.start, TickGroup::kPostPhysics);
  EXPECT_EQ(a.end, TickGroup::kPostUpdateWork);
  EXPECT_EQ(a.lane, Lane::kAnyThread);
  EXPECT_EQ(a.cost_us, 2.5);
  EXPECT_EQ(a.state, CardState::kCoolingDown);
  EXPECT_EQ(a.cooling_seconds, 0.5);
  EXPECT_EQ(schedule.cards[1].lane, Lane::kGameThread);
  EXPECT_EQ(schedule.cards[1].state, CardState::kDisabled);
  EXPECT_EQ(schedule.cards[2].start, std::nullopt);
  EXPECT_EQ(schedule.cards[2].lane, std::nullopt);
  EXPECT_THAT(warnings, IsEmpty());
}

TEST(DotScheduleTest, RefusesValuesThatAreNone) {
  for (const char* attribute :
       {"cost_us=-1", "cost_us=nan", "cost_us=inf", "cost_us=\"1e300\"", "cost_us=\"\"",
        "cost_us=x", "lane=Elsewhere", "state=asleep", "cooling_s=-0.5"}) {
    ReadProblems strict("test.dot", /*lenient=*/false);
    const std::string text = std::string("digraph {\n a [") + attribute + "] b }";
    const absl::Status status = ReadDotSchedule(text, 100, strict).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << attribute;
    EXPECT_THAT(std::string(status.message()), HasSubstr("test.dot:2: card \"a\": ")) << attribute;
    const auto [schedule, warnings] = Read(text, /*lenient=*/true);
    EXPECT_EQ(schedule.cards.size(), 2u);
    ASSERT_EQ(warnings.size(), 1u) << attribute;
    EXPECT_EQ(warnings[0].kind, ScheduleFinding::Kind::kLoss);
  }
}

// Graphviz has a layout attribute of that name.
TEST(DotScheduleTest, DoubtsAGroupOnlyWhereTheFileNamesTickGroups) {
  const auto [layout, none] = Read("digraph { a [group=column1, lane=AnyThread] b [group=\"\"] }");
  EXPECT_EQ(layout.cards[0].start, std::nullopt);
  EXPECT_THAT(none, IsEmpty());
  for (const char* other : {"group=TG_PostPhysics", "end_group=PostPhysics"}) {
    const auto [schedule, warnings] =
        Read(std::string("digraph { a [group=PostPhysic] b [") + other + "] }");
    EXPECT_EQ(schedule.cards[0].start, std::nullopt);
    ASSERT_EQ(warnings.size(), 1u) << other;
    EXPECT_EQ(warnings[0].kind, ScheduleFinding::Kind::kDoubt);
    EXPECT_THAT(warnings[0].text, HasSubstr("\"PostPhysic\" is not a tick group"));
  }
}

TEST(DotScheduleTest, TurnsEdgesRoundThatPointBack) {
  const auto [schedule, warnings] = Read(R"(digraph {
      subgraph cluster_a { x } subgraph cluster_b { y }
      x -> z [dir=back]; x -> y [dir=back, ltail=cluster_a, lhead=cluster_b]; x -> z [dir=forward];
      x -> z [dir=both]
    })");
  EXPECT_THAT(Edges(schedule), ElementsAre("z>x", "[cluster_b]>[cluster_a]", "x>z", "x>z"));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].kind, ScheduleFinding::Kind::kDoubt);
  EXPECT_EQ(warnings[0].line, 4);
  EXPECT_THAT(warnings[0].text, HasSubstr("dir=both points both ways"));
}

TEST(DotScheduleTest, PutsCardsIntoClustersAndEdgesOntoThem) {
  const auto [schedule, warnings] = Read(R"(digraph { compound=true
      subgraph cluster_a { label="A"; tooltip="full A"; x subgraph cluster_b { y } }
      x -> z [ltail=cluster_a]; z -> y [lhead=cluster_b]; z -> x [lhead=""];
      z -> y [dir=none, lhead=cluster_a]; x -> z [lhead=cluster_none]; x -> z [dir=none]
    })");
  ASSERT_EQ(schedule.sets.size(), 2u);
  EXPECT_EQ(schedule.sets[0].name, "A");
  EXPECT_EQ(schedule.sets[0].full_name, "full A");
  EXPECT_EQ(schedule.sets[1].name, "cluster_b");
  EXPECT_THAT(schedule.sets[1].parents, ElementsAre(0u));
  EXPECT_THAT(schedule.cards[0].sets, ElementsAre(0u));
  EXPECT_THAT(schedule.cards[1].sets, ElementsAre(1u));
  EXPECT_THAT(schedule.cards[2].sets, ElementsAre(0u));
  EXPECT_THAT(Edges(schedule),
              ElementsAre("[A]>z", "z>[cluster_b]", "z>x", "z in [A]", "x>z", "x>z"));
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_THAT(warnings[0].text, HasSubstr("no cluster is called \"cluster_none\""));
  EXPECT_THAT(warnings[1].text, HasSubstr("dir=none joins two cards"));
}

// Invented names in the form of Bevy's schedule graphs, with every trap of that dialect.
TEST(DotScheduleTest, ReadsBevysDialect) {
  const auto [schedule, warnings] = Read(R"dot(digraph "" {
	edge ["penwidth"="2"];
	subgraph "clusternode_Set(SystemSetKey(1v1))" {
		"label"="Move";
		"set_marker_node_Set(SystemSetKey(1v1))" ["style"="invis", "label"="", "shape"="point"]
		"node_System(SystemKey(1v1))" ["label"="walk<fn() -> Step>", "tooltip"="game::walk<fn() -> Step>"]
		subgraph "clusternode_Set(SystemSetKey(2v1))" {
			"label"="Inner";
			"set_marker_node_Set(SystemSetKey(2v1))" ["style"="invis", "label"="", "shape"="point"]
		}
	}
	subgraph "clusternode_Set(SystemSetKey(3v1))" {
		"label"="Draw";
		"set_marker_node_Set(SystemSetKey(3v1))" ["style"="invis", "label"="", "shape"="point"]
		"node_System(SystemKey(2v1))" ["label"="walk<fn() -> Step>", "tooltip"="other::walk"]
	}
	"node_System(SystemKey(3v1))" -> "set_marker_node_Set(SystemSetKey(2v1))" ["dir"="none", "lhead"="clusternode_Set(SystemSetKey(2v1))"]
	"node_System(SystemKey(3v1))" ["label"="look
In multiple sets, Inner, Draw", "tooltip"="game::look"]
	"set_marker_node_Set(SystemSetKey(1v1))" -> "set_marker_node_Set(SystemSetKey(3v1))" ["lhead"="clusternode_Set(SystemSetKey(3v1))", "ltail"="clusternode_Set(SystemSetKey(1v1))"]
	"node_System(SystemKey(1v1))" -> "<missing> jump" ["lhead"="", "ltail"=""]
})dot");
  ASSERT_EQ(schedule.cards.size(), 4u);
  EXPECT_EQ(schedule.cards[0].name, "walk<fn() -> Step>");
  EXPECT_EQ(schedule.cards[1].name, "walk<fn() -> Step>");
  EXPECT_EQ(schedule.cards[1].full_name, "other::walk");
  EXPECT_EQ(schedule.cards[2].name, "look");
  EXPECT_EQ(schedule.cards[3].name, "<missing> jump");
  EXPECT_TRUE(schedule.cards[3].missing);
  EXPECT_FALSE(schedule.cards[2].missing);
  EXPECT_THAT(schedule.cards[2].sets, ElementsAre(1u));
  EXPECT_THAT(schedule.sets[1].parents, ElementsAre(0u));
  EXPECT_THAT(Edges(schedule),
              ElementsAre("look in [Inner]", "[Move]>[Draw]", "walk<fn() -> Step>><missing> jump"));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].kind, ScheduleFinding::Kind::kMissingCard);
}

}  // namespace
}  // namespace tickgraph::model
