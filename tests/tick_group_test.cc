#include "tickgraph/tick_group.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tickgraph {
namespace {

TEST(TickGroupTest, EveryGroupHasANameOfItsOwnThatCanBeReadBack) {
  std::set<std::string> names;
  for (int index = 0; index < kTickGroupCount; ++index) {
    const auto group = static_cast<TickGroup>(index);
    const std::string name(TickGroupName(group));
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(ParseTickGroup(name), group);
    EXPECT_EQ(ParseTickGroup("TG_" + name), group);
    EXPECT_EQ(GroupIndex(group), index);
  }
  EXPECT_EQ(TickGroupName(TickGroup::kPrePhysics), "PrePhysics");
  EXPECT_EQ(TickGroupName(TickGroup::kNewlySpawned), "NewlySpawned");
}

TEST(TickGroupTest, OtherNamesAreNoGroups) {
  for (const char* name : {"", "TG_", "prephysics", "PrePhysics ", "TG_TG_PrePhysics", "8"}) {
    EXPECT_FALSE(ParseTickGroup(name)) << name;
  }
}

TEST(TickGroupTest, OnlyStartAndEndPhysicsAreThePhysicsEdge) {
  for (int index = 0; index < kTickGroupCount; ++index) {
    EXPECT_EQ(IsPhysicsEdgeGroup(static_cast<TickGroup>(index)), index == 1 || index == 3);
  }
}

}  // namespace
}  // namespace tickgraph
