#include "tickgraph/physics/body_table.h"

#include <gtest/gtest.h>

namespace tickgraph {
namespace {

TEST(BodyTableTest, AHandleIsKnownFromReserveToRemove) {
  BodyTable table;
  const BodyHandle body = table.Reserve();
  EXPECT_TRUE(table.IsKnown(body));
  EXPECT_EQ(table.Find(body), BodyTable::kNoIndex);
  EXPECT_TRUE(table.Add(body, {.user_data = 7}));
  EXPECT_FALSE(table.Add(body, {}));
  EXPECT_EQ(table.Find(body), 0u);
  EXPECT_EQ(table.records()[0].user_data, 7u);
  table.Remove(0);
  EXPECT_FALSE(table.IsKnown(body));
  EXPECT_EQ(table.Find(body), BodyTable::kNoIndex);
}

TEST(BodyTableTest, AReusedSlotHasAnotherGeneration) {
  BodyTable table;
  const BodyHandle old = table.Reserve();
  table.Add(old, {});
  table.Remove(0);
  const BodyHandle fresh = table.Reserve();
  EXPECT_EQ(fresh.slot, old.slot);
  EXPECT_NE(fresh, old);
  table.Add(fresh, {});
  EXPECT_EQ(table.Find(old), BodyTable::kNoIndex);
  EXPECT_EQ(table.Find(fresh), 0u);
}

TEST(BodyTableTest, TheLastBodyTakesTheNumberOfARemovedOne) {
  BodyTable table;
  const BodyHandle a = table.Reserve();
  const BodyHandle b = table.Reserve();
  const BodyHandle c = table.Reserve();
  for (const BodyHandle body : {a, b, c}) table.Add(body, {});
  table.Remove(0);
  EXPECT_EQ(table.Find(c), 0u);
  EXPECT_EQ(table.Find(b), 1u);
  EXPECT_EQ(table.records().size(), 2u);
  EXPECT_EQ(table.records()[0].sequence, 2u);
}

TEST(BodyTableTest, ACancelledReservationIsStale) {
  BodyTable table;
  const BodyHandle body = table.Reserve();
  table.Cancel(body);
  EXPECT_FALSE(table.IsKnown(body));
  EXPECT_FALSE(table.Add(body, {}));
  table.Cancel(body);  // no effect
  EXPECT_NE(table.Reserve(), table.Reserve());
}

TEST(BodyTableTest, TheNullHandleIsNeverKnown) {
  BodyTable table;
  EXPECT_TRUE(BodyHandle().is_null());
  EXPECT_FALSE(table.IsKnown({}));
  EXPECT_FALSE(table.Reserve().is_null());
}

}  // namespace
}  // namespace tickgraph
