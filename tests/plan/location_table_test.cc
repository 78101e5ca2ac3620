#include "tickgraph/plan/location_table.h"

#include <gtest/gtest.h>

#include <string>

namespace tickgraph {
namespace {

TEST(LocationTableTest, EqualLocationsHaveOneNumber) {
  LocationTable table;
  const char* file = "a.cc";
  const auto first = table.NumberOf({file, 1});
  const auto second = table.NumberOf({file, 2});
  EXPECT_NE(first, second);
  EXPECT_EQ(table.NumberOf({file, 1}), first);
  EXPECT_EQ(table.NumberOf({file, 1}), first);
  EXPECT_EQ(table.NumberOf({file, 2}), second);
  EXPECT_EQ(ToString(table[first]), "a.cc:1");
  EXPECT_EQ(ToString(table[second]), "a.cc:2");
}

TEST(LocationTableTest, ALocationThatWasNeverSetIsOneToo) {
  LocationTable table;
  EXPECT_EQ(ToString(table[table.NumberOf({})]), "unknown place");
}

}  // namespace
}  // namespace tickgraph
