#include "tickgraph/model/dot_graph.h"

#include <gtest/gtest.h>

namespace tickgraph::model {
namespace {

TEST(DotGraphTest, KnowsTheAttributesThatMeanSomething) {
  EXPECT_EQ(ParseDotAttribute("label"), DotAttribute::kLabel);
  EXPECT_EQ(ParseDotAttribute("cost_us"), DotAttribute::kCostUs);
  EXPECT_EQ(ParseDotAttribute("lhead"), DotAttribute::kHead);
  EXPECT_EQ(ParseDotAttribute("ltail"), DotAttribute::kTail);
  EXPECT_EQ(ParseDotAttribute("cluster"), DotAttribute::kCluster);
  EXPECT_EQ(ParseDotAttribute("Label"), std::nullopt) << "Graphviz tells letters apart";
  EXPECT_EQ(ParseDotAttribute("color"), std::nullopt);
}

TEST(DotGraphTest, TellsAnEmptyValueFromNone) {
  DotGraph graph;
  DotAttributes attributes;
  EXPECT_EQ(graph.Find(attributes, DotAttribute::kLabel), std::nullopt);
  graph.strings.emplace_back();
  attributes[DotAttribute::kLabel] = 1;
  EXPECT_EQ(graph.Find(attributes, DotAttribute::kLabel), "");
}

}  // namespace
}  // namespace tickgraph::model
