#include "tickgraph/world/structure_change.h"

#include <gtest/gtest.h>

#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

// rule O-7: a tick would run the deletion queue under the feet of whoever makes the change.
TEST(StructureChangeTest, WhileOneLivesItsWorldRefusesToTick) {
  World world;
  World other;
  const auto actor = world.Spawn<Actor>();
  {
    const StructureChange outer(&world);
    {
      const StructureChange inner(&world);
      actor->Destroy();
      EXPECT_FALSE(world.Tick(0.1).ok());
    }
    EXPECT_FALSE(world.Tick(0.1).ok()) << "they nest";
    EXPECT_EQ(world.actor_count(), 1U);
    EXPECT_TRUE(other.Tick(0.1).ok()) << "another world is not concerned";
  }
  EXPECT_EQ(world.Tick(0.1).frame, 1U) << "the refused ticks were no frames";
  EXPECT_EQ(world.last_frame().error_count, 2U) << "and are reported";
  EXPECT_EQ(world.actor_count(), 0U);
}

TEST(StructureChangeTest, ForAnObjectThatIsInNoWorldItDoesNothing) {
  const StructureChange change(nullptr);
  EXPECT_TRUE(World().Tick(0.1).ok());
}

}  // namespace
}  // namespace tickgraph
