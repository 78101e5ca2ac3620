#include "tickgraph/model/suffix_index.h"

#include <gtest/gtest.h>

#include <string>

namespace tickgraph::model {
namespace {

int Find(const SuffixIndex& index, std::string_view line) {
  const auto match = index.Find(line);
  return match.has_value() ? static_cast<int>(match->value) : -1;
}

TEST(SuffixIndexTest, FindsANameBehindItsContext) {
  SuffixIndex index;
  index.Add("Start", 1);
  index.Add("Actor /Map.A[Tick]", 2);
  EXPECT_EQ(Find(index, "World /Map, Start"), 1);
  EXPECT_EQ(Find(index, "Actor /Map.A, Actor /Map.A[Tick]"), 2);
  EXPECT_EQ(Find(index, "World /Map, Stop"), -1);
  EXPECT_EQ(Find(index, "Start"), -1) << "there is no context";
  EXPECT_EQ(Find(index, "World, xStart"), -1);
  EXPECT_EQ(Find(index, ""), -1);
}

TEST(SuffixIndexTest, ReadsFromRightToLeft) {
  SuffixIndex index;
  index.Add("b, c", 1);
  index.Add("c", 2);
  EXPECT_EQ(Find(index, "a, b, c"), 2);
  EXPECT_EQ(Find(index, "a, b, d"), -1);
}

TEST(SuffixIndexTest, PrefersTheNameThatBeginsWithItsContext) {
  SuffixIndex index;
  index.Add("Door, left[Tick]", 1);
  index.Add("left[Tick]", 2);
  EXPECT_EQ(Find(index, "Door, left, Door, left[Tick]"), 1);
  EXPECT_EQ(Find(index, "Gate, left[Tick]"), 2);
}

TEST(SuffixIndexTest, KeepsTheFirstOfEqualNames) {
  SuffixIndex index;
  index.Add("a", 1);
  index.Add("a", 2);
  EXPECT_EQ(Find(index, "x, a"), 1);
}

TEST(SuffixIndexTest, IsLinearInLinesOfManyCommas) {
  SuffixIndex index;
  std::string name;
  for (int part = 0; part < 2000; ++part) {
    name += "x, ";
    index.Add(std::string_view("y"), 0);
  }
  index.Add(name, 7);
  std::string line;
  for (int part = 0; part < 1'000'000; ++part) line += "x, ";
  EXPECT_EQ(Find(index, line), 7);
  EXPECT_EQ(Find(index, line + "z"), -1);
}

}  // namespace
}  // namespace tickgraph::model
