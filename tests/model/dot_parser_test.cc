#include "tickgraph/model/dot_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/small_stack.h"

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::int64_t kMostEdges = 1'000'000;

absl::StatusOr<DotGraph> Parse(std::string_view text, std::int64_t most_edges = kMostEdges) {
  ReadProblems problems("test.dot", /*lenient=*/false);
  return ParseDot(text, most_edges, problems);
}

DotGraph MustParse(std::string_view text) {
  absl::StatusOr<DotGraph> graph = Parse(text);
  EXPECT_TRUE(graph.ok()) << graph.status();
  return graph.ok() ? *std::move(graph) : DotGraph{};
}

std::string EndName(const DotGraph& graph, DotEnd end) {
  return end.is_cluster ? "[" + graph.clusters[end.index].id + "]" : graph.nodes[end.index].id;
}

std::vector<std::string> Edges(const DotGraph& graph) {
  std::vector<std::string> edges;
  for (const DotEdge& edge : graph.edges) {
    edges.push_back(EndName(graph, edge.from) + ">" + EndName(graph, edge.to));
  }
  return edges;
}

std::vector<std::string> Nodes(const DotGraph& graph) {
  std::vector<std::string> nodes;
  for (const DotNode& node : graph.nodes) nodes.push_back(node.id);
  return nodes;
}

std::string Label(const DotGraph& graph, std::size_t node) {
  return std::string(
      graph.Find(graph.nodes[node].attributes, DotAttribute::kLabel).value_or("(none)"));
}

TEST(DotParserTest, ReadsChainsAndGroups) {
  EXPECT_THAT(Edges(MustParse("digraph { a -> b -> c; d -> {e f} -> g }")),
              ElementsAre("a>b", "b>c", "d>e", "d>f", "e>g", "f>g"));
  EXPECT_THAT(Edges(MustParse("digraph { {a b} -> {c {d d} a} }")),
              ElementsAre("a>c", "a>d", "a>a", "b>c", "b>d", "b>a"));
}

// As Graphviz reads them.
TEST(DotParserTest, ReadsListsOfNodes) {
  EXPECT_THAT(Edges(MustParse("digraph { a -> b, c }")), ElementsAre("a>b", "a>c"));
  EXPECT_THAT(Edges(MustParse("digraph { a, b -> c }")), ElementsAre("a>c", "b>c"));
  EXPECT_THAT(Edges(MustParse("digraph { a:n, b:s:e -> {c d} -> e, e }")),
              ElementsAre("a>c", "a>d", "b>c", "b>d", "c>e", "c>e", "d>e", "d>e"));
  EXPECT_THAT(Edges(MustParse("strict digraph { a, a -> b }")), ElementsAre("a>b"));
  EXPECT_THAT(Edges(MustParse("digraph { subgraph { a, b } -> c }")), ElementsAre("a>c", "b>c"));
  const DotGraph graph = MustParse("digraph { a, b [label=red] c -> d, e [dir=none] }");
  EXPECT_EQ(Label(graph, 0), "red");
  EXPECT_EQ(Label(graph, 1), "red");
  EXPECT_TRUE(graph.nodes[1].declared);
  EXPECT_FALSE(graph.nodes[4].declared);
  ASSERT_EQ(graph.edges.size(), 2u);
  for (const DotEdge& edge : graph.edges) {
    EXPECT_EQ(graph.Find(graph.edge_attributes[edge.attributes], DotAttribute::kDir), "none");
  }
}

