#include "tickgraph/model/json_names.h"

#include <gtest/gtest.h>

namespace tickgraph::model {
namespace {

TEST(JsonNamesTest, FindsWhatWasMentionedBeforeItWasDeclared) {
  JsonNames names;
  const std::uint32_t walk = names.Mention("walk");
  EXPECT_EQ(names.Find(walk), std::nullopt);
  EXPECT_TRUE(names.Declare("walk", 7, 12));
  EXPECT_FALSE(names.Declare("walk", 8, 13)) << "the first one keeps its id";
  EXPECT_EQ(names.Find(walk), 7u);
  EXPECT_EQ(names.Mention("walk"), walk);
  EXPECT_EQ(names.id(walk), "walk");
  EXPECT_EQ(names.line(walk), 12);
  EXPECT_TRUE(names.Declare("", 0, 1));
  EXPECT_NE(names.Mention(""), walk);
}

}  // namespace
}  // namespace tickgraph::model
