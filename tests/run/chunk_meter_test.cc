#include "tickgraph/run/chunk_meter.h"

#include <gtest/gtest.h>

#include <vector>

#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

/// Cards without edges, laid out by what they declared; runs are told in nanoseconds.
class ChunkMeterTest : public testing::Test {
 protected:
  void Build(int cards, double cost_us) {
    for (int card = 0; card < cards; ++card) {
      handles_.push_back(scheduler_.Register({.lane = Lane::kAnyThread, .cost_us = cost_us}));
    }
    ASSERT_TRUE(scheduler_.MakePlan().ok());
    costs_.Adopt(scheduler_.plan());
    layout_.Build(scheduler_.plan(), costs_.by_position());
    states_ = std::vector<ChunkState>(layout_.chunks.size());
    meter_.Begin(layout_, states_.data(), scheduler_.plan(), costs_);
  }

  void RunAll(float cost_ns) {
    for (ChunkState& state : states_) state.AddRun(cost_ns);
  }

  bool AsksForLayout() const { return meter_.ReviewFor(1, 3'000).asks_for_layout; }

  TickScheduler scheduler_{TickSchedulerDefinition{}};
  std::vector<TickHandle> handles_;
  CardCosts costs_;
  ChunkLayout layout_;
  std::vector<ChunkState> states_;
  ChunkMeter meter_;
};

TEST_F(ChunkMeterTest, SharesOutWhatAChunkCost) {
  Build(10, 1);
  ASSERT_EQ(states_.size(), 1U);
  RunAll(40'960);
  meter_.KeepIn(costs_, 1);
  costs_.Refresh(scheduler_.plan());
  for (const TickHandle card : handles_) {
    EXPECT_FLOAT_EQ(costs_.by_position()[scheduler_.plan().PositionOf(card)], 4096);
  }
}

TEST_F(ChunkMeterTest, ChunksThatCostWhatWasExpectedStay) {
  Build(100, 1);
  RunAll(9'000);
  EXPECT_FALSE(AsksForLayout());
}

TEST_F(ChunkMeterTest, ChunksThatTakeMuchLongerAreCutAnew) {
  Build(100, 1);
  RunAll(100'000);
  EXPECT_TRUE(AsksForLayout());
}

TEST_F(ChunkMeterTest, ChunksThatTakeMuchLessAreJoined) {
  Build(100, 1);
  RunAll(1'000);
  EXPECT_TRUE(AsksForLayout());
}

TEST_F(ChunkMeterTest, OneInterruptedChunkOfManyChangesNothing) {
  Build(400, 1);
  RunAll(10'000);
  for (int run = 0; run < 3; ++run) states_[7].AddRun(100'000);
  EXPECT_FALSE(AsksForLayout());
}

TEST_F(ChunkMeterTest, WhatIsNotWorthACallIsLeftAsItIs) {
  Build(4, 1);
  RunAll(300);
  EXPECT_TRUE(AsksForLayout()) << "it was taken to be worth one";
  EXPECT_FALSE(meter_.ReviewFor(1, 1e9).asks_for_layout);
}

}  // namespace
}  // namespace tickgraph