TEST(DotParserTest, NeedsNoSemicolons) {
  const DotGraph graph = MustParse("digraph g{a b\na->b c[label=x]d}");
  EXPECT_THAT(Nodes(graph), ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(Edges(graph), ElementsAre("a>b"));
  EXPECT_TRUE(graph.nodes[0].declared);
}

TEST(DotParserTest, TellsDeclaredNodesFromEndsOfEdges) {
  const DotGraph graph = MustParse("digraph {\n\na -> b\nb\n}");
  EXPECT_FALSE(graph.nodes[0].declared);
  EXPECT_EQ(graph.nodes[0].line, 3);
  EXPECT_TRUE(graph.nodes[1].declared);
  EXPECT_EQ(graph.nodes[1].line, 4);
}

TEST(DotParserTest, KeepsDefaultsInTheirScope) {
  const DotGraph graph = MustParse(R"(digraph {
      a node [label=outer, group=G] b
      subgraph { node ["label"="inner"]; c; subgraph { d [label=own] } e }
      f
      edge [dir=none]; { edge [dir=both] a -> b } a -> c; a -> d [dir=back]
    })");
  EXPECT_EQ(Label(graph, 0), "(none)");
  EXPECT_EQ(Label(graph, 1), "outer");
  EXPECT_EQ(Label(graph, 2), "inner");
  EXPECT_EQ(Label(graph, 3), "own");
  EXPECT_EQ(Label(graph, 4), "inner");
  EXPECT_EQ(Label(graph, 5), "outer");
  std::vector<std::string> directions;
  for (const DotEdge& edge : graph.edges) {
    directions.emplace_back(
        *graph.Find(graph.edge_attributes[edge.attributes], DotAttribute::kDir));
  }
  EXPECT_THAT(directions, ElementsAre("both", "none", "back"));
}

TEST(DotParserTest, ReadsAttributeListsInAllForms) {
  const DotGraph graph = MustParse(
      "digraph { a [\"label\"=\"x\"][tooltip=y; lane=z, color=red] b [label] c [label=<<b>t</b>>] "
      "d [] }");
  EXPECT_EQ(Label(graph, 0), "x");
  EXPECT_EQ(graph.Find(graph.nodes[0].attributes, DotAttribute::kTooltip), "y");
  EXPECT_EQ(graph.Find(graph.nodes[0].attributes, DotAttribute::kLane), "z");
  EXPECT_EQ(Label(graph, 1), "true");
  EXPECT_EQ(Label(graph, 2), "t");
}

TEST(DotParserTest, NestsClustersAndMergesOnesOfTheSameName) {
  const DotGraph graph = MustParse(R"(digraph {
      subgraph cluster_a { x; subgraph plain { subgraph cluster_b { label=B y } } }
      subgraph cluster_b { z x }
      subgraph { cluster=true; label=C; w }
      a:n:e -> b
    })");
  ASSERT_EQ(graph.clusters.size(), 3u);
  EXPECT_THAT(graph.clusters[1].parents, ElementsAre(0u));
  EXPECT_EQ(graph.Find(graph.clusters[1].attributes, DotAttribute::kLabel), "B");
  EXPECT_EQ(graph.Find(graph.clusters[2].attributes, DotAttribute::kLabel), "C");
  EXPECT_THAT(Nodes(graph), ElementsAre("x", "y", "z", "w", "a", "b"));
  EXPECT_THAT(graph.nodes[0].clusters, ElementsAre(0u, 1u));
  EXPECT_THAT(graph.nodes[1].clusters, ElementsAre(1u));
  EXPECT_THAT(graph.nodes[3].clusters, ElementsAre(2u));
  EXPECT_THAT(graph.nodes[4].clusters, IsEmpty());
}

TEST(DotParserTest, KeepsOneEdgeToAWholeCluster) {
  EXPECT_THAT(Edges(MustParse("digraph { subgraph cluster_a {x y} -> z -> subgraph cluster_a }")),
              ElementsAre("[cluster_a]>z", "z>[cluster_a]"));
}

TEST(DotParserTest, StrictKeepsOneOfEqualEdges) {
  EXPECT_THAT(Edges(MustParse("strict digraph { a -> b a -> {b c} b -> a }")),
              ElementsAre("a>b", "a>c", "b>a"));
  EXPECT_THAT(Edges(MustParse("digraph { a -> b a -> b }")), ElementsAre("a>b", "a>b"));
}

