#include "tickgraph/run/chunk_classes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

class ChunkClassesTest : public testing::Test {
 protected:
  TickHandle Add(Lane lane, double cost_us, std::vector<TickHandle> after = {}) {
    return scheduler_.Register({.lane = lane, .cost_us = cost_us, .after = std::move(after)});
  }

  void Build(float stay_below_ns = 0) {
    ASSERT_TRUE(scheduler_.MakePlan().ok());
    classes_.Build(scheduler_.plan(), scheduler_.plan().cost_ns, stay_below_ns, class_of_);
  }

  std::uint32_t PositionOf(TickHandle card) const { return scheduler_.plan().PositionOf(card); }

  /// The number of the card's class.
  std::size_t ClassOf(TickHandle card) const {
    const auto cards = classes_.cards();
    const auto at = static_cast<std::uint32_t>(
        std::find(cards.begin(), cards.end(), PositionOf(card)) - cards.begin());
    const auto classes = classes_.classes();
    for (std::size_t number = 0; number < classes.size(); ++number) {
      if (at >= classes[number].begin && at < classes[number].end) return number;
    }
    return classes.size();
  }

  TickScheduler scheduler_{TickSchedulerDefinition{}};
  ChunkClasses classes_;
  std::vector<std::uint32_t> class_of_;
};

TEST_F(ChunkClassesTest, CardsBehindOneAnotherAreOfDifferentClasses) {
  const TickHandle a = Add(Lane::kAnyThread, 1);
  const TickHandle b = Add(Lane::kAnyThread, 1, {a});
  const TickHandle c = Add(Lane::kAnyThread, 1, {a});
  Build();
  EXPECT_NE(ClassOf(a), ClassOf(b));
  EXPECT_EQ(ClassOf(b), ClassOf(c));
}

TEST_F(ChunkClassesTest, WhatTheGameThreadWaitsForIsApart) {
  const TickHandle free = Add(Lane::kAnyThread, 1);
  const TickHandle before = Add(Lane::kAnyThread, 1);
  const TickHandle awaited = Add(Lane::kAnyThread, 1, {before});
  Add(Lane::kGameThread, 1, {awaited});
  Build();
  EXPECT_NE(ClassOf(free), ClassOf(before)) << "also through another card";
}

// A card with an edge from an earlier group is as free as others when its group begins.
TEST_F(ChunkClassesTest, EdgesThatAGroupsWaitHasSatisfiedAddNoDepth) {
  const TickHandle early = Add(Lane::kAnyThread, 1);
  const auto late = [&](std::vector<TickHandle> after) {
    return scheduler_.Register({.start = TickGroup::kPostPhysics,
                                .lane = Lane::kAnyThread,
                                .cost_us = 1,
                                .after = std::move(after)});
  };
  const TickHandle after = late({early});
  const TickHandle free = late({});
  Build();
  EXPECT_EQ(ClassOf(after), ClassOf(free));
  EXPECT_FALSE(classes_.HasBefore(PositionOf(after)));
  EXPECT_FALSE(classes_.HasAfter(PositionOf(early)));
}

// rule L3, within a class by steps of an eighth of a power of two.
TEST_F(ChunkClassesTest, TheDearestPathsComeFirst) {
  std::mt19937 random(3);
  for (int card = 0; card < 500; ++card) {
    Add(Lane::kAnyThread, 0.001 * static_cast<double>(1 + random() % 100'000));
  }
  Build();
  ASSERT_EQ(classes_.classes().size(), 1U);
  float least = classes_.RemainingNs(classes_.cards().front());
  for (const std::uint32_t position : classes_.cards()) {
    const float path = classes_.RemainingNs(position);
    EXPECT_LE(path, 1.125F * least);
    least = std::min(least, path);
  }
}

TEST_F(ChunkClassesTest, CardsOfOnePathStayInPlanOrder) {
  for (int card = 0; card < 100; ++card) Add(Lane::kAnyThread, 1);
  Build();
  EXPECT_TRUE(std::is_sorted(classes_.cards().begin(), classes_.cards().end()));
}

TEST_F(ChunkClassesTest, OnlyCheapCardsStayWithTheGameThread) {
  const TickHandle game = Add(Lane::kGameThread, 1);
  const TickHandle cheap = Add(Lane::kAnyThread, 0.2, {game});
  const TickHandle awaited = Add(Lane::kAnyThread, 0.2);
  Add(Lane::kGameThread, 1, {awaited});
  Build(1'000);
  EXPECT_TRUE(classes_.IsOnGameThread(PositionOf(cheap)));
  EXPECT_TRUE(classes_.IsOnGameThread(PositionOf(awaited)));
  EXPECT_EQ(classes_.stay_count(), 2U);
  Build(100);
  EXPECT_FALSE(classes_.IsOnGameThread(PositionOf(awaited)));
  Build(0);
  EXPECT_EQ(classes_.stay_count(), 0U);
}

// More classes than the table of classes holds at first, and as many again.
TEST_F(ChunkClassesTest, EveryCardIsInOneClassHoweverManyThereAre) {
  TickHandle last;
  std::vector<TickHandle> cards;
  for (int card = 0; card < 1000; ++card) {
    cards.push_back(Add(Lane::kAnyThread, 1, last ? std::vector{last} : std::vector<TickHandle>()));
    last = cards.back();
  }
  for (int round = 0; round < 2; ++round) {
    Build();
    EXPECT_EQ(classes_.classes().size(), 1000U);
    const std::set<std::uint32_t> all(classes_.cards().begin(), classes_.cards().end());
    EXPECT_EQ(all.size(), 1000U);
    for (std::size_t card = 0; card < cards.size(); ++card) EXPECT_EQ(ClassOf(cards[card]), card);
  }
}

}  // namespace
}  // namespace tickgraph
