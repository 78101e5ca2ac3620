#include "tickgraph/plan/frame_plan.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "tickgraph/plan/card_store.h"
#include "tickgraph/plan/plan_builder.h"

namespace tickgraph {
namespace {

class FramePlanTest : public testing::Test {
 protected:
  std::uint32_t Add(TickFunction card) {
    const TickHandle handle = cards_.ReserveHandle();
    cards_.Insert(handle, std::move(card), {});
    return handle.slot;
  }
  void Build() { PlanBuilder().Build(cards_, edges_, plan_); }

  CardStore cards_;
  EdgeStore edges_;
  FramePlan plan_;
};

TEST_F(FramePlanTest, FindsTheFirstLargerKeyAcrossBlocks) {
  constexpr std::int32_t kCards = 1000;
  for (std::int32_t card = 0; card < kCards; ++card) Add({.order = 2 * (card % 500)});
  Build();
  const auto key_of = [](std::int32_t order) { return SortKey{true, order, 0, 0}; };
  // Two cards of each order.
  for (std::uint32_t from : {0U, 1U, 63U, 64U, 65U, 500U, 998U}) {
    for (std::int32_t order = -1; order < 1001; order += 2) {
      std::uint32_t expected = from;
      while (expected < plan_.size && static_cast<std::int32_t>(expected / 2) * 2 < order) {
        ++expected;
      }
      ASSERT_EQ(plan_.FirstLater(from, 0, key_of(order), cards_), expected)
          << "from " << from << ", order " << order;
    }
  }
}

TEST_F(FramePlanTest, TheSearchPassesHoles) {
  for (std::int32_t card = 0; card < 200; ++card) Add({.order = card});
  Build();
  for (std::uint32_t position = 100; position < 150; ++position) plan_.TakeOut(position);
  EXPECT_EQ(plan_.FirstLater(90, 0, {true, 99, ~0ULL, 0}, cards_), 150U);
  EXPECT_EQ(plan_.card_count, 150U);
}

TEST_F(FramePlanTest, AMovedCardLeavesAHole) {
  const std::uint32_t first = Add({.lane = Lane::kAnyThread, .engine_stage = true});
  const std::uint32_t second = Add({.start_enabled = false});
  Build();
  plan_.TakeOut(1);
  plan_.Move(0, 1, cards_);
  EXPECT_TRUE(plan_.IsHole(0));
  EXPECT_FALSE(plan_.IsEngineStage(0));
  EXPECT_TRUE(plan_.IsEngineStage(1));
  EXPECT_EQ(plan_.position_of_slot[first], 1U);
  EXPECT_EQ(plan_.position_of_slot[second], FramePlan::kNoPosition);
  EXPECT_EQ(plan_.lanes[1], PlanLane::kAnyThread);
  EXPECT_EQ(plan_.PositionOf(cards_.HandleOf(first)), 1U);
}

TEST_F(FramePlanTest, HolesHaveNoEdges) {
  const std::uint32_t first = Add({});
  const std::uint32_t second = Add({});
  edges_.Add(first, second, {});
  Build();
  EXPECT_FALSE(plan_.Dependents(0).empty());
  plan_.TakeOut(0);
  EXPECT_TRUE(plan_.Dependents(0).empty());
  EXPECT_TRUE(plan_.Prerequisites(0).empty());
}

}  // namespace
}  // namespace tickgraph
