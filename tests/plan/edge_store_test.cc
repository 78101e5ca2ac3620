#include "tickgraph/plan/edge_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::uint32_t> Out(const EdgeStore& edges, std::uint32_t slot) {
  std::vector<std::uint32_t> found;
  edges.ForEachOut(slot, [&](std::uint32_t index) { found.push_back(edges[index].to); });
  return found;
}

std::vector<std::uint32_t> In(const EdgeStore& edges, std::uint32_t slot) {
  std::vector<std::uint32_t> found;
  edges.ForEachIn(slot, [&](std::uint32_t index) { found.push_back(edges[index].from); });
  return found;
}

TEST(EdgeStoreTest, ListsEdgesOfBothEndsYoungestFirst) {
  EdgeStore edges;
  EXPECT_TRUE(edges.Add(1, 5, {}));
  EXPECT_TRUE(edges.Add(2, 5, {}));
  EXPECT_TRUE(edges.Add(1, 6, {}));
  EXPECT_THAT(Out(edges, 1), ElementsAre(6, 5));
  EXPECT_THAT(In(edges, 5), ElementsAre(2, 1));
  EXPECT_THAT(In(edges, 6), ElementsAre(1));
  EXPECT_THAT(Out(edges, 5), IsEmpty());
  EXPECT_THAT(Out(edges, 1000), IsEmpty());
}

TEST(EdgeStoreTest, AddingTwiceKeepsTheFirstRuleP2) {
  EdgeStore edges;
  EXPECT_TRUE(edges.Add(1, 2, {"first.cc", 1}));
  EXPECT_FALSE(edges.Add(1, 2, {"second.cc", 2}));
  EXPECT_EQ(edges.live_count(), 1U);
  EXPECT_EQ(ToString(edges.WhereOf(0)), "first.cc:1");
  EXPECT_TRUE(edges.Add(2, 1, {})) << "the other direction is another edge";
}

TEST(EdgeStoreTest, RemovingAnAbsentEdgeDoesNothingRuleP2) {
  EdgeStore edges;
  EXPECT_FALSE(edges.Remove(1, 2));
  edges.Add(1, 2, {});
  EXPECT_FALSE(edges.Remove(2, 1));
  EXPECT_TRUE(edges.Remove(1, 2));
  EXPECT_FALSE(edges.Remove(1, 2));
  EXPECT_EQ(edges.live_count(), 0U);
  EXPECT_THAT(Out(edges, 1), IsEmpty());
  EXPECT_THAT(In(edges, 2), IsEmpty());
}

TEST(EdgeStoreTest, AnEdgeAddedAgainIsTheYoungestRuleP4) {
  EdgeStore edges;
  edges.Add(1, 2, {});
  edges.Add(3, 2, {});
  edges.Remove(1, 2);
  edges.Add(1, 2, {});
  EXPECT_THAT(In(edges, 2), ElementsAre(1, 3));
}

TEST(EdgeStoreTest, RemovesAllEdgesOfASlotAndNoOthers) {
  EdgeStore edges;
  edges.Add(1, 2, {});
  edges.Add(2, 3, {});
  edges.Add(2, 2, {});
  edges.Add(1, 3, {});
  edges.RemoveAllOf(2);
  EXPECT_EQ(edges.live_count(), 1U);
  EXPECT_THAT(Out(edges, 1), ElementsAre(3));
  EXPECT_THAT(In(edges, 3), ElementsAre(1));
  edges.RemoveAllOf(50);
  EXPECT_EQ(edges.live_count(), 1U);
}

TEST(EdgeStoreTest, CompactDropsHolesAndKeepsTheOrderOfAges) {
  EdgeStore edges;
  for (std::uint32_t to = 1; to <= 300; ++to) edges.Add(0, to, {});
  for (std::uint32_t to = 1; to <= 300; ++to) {
    if (to % 3 != 0) edges.Remove(0, to);
  }
  edges.Compact();
  ASSERT_EQ(edges.size(), 100U);
  for (std::uint32_t index = 0; index < edges.size(); ++index) {
    EXPECT_EQ(edges[index].to, 3 * (index + 1));
    EXPECT_FALSE(edges[index].removed);
  }
  EXPECT_THAT(In(edges, 6), ElementsAre(0));
  EXPECT_TRUE(edges.Remove(0, 6));
  EXPECT_THAT(In(edges, 6), IsEmpty());
}

TEST(EdgeStoreTest, AgreesWithAPlainMapOverRandomChanges) {
  std::mt19937 random(20240601);
  EdgeStore edges;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> reference;
  int age = 0;
  const auto slot = [&random] { return static_cast<std::uint32_t>(random() % 12); };
  for (int step = 0; step < 20'000; ++step) {
    const std::uint32_t from = slot();
    const std::uint32_t to = slot();
    switch (random() % 8) {
      case 0:
        edges.RemoveAllOf(from);
        std::erase_if(reference, [from](const auto& entry) {
          return entry.first.first == from || entry.first.second == from;
        });
        break;
      case 1:
      case 2:
        EXPECT_EQ(edges.Remove(from, to), reference.erase({from, to}) == 1);
        break;
      case 3:
        if (step % 50 == 0) edges.Compact();
        break;
      default:
        EXPECT_EQ(edges.Add(from, to, {}), reference.try_emplace({from, to}, age++).second);
    }
    ASSERT_EQ(edges.live_count(), reference.size());
    std::map<int, std::uint32_t> by_age;
    for (const auto& [ends, added] : reference) {
      if (ends.first == from) by_age[-added] = ends.second;
    }
    std::vector<std::uint32_t> expected;
    for (const auto& [ignored, end] : by_age) expected.push_back(end);
    ASSERT_EQ(Out(edges, from), expected) << "step " << step;
  }
}

}  // namespace
}  // namespace tickgraph
