#include "tickgraph/model/dot_card.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tickgraph/model/dot_parser.h"

namespace tickgraph::model {
namespace {

using ::testing::HasSubstr;

class DotCardTest : public testing::Test {
 protected:
  absl::Status Read(std::string_view attributes, bool lenient = false) {
    problems_ = ReadProblems("x.dot", lenient);
    absl::StatusOr<DotGraph> graph =
        ParseDot("digraph {\na [" + std::string(attributes) + "] }", 100, problems_);
    if (!graph.ok()) return graph.status();
    card_ = ScheduleCard{};
    name_ = DotName(*graph, graph->nodes[0].attributes, graph->nodes[0].id);
    return ReadDotCard(*graph, graph->nodes[0], /*names_tick_groups=*/true, sources_, problems_,
                       card_);
  }

  std::vector<std::string> files_;
  SourceTable sources_{files_};
  ReadProblems problems_{"x.dot", false};
  ScheduleCard card_;
  std::string name_;
};

TEST_F(DotCardTest, ReadsAllAttributes) {
  const absl::Status status = Read(
      "label=l tooltip=\"game::a\" group=PostPhysics end_group=PostUpdateWork lane=AnyThread "
      "cost_us=1.5 state=cooling cooling_s=2 owner=\"hero \\\\ 1\" order=-4 tie_key=5 "
      "high_priority=true engine_stage=true dedicated_server=false count=6 missing=true "
      "source=\"a.cc:7\"");
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(name_, "l");
  EXPECT_EQ(card_.full_name, "game::a");
  EXPECT_EQ(card_.start, TickGroup::kPostPhysics);
  EXPECT_EQ(card_.end, TickGroup::kPostUpdateWork);
  EXPECT_EQ(card_.lane, Lane::kAnyThread);
  EXPECT_EQ(card_.cost_us, 1.5);
  EXPECT_EQ(card_.state, CardState::kCoolingDown);
  EXPECT_EQ(card_.cooling_seconds, 2);
  EXPECT_EQ(card_.owner, "hero \\ 1");
  EXPECT_EQ(card_.order, -4);
  EXPECT_EQ(card_.tie_key, 5u);
  EXPECT_TRUE(card_.high_priority);
  EXPECT_TRUE(card_.engine_stage);
  EXPECT_FALSE(card_.allow_on_dedicated_server);
  EXPECT_EQ(card_.count, 6);
  EXPECT_TRUE(card_.missing);
  EXPECT_EQ(card_.source.line, 7u);
}

TEST_F(DotCardTest, TakesTheNameFromNameLabelOrId) {
  ASSERT_TRUE(Read("").ok());
  EXPECT_EQ(name_, "a");
  ASSERT_TRUE(Read("label=\"\"").ok());
  EXPECT_EQ(name_, "a");
  ASSERT_TRUE(Read("label=x, name=\"\"").ok());
  EXPECT_EQ(name_, "");
}

TEST_F(DotCardTest, NamesWhatItCannotRead) {
  for (const char* attribute :
       {"lane=fast", "cost_us=-1", "cost_us=nan", "cost_us=inf", "cost_us=\"1e300\"", "state=on",
        "cooling_s=x", "order=2147483648", "order=0.5", "tie_key=-1", "count=-1",
        "high_priority=yes", "engine_stage=1", "dedicated_server=\"\"", "missing=no",
        "source=here"}) {
    const absl::Status strict = Read(attribute);
    EXPECT_THAT(std::string(strict.message()), HasSubstr("x.dot:2: card")) << attribute;
    EXPECT_TRUE(Read(attribute, /*lenient=*/true).ok()) << attribute;
    EXPECT_EQ(problems_.TakeWarnings().size(), 1u) << attribute;
  }
  EXPECT_TRUE(Read("group=\"left side\"").ok()) << "a layout attribute of Graphviz";
  EXPECT_EQ(problems_.TakeWarnings().size(), 1u);
}

}  // namespace
}  // namespace tickgraph::model
