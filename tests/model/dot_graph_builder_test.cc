#include "tickgraph/model/dot_graph_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class DotGraphBuilderTest : public testing::Test {
 protected:
  std::uint32_t Mention(const char* id) { return builder_.Mention(id, 1, DotGraphBuilder::kNone); }
  DotOperand Node(const char* id) { return {DotOperand::Kind::kNode, Mention(id), 0, 0}; }
  DotAttributes Lane(const char* value) {
    DotAttributes attributes;
    attributes[DotAttribute::kLane] = builder_.AddString(value);
    return attributes;
  }

  ReadProblems problems_{"x.dot", /*lenient=*/true};
  DotGraphBuilder builder_{4, 1'000, problems_};
};

TEST_F(DotGraphBuilderTest, TakesDefaultsBackAtTheEndOfAScope) {
  const DotGraphBuilder::Scope scope = builder_.BeginScope();
  builder_.SetDefaults(false, Lane("AnyThread"));
  Mention("inside");
  const DotOperand mentioned = builder_.EndScope(scope);
  Mention("outside");
  EXPECT_EQ(mentioned.kind, DotOperand::Kind::kMentioned);
  EXPECT_EQ(mentioned.end - mentioned.begin, 1u);
  const DotGraph graph = builder_.TakeGraph();
  EXPECT_EQ(graph.Find(graph.nodes[0].attributes, DotAttribute::kLane), "AnyThread");
  EXPECT_EQ(graph.Find(graph.nodes[1].attributes, DotAttribute::kLane), std::nullopt);
}

TEST_F(DotGraphBuilderTest, MultipliesMentionedNodesOut) {
  const DotGraphBuilder::Scope scope = builder_.BeginScope();
  Mention("a");
  Mention("b");
  Mention("a");
  const DotOperand both = builder_.EndScope(scope);
  EXPECT_TRUE(builder_.AddEdges({both, Node("c"), both}, {}, 7).ok());
  EXPECT_EQ(builder_.graph().edges.size(), 4u);
  EXPECT_EQ(builder_.graph().edges[3].line, 7);
  EXPECT_THAT(std::string(builder_.AddEdges({both, both}, {}, 8).message()),
              HasSubstr("x.dot:8: more than 4 edges"))
      << "an error in both modes";
}

TEST_F(DotGraphBuilderTest, KeepsEdgesOnceInAStrictGraph) {
  builder_.KeepEdgesOnce();
  EXPECT_TRUE(builder_.AddEdges({Node("a"), Node("b"), Node("a"), Node("b")}, {}, 1).ok());
  EXPECT_EQ(builder_.graph().edges.size(), 2u);
}

TEST_F(DotGraphBuilderTest, PutsNodesAndClustersIntoClustersOnce) {
  const std::uint32_t outer = builder_.FindCluster("cluster_o", 1);
  const std::uint32_t inner = builder_.MakeCluster(2);
  builder_.PutInside(inner, outer);
  builder_.PutInside(inner, outer);
  builder_.Mention("a", 3, inner);
  builder_.Mention("a", 3, outer);
  builder_.Mention("a", 3, inner);
  EXPECT_EQ(builder_.ClusterWithId("cluster_o"), outer);
  EXPECT_EQ(builder_.ClusterWithId("other"), DotGraphBuilder::kNone);
  EXPECT_THAT(builder_.graph().clusters[inner].parents, ElementsAre(outer));
  EXPECT_THAT(builder_.graph().nodes[0].clusters, ElementsAre(inner, outer));
}

TEST_F(DotGraphBuilderTest, DeclaresANodeAtItsFirstStatement) {
  const std::uint32_t node = Mention("a");
  EXPECT_FALSE(builder_.graph().nodes[node].declared);
  builder_.Declare(node, Lane("x"), 5);
  builder_.Declare(node, Lane("y"), 6);
  EXPECT_TRUE(builder_.graph().nodes[node].declared);
  EXPECT_EQ(builder_.graph().nodes[node].line, 5);
  EXPECT_EQ(builder_.graph().Find(builder_.graph().nodes[node].attributes, DotAttribute::kLane),
            "y");
}

}  // namespace
}  // namespace tickgraph::model
