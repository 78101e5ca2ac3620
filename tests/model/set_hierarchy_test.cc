#include "tickgraph/model/set_hierarchy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace tickgraph::model {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

// Sets by the sets around them, cards by the sets they are in.
Schedule MakeSchedule(const std::vector<std::vector<std::uint32_t>>& parents,
                      const std::vector<std::vector<std::uint32_t>>& cards) {
  Schedule schedule;
  for (const auto& around : parents) {
    schedule.sets.emplace_back();
    schedule.sets.back().parents = around;
  }
  for (const auto& sets : cards) {
    schedule.cards.emplace_back();
    schedule.cards.back().sets = sets;
  }
  return schedule;
}

TEST(SetHierarchyTest, GathersCardsOfTheSameSets) {
  const SetHierarchy hierarchy(MakeSchedule({{}, {}, {}}, {{0, 1}, {1, 0}, {1}, {}, {1, 1, 0}}));
  EXPECT_EQ(hierarchy.class_count(), 3u);
  EXPECT_EQ(hierarchy.class_of(0), hierarchy.class_of(1));
  EXPECT_EQ(hierarchy.class_of(0), hierarchy.class_of(4));
  EXPECT_EQ(hierarchy.class_size(hierarchy.class_of(0)), 3);
  EXPECT_THAT(hierarchy.class_sets(hierarchy.class_of(0)), ElementsAre(0u, 1u));
  EXPECT_TRUE(hierarchy.has_cards(1));
  EXPECT_FALSE(hierarchy.has_cards(2));
}

TEST(SetHierarchyTest, KnowsFilledSetsThroughNesting) {
  const SetHierarchy hierarchy(MakeSchedule({{}, {0}, {1}, {0}}, {{2}}));
  EXPECT_TRUE(hierarchy.has_cards(0));
  EXPECT_TRUE(hierarchy.has_cards(1));
  EXPECT_FALSE(hierarchy.has_cards(3));
}

TEST(SetHierarchyTest, BreaksCircles) {
  const SetHierarchy hierarchy(MakeSchedule({{1}, {2}, {0}, {3}}, {}));
  EXPECT_THAT(hierarchy.sets_inside_themselves(), ElementsAre(0u, 3u));
  EXPECT_THAT(hierarchy.parents(2), IsEmpty());
  EXPECT_THAT(hierarchy.parents(0), ElementsAre(1u));
}

TEST(SetWalkTest, VisitsWantedSetsOnce) {
  // 4 lies in 2 and 3, both of these in 1, that in 0.
  const Schedule schedule = MakeSchedule({{}, {0}, {1}, {1}, {2, 3}}, {});
  const SetHierarchy hierarchy(schedule);
  SetWalk walk(hierarchy, {true, false, true, false, false});
  for (int round = 0; round < 2; ++round) {
    std::vector<std::uint32_t> visited;
    const std::vector<std::uint32_t> first = {4, 3};
    walk.Visit(first, [&](std::uint32_t set) { visited.push_back(set); });
    EXPECT_THAT(visited, UnorderedElementsAre(0u, 2u));
  }
}

}  // namespace
}  // namespace tickgraph::model
