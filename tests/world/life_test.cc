#include "tickgraph/world/life.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

namespace tickgraph {
namespace {

struct Thing {
  int number = 0;
  Life<Thing> life{this};
};

TEST(LifeTest, LinksLeadToTheObjectAndNowhereOnceItIsGone) {
  std::optional<Thing> thing(std::in_place);
  const Life<Thing>::Link link = thing->life.link();
  const Life<Thing>::Link copy = link;
  ASSERT_EQ(link.get(), &*thing);
  EXPECT_EQ(copy.get(), &*thing);
  thing.reset();
  EXPECT_EQ(link.get(), nullptr);
  EXPECT_EQ(copy.get(), nullptr);
  Thing another;
  EXPECT_EQ(another.life.link().get(), &another);
  EXPECT_EQ(link.get(), nullptr) << "a link never finds another object";
}

}  // namespace
}  // namespace tickgraph
