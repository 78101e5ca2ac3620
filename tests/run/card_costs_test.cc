#include "tickgraph/run/card_costs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

class CardCostsTest : public testing::Test {
 protected:
  const FramePlan& Plan() {
    EXPECT_TRUE(scheduler_.MakePlan().ok());
    return scheduler_.plan();
  }

  float CostOf(TickHandle card) { return costs_.by_position()[scheduler_.plan().PositionOf(card)]; }

  TickScheduler scheduler_{TickSchedulerDefinition{}};
  CardCosts costs_;
};

TEST_F(CardCostsTest, AMeasuredCostReplacesADeclaredOneAndOutlivesThePlan) {
  const TickHandle card = scheduler_.Register({.lane = Lane::kAnyThread, .cost_us = 5});
  costs_.Adopt(Plan());
  EXPECT_FLOAT_EQ(CostOf(card), 5'000);
  costs_.Keep(card, 64);
  EXPECT_FLOAT_EQ(CostOf(card), 5'000) << "from the next Refresh on";
  costs_.Refresh(Plan());
  EXPECT_FLOAT_EQ(CostOf(card), 64);
  scheduler_.Register({.lane = Lane::kAnyThread, .order = -1});
  costs_.Adopt(Plan());
  EXPECT_FLOAT_EQ(CostOf(card), 64);
  EXPECT_EQ(costs_.totals().known, 1U);
  EXPECT_EQ(costs_.totals().unknown, 1U);
}

TEST_F(CardCostsTest, CostsThatDifferByLittleAreTheSame) {
  const TickHandle card = scheduler_.Register({.lane = Lane::kAnyThread});
  costs_.Adopt(Plan());
  costs_.Keep(card, 1000);
  costs_.Refresh(Plan());
  EXPECT_FLOAT_EQ(CostOf(card), 1024);
  costs_.Keep(card, 1200);
  costs_.Refresh(Plan());
  EXPECT_FLOAT_EQ(CostOf(card), 1024);
}

TEST_F(CardCostsTest, ACardInTheSlotOfAnotherHasNotItsCost) {
  const TickHandle gone = scheduler_.Register({.lane = Lane::kAnyThread});
  costs_.Adopt(Plan());
  costs_.Keep(gone, 300);
  scheduler_.Unregister(gone);
  const TickHandle card = scheduler_.Register({.lane = Lane::kAnyThread});
  ASSERT_EQ(card.slot, gone.slot);
  costs_.Adopt(Plan());
  EXPECT_EQ(CostOf(card), 0);
}

TEST_F(CardCostsTest, TotalsCountWhatWorkersMayRun) {
  scheduler_.Register({.cost_us = 100});
  scheduler_.Register({.lane = Lane::kAnyThread, .cost_us = 2});
  scheduler_.Register({.end = TickGroup::kPostPhysics, .lane = Lane::kAnyThread, .cost_us = 3});
  scheduler_.Register({.lane = Lane::kAnyThread, .engine_stage = true});
  scheduler_.Register({.lane = Lane::kAnyThread, .start_enabled = false, .cost_us = 50});
  costs_.Adopt(Plan());
  const CardCosts::Totals& totals = costs_.totals();
  EXPECT_DOUBLE_EQ(totals.known_ns, 5'000);
  EXPECT_EQ(totals.known, 2U);
  EXPECT_EQ(totals.unknown, 1U);
  EXPECT_EQ(totals.spanning, 1U);
  EXPECT_EQ(totals.engine_stages, 1U);
  EXPECT_EQ(totals.in_segment[MainSegment(0)], 3U);
}

// Changes of single positions add up to what the whole plan has.
TEST_F(CardCostsTest, ChangedPositionsGiveTheTotalsOfTheWholePlan) {
  for (int card = 0; card < 20; ++card) {
    scheduler_.Register({.lane = card % 3 == 0 ? Lane::kGameThread : Lane::kAnyThread,
                         .cost_us = card % 4 == 0 ? 0.0 : 1.0 * card});
  }
  FramePlan plan = Plan();
  costs_.Adopt(plan);
  const std::vector<std::uint32_t> holes = {1, 4, 7};
  for (const std::uint32_t position : holes) {
    plan.cards[position] = {};
    plan.lanes[position] = PlanLane::kBodiless;
  }
  costs_.AdoptChanges(plan, holes);
  const auto expect_whole = [&] {
    CardCosts whole;
    whole.Adopt(plan);
    EXPECT_EQ(costs_.totals().known_ns, whole.totals().known_ns);
    EXPECT_EQ(costs_.totals().known, whole.totals().known);
    EXPECT_EQ(costs_.totals().unknown, whole.totals().unknown);
    EXPECT_EQ(costs_.totals().in_segment, whole.totals().in_segment);
  };
  expect_whole();
  plan.cards[4] = {30, 1};
  plan.lanes[4] = PlanLane::kAnyThread;
  plan.cost_ns[4] = 77;
  plan.position_of_slot.resize(31, FramePlan::kNoPosition);
  // One more at the end.
  plan.cards.push_back({29, 1});
  plan.lanes.push_back(PlanLane::kAnyThread);
  plan.places.push_back(plan.places.back());
  plan.cost_ns.push_back(5);
  ++plan.size;
  costs_.AdoptChanges(plan, std::vector<std::uint32_t>{4});
  expect_whole();
  EXPECT_EQ(costs_.by_position()[4], 77);
}

}  // namespace
}  // namespace tickgraph