TEST(DotParserTest, NamesTheLineOfWhatIsBroken) {
  const std::pair<const char*, const char*> kBroken[] = {
      {"", "test.dot:1: a DOT file begins with 'digraph'"},
      {"digraph", "test.dot:1: expected '{'"},
      {"digraph {\na -> b", "test.dot:2: the file ends inside the '{' of line 1"},
      {"digraph {\n a ->\n}", "test.dot:3: an arrow points at nothing"},
      {"digraph {\n a -- b\n}", "test.dot:2: '--' in a digraph"},
      {"graph {\n a -- b\n}", "test.dot:1: an undirected graph has no order"},
      {"digraph {\n a [label=\n}", "test.dot:3: expected a value"},
      {"digraph {\n a [label=x\n}", "test.dot:3: the attribute list of line 2 has no ']'"},
      {"digraph {\n a = \n}", "test.dot:3: expected a value after '='"},
      {"digraph {\n ] \n}", "test.dot:2: expected a statement"},
      {"digraph {\n subgraph x \n}", "test.dot:3: expected '{'"},
      {"digraph {\n node x \n}", "test.dot:2: expected '[' after graph, node or edge"},
      {"digraph {\n \"abc\n}", "test.dot:2: the string that begins on line 2 has no end"},
      {"digraph {}\nx", "test.dot:2: text after the '}'"},
      {"digraph {}\ndigraph {}", "test.dot:2: a second graph begins here"},
      {"digraph {\n a,\n}", "test.dot:3: expected a node after ','"},
      {"digraph {\n {a b}, c -> d\n}", "test.dot:2: a ',' stands between two nodes only"},
      {"digraph {\n a, {b c} -> d\n}", "test.dot:2: expected a node after ','"},
      {"digraph {\n a, b = c\n}", "test.dot:2: expected a statement"},
      {"digraph {\n\x01\n}", "test.dot:2: 1 byte(s) that are not DOT: 01"},
  };
  for (const auto& [text, message] : kBroken) {
    const absl::StatusOr<DotGraph> graph = Parse(text);
    ASSERT_FALSE(graph.ok()) << text;
    EXPECT_EQ(graph.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(graph.status().message()), HasSubstr(message)) << text;
  }
}

TEST(DotParserTest, ReadsOnAfterABrokenStatementWhenLenient) {
  ReadProblems problems("test.dot", /*lenient=*/true);
  const auto graph = ParseDot(
      "digraph {\n a -> b\n ] -> c\n d [label=x\n } e -> f \x02 g\n h -> \n", kMostEdges, problems);
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(Edges(*graph), ElementsAre("a>b"));
  EXPECT_THAT(Nodes(*graph), ElementsAre("a", "b", "d"));
  const std::vector<ScheduleFinding> warnings = problems.TakeWarnings();
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_EQ(warnings[0].line, 3);
  EXPECT_EQ(warnings[1].line, 5);
  EXPECT_THAT(warnings[2].text, HasSubstr("text after the '}'"));
}

TEST(DotParserTest, BoundsTheEdgesOfGroups) {
  std::string group = "{";
  for (int node = 0; node < 100; ++node) group += " n" + std::to_string(node);
  group += " }";
  const std::string text = "digraph { " + group + " -> " + group + " }";
  EXPECT_EQ(MustParse(text).edges.size(), 10'000u);
  const absl::StatusOr<DotGraph> too_many = Parse(text, 9'999);
  EXPECT_THAT(std::string(too_many.status().message()), HasSubstr("more than 9999 edges"));
}

// rule P6: no recursion, linear time.
TEST(DotParserTest, NestsAMillionSubgraphsOnASmallStack) {
  RunOnSmallStack([] {
    constexpr int kDepth = 1'000'000;
    std::string text = "digraph {";
    for (int depth = 0; depth < kDepth; ++depth) text += '{';
    text += "a->b";
    for (int depth = 0; depth < kDepth; ++depth) text += '}';
    text += '}';
    EXPECT_THAT(Edges(MustParse(text)), ElementsAre("a>b"));
  });
}

TEST(DotParserTest, ReadsAChainOfAMillionNodesOnASmallStack) {
  RunOnSmallStack([] {
    constexpr int kNodes = 1'000'000;
    std::string text = "digraph {0";
    for (int node = 1; node < kNodes; ++node) text += "->" + std::to_string(node);
    text += '}';
    ReadProblems problems("test.dot", /*lenient=*/false);
    const absl::StatusOr<DotGraph> graph = ParseDot(text, kMostEdges, problems);
    ASSERT_TRUE(graph.ok()) << graph.status();
    EXPECT_EQ(graph->nodes.size(), static_cast<std::size_t>(kNodes));
    EXPECT_EQ(graph->edges.size(), static_cast<std::size_t>(kNodes - 1));
  });
}

TEST(DotParserTest, StopsAtTooManyOpenBraces) {
  const std::string text = "digraph\n" + std::string(4'100'000, '{');
  EXPECT_THAT(std::string(Parse(text).status().message()),
              HasSubstr("test.dot:2: more than 4000000 subgraphs in each other"));
}

}  // namespace
}  // namespace tickgraph::model
