#include "tickgraph/plan/plan_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PlanChangesTest, EverythingIsNewBeforeTheFirstPlan) {
  const PlanChanges changes;
  EXPECT_FALSE(changes.empty());
  EXPECT_TRUE(changes.is_many());
}

TEST(PlanChangesTest, NotesWhoseOrderMayChange) {
  PlanChanges changes;
  changes.Clear(10);
  EXPECT_TRUE(changes.empty());
  changes.CardChanged(3);
  changes.EdgeCame(4);
  EXPECT_FALSE(changes.edges_went());
  changes.EdgeGoes(5, 6);
  EXPECT_TRUE(changes.edges_went());
  EXPECT_THAT(changes.touched(), ElementsAre(3, 4, 6));
  EXPECT_THAT(changes.losers(), ElementsAre(5));
}

TEST(PlanChangesTest, ACardTakesItsEdgesWithIt) {
  EdgeStore edges;
  edges.Add(1, 2, {});
  edges.Add(2, 3, {});
  PlanChanges changes;
  changes.Clear(10);
  changes.CardGoes(2, edges);
  EXPECT_THAT(changes.touched(), ElementsAre(2, 3, 2));
  EXPECT_THAT(changes.losers(), ElementsAre(2, 1));
  changes.Clear(10);
  changes.CardGoes(9, edges);
  EXPECT_FALSE(changes.edges_went());
}

TEST(PlanChangesTest, ForgetsWhatIsTooMuchUntilTheNextPlan) {
  PlanChanges changes;
  changes.Clear(2);
  for (std::uint32_t slot = 0; slot < 3; ++slot) changes.CardChanged(slot);
  EXPECT_TRUE(changes.is_many());
  EXPECT_FALSE(changes.empty());
  EXPECT_THAT(changes.touched(), IsEmpty());
  changes.CardChanged(7);
  EXPECT_THAT(changes.touched(), IsEmpty());
  changes.Clear(2);
  changes.CardChanged(7);
  EXPECT_THAT(changes.touched(), ElementsAre(7));
  EXPECT_FALSE(changes.is_many());
}

}  // namespace
}  // namespace tickgraph
