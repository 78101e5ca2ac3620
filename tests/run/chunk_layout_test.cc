#include "tickgraph/run/chunk_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

/// Runs a layout like one game thread without workers would; false if it has to wait for ever or a
/// card comes before its prerequisite.
bool ReachesItsEnd(const FramePlan& plan, const ChunkLayout& layout) {
  std::vector<bool> has_run(plan.size, false);
  std::vector<bool> is_finished(layout.chunks.size(), false);
  std::vector<std::uint32_t> arrived(layout.chunks.size(), 0);
  std::vector<std::uint32_t> ready;
  bool is_in_order = true;
  const auto run = [&](std::uint32_t position) {
    for (const std::uint32_t prerequisite : plan.Prerequisites(position)) {
      is_in_order = is_in_order && has_run[prerequisite];
    }
    has_run[position] = true;
  };
  const auto arrive = [&](std::uint32_t chunk) {
    if (++arrived[chunk] == layout.chunks[chunk].arrivals) ready.push_back(chunk);
  };
  const auto run_ready = [&] {
    while (!ready.empty()) {
      const std::uint32_t index = ready.back();
      ready.pop_back();
      const Chunk& chunk = layout.chunks[index];
      for (std::uint32_t at = chunk.begin; at < chunk.end; ++at) run(layout.chunk_cards[at]);
      is_finished[index] = true;
      for (const std::uint32_t successor : layout.successors[index]) arrive(successor);
    }
  };
  for (Segment segment = 0; segment < kSegmentCount; ++segment) {
    for (std::uint32_t at = layout.root_begin[segment][0];
         at < layout.root_begin[segment][kTickGroupCount]; ++at) {
      ready.push_back(layout.roots[at].chunk);
    }
    for (std::uint32_t at = layout.late_root_begin[segment];
         at < layout.late_root_begin[segment + std::size_t{1}]; ++at) {
      arrive(layout.late_roots[at]);
    }
    for (std::uint32_t index = layout.run_begin[segment];
         index < layout.run_begin[segment + std::size_t{1}]; ++index) {
      run_ready();
      for (const std::uint32_t chunk : layout.waits[index]) {
        if (!is_finished[chunk]) return false;
      }
      for (std::uint32_t at = layout.runs[index].begin; at < layout.runs[index].end; ++at) {
        run(layout.game_cards[at]);
      }
      for (const std::uint32_t chunk : layout.told[index]) arrive(chunk);
    }
    run_ready();
  }
  return is_in_order && std::all_of(has_run.begin(), has_run.end(), [](bool ran) { return ran; });
}

class ChunkLayoutTest : public testing::Test {
 protected:
  TickHandle Add(Lane lane, double cost_us, std::vector<TickHandle> after = {},
                 TickGroup start = TickGroup::kPrePhysics) {
    return scheduler_.Register(
        {.start = start, .lane = lane, .cost_us = cost_us, .after = std::move(after)});
  }

  const ChunkLayout& Build(float stay_below_ns = 0) {
    EXPECT_TRUE(scheduler_.MakePlan().ok());
    layout_.Build(scheduler_.plan(), scheduler_.plan().cost_ns, stay_below_ns);
    return layout_;
  }

  std::uint32_t ChunkOf(TickHandle card) const {
    return layout_.chunk_of[scheduler_.plan().PositionOf(card)];
  }

  bool RunsToItsEnd() const { return ReachesItsEnd(scheduler_.plan(), layout_); }

  TickScheduler scheduler_{TickSchedulerDefinition{}};
  ChunkLayout layout_;
};

TEST_F(ChunkLayoutTest, AChainIsOneChunk) {
  TickHandle last;
  for (int card = 0; card < 1000; ++card) {
    last = Add(Lane::kAnyThread, 50, last ? std::vector{last} : std::vector<TickHandle>());
  }
  EXPECT_EQ(Build().chunks.size(), 1U);
  EXPECT_TRUE(RunsToItsEnd());
}

TEST_F(ChunkLayoutTest, CheapCardsShareAChunkAndDearOnesStayAlone) {
  for (int card = 0; card < 100; ++card) Add(Lane::kAnyThread, 0.5);
  const TickHandle dear = Add(Lane::kAnyThread, 900);
  Build();
  EXPECT_EQ(layout_.chunks.size(), 6U) << "five of 10 us, and one";
  const Chunk& alone = layout_.chunks[ChunkOf(dear)];
  EXPECT_EQ(alone.end - alone.begin, 1U);
  EXPECT_EQ(layout_.roots.front().chunk, ChunkOf(dear)) << "rule L3: the dearest path first";
}

TEST_F(ChunkLayoutTest, AnEngineStageStaysAloneAndIsClaimedFirst) {
  for (int card = 0; card < 10; ++card) Add(Lane::kAnyThread, 0.1);
  const TickHandle stage =
      scheduler_.Register({.lane = Lane::kAnyThread, .engine_stage = true, .cost_us = 0.1});
  Build();
  EXPECT_EQ(layout_.chunks.size(), 2U);
  EXPECT_EQ(layout_.roots.front().chunk, ChunkOf(stage));
}

TEST_F(ChunkLayoutTest, AGroupsWaitNeedsNoEdges) {
  const TickHandle before = Add(Lane::kAnyThread, 1);
  const TickHandle after = Add(Lane::kAnyThread, 1, {before}, TickGroup::kPostPhysics);
  Build();
  EXPECT_TRUE(layout_.successors[ChunkOf(before)].empty());
  EXPECT_EQ(layout_.chunks[ChunkOf(after)].arrivals, 1U) << "the release of its group";
}

// The game thread must not wait for a chunk that waits for the game thread.
TEST_F(ChunkLayoutTest, TheGameThreadWaitsForNoChunkThatNeedsALaterCardOfIt) {
  const TickHandle g0 = Add(Lane::kGameThread, 1);
  const TickHandle x = Add(Lane::kAnyThread, 1, {g0});
  Add(Lane::kGameThread, 1, {x});
  const TickHandle g2 = Add(Lane::kGameThread, 1);
  const TickHandle y = Add(Lane::kAnyThread, 1, {g2});
  Build();
  EXPECT_NE(ChunkOf(x), ChunkOf(y));
  EXPECT_TRUE(RunsToItsEnd());
}

// The same where the later card waits through another chunk.
TEST_F(ChunkLayoutTest, TheGameThreadWaitsForNoChunkThatNeedsALaterCardThroughAnother) {
  const TickHandle g0 = Add(Lane::kGameThread, 1);
  const TickHandle first = Add(Lane::kAnyThread, 1, {g0});
  const TickHandle x = Add(Lane::kAnyThread, 1, {first});
  Add(Lane::kGameThread, 1, {x});
  const TickHandle g2 = Add(Lane::kGameThread, 1);
  const TickHandle second = Add(Lane::kAnyThread, 1, {g2});
  const TickHandle y = Add(Lane::kAnyThread, 1, {second, first});
  Build();
  EXPECT_NE(ChunkOf(x), ChunkOf(y));
  EXPECT_TRUE(RunsToItsEnd());
}

TEST_F(ChunkLayoutTest, CardsAfterOneGameThreadCardShareAChunk) {
  const TickHandle game = Add(Lane::kGameThread, 1);
  for (int card = 0; card < 8; ++card) Add(Lane::kAnyThread, 0.5, {game});
  EXPECT_EQ(Build().chunks.size(), 1U);
}

// The usual pattern: actors on the game thread, each with a component on any thread after it. A
// chunk takes components of many actors and hears of the last of those only.
TEST_F(ChunkLayoutTest, ComponentsOfManyActorsShareAChunk) {
  for (int actor = 0; actor < 10000; ++actor) {
    Add(Lane::kAnyThread, 0.1, {Add(Lane::kGameThread, 0.1)});
  }
  Build();
  EXPECT_LE(layout_.chunks.size(), 300U);
  EXPECT_LE(layout_.runs.size(), layout_.chunks.size() + 1);
  EXPECT_EQ(layout_.told.items.size(), layout_.chunks.size());
  EXPECT_TRUE(RunsToItsEnd());
}

TEST_F(ChunkLayoutTest, GivesTheDearestPathToTheEndRuleL3) {
  const TickHandle a = Add(Lane::kAnyThread, 1);
  const TickHandle b = Add(Lane::kAnyThread, 17, {a});
  const TickHandle c = Add(Lane::kAnyThread, 12, {a});
  const TickHandle d = Add(Lane::kAnyThread, 4, {b, c});
  Build();
  EXPECT_FLOAT_EQ(layout_.chunks[ChunkOf(a)].remaining_ns, 22'000);
  EXPECT_FLOAT_EQ(layout_.chunks[ChunkOf(b)].remaining_ns, 21'000);
  EXPECT_FLOAT_EQ(layout_.chunks[ChunkOf(c)].remaining_ns, 16'000);
  EXPECT_FLOAT_EQ(layout_.chunks[ChunkOf(d)].remaining_ns, 4'000);
}

// rule L3: paths are as long as the costs that are given, whatever the cards declared.
TEST_F(ChunkLayoutTest, PathsAreMadeOfTheCostsThatAreGiven) {
  const TickHandle first = Add(Lane::kAnyThread, 100);
  const TickHandle second = Add(Lane::kAnyThread, 10);
  const TickHandle last = Add(Lane::kAnyThread, 10, {second, Add(Lane::kAnyThread, 1)});
  ASSERT_TRUE(scheduler_.MakePlan().ok());
  const FramePlan& plan = scheduler_.plan();
  std::vector<float> cost_ns = plan.cost_ns;
  cost_ns[plan.PositionOf(first)] = 20'000;
  cost_ns[plan.PositionOf(last)] = 50'000;
  layout_.Build(plan, cost_ns);
  EXPECT_EQ(layout_.chunks[ChunkOf(first)].remaining_ns, 20'000);
  EXPECT_EQ(layout_.chunks[ChunkOf(second)].remaining_ns, 60'000);
  EXPECT_EQ(layout_.roots.front().chunk, ChunkOf(second));
}

// What costs less than the time in which a worker would be there is run by the game thread, which
// then neither waits nor tells anybody.
TEST_F(ChunkLayoutTest, CheapCardsThatTheGameThreadWaitsForStayWithIt) {
  const TickHandle first = Add(Lane::kAnyThread, 0.1);
  const TickHandle second = Add(Lane::kAnyThread, 0.1, {first});
  const TickHandle game = Add(Lane::kGameThread, 1, {second});
  Add(Lane::kAnyThread, 0.1, {game});
  const TickHandle free = Add(Lane::kAnyThread, 0.1);
  EXPECT_EQ(Build().chunks.size(), 3U);
  Build(3'000);
  EXPECT_EQ(layout_.stay_count, 3U);
  ASSERT_EQ(layout_.chunks.size(), 1U);
  EXPECT_EQ(ChunkOf(free), 0U) << "what nobody waits for is shared";
  EXPECT_EQ(layout_.runs.size(), 1U);
  EXPECT_TRUE(layout_.waits.items.empty());
  EXPECT_TRUE(RunsToItsEnd());
}

TEST_F(ChunkLayoutTest, DearCardsAndCardsOfUnknownCostAreSharedThoughTheGameThreadWaits) {
  const TickHandle unknown = Add(Lane::kAnyThread, 0);
  Add(Lane::kGameThread, 1, {unknown});
  const TickHandle dear = Add(Lane::kAnyThread, 5, {}, TickGroup::kPostPhysics);
  Add(Lane::kGameThread, 1, {dear}, TickGroup::kPostPhysics);
  Build(3'000);
  EXPECT_EQ(layout_.stay_count, 0U);
  EXPECT_EQ(layout_.chunks.size(), 2U);
  EXPECT_TRUE(RunsToItsEnd());
}

TEST_F(ChunkLayoutTest, AnEngineStageAndACardThatMayEndLaterDoNotStay) {
  const TickHandle stage =
      scheduler_.Register({.lane = Lane::kAnyThread, .engine_stage = true, .cost_us = 0.1});
  Add(Lane::kGameThread, 1, {stage});
  scheduler_.Register({.end = TickGroup::kPostPhysics,
                       .lane = Lane::kAnyThread,
                       .cost_us = 0.1,
                       .after = {Add(Lane::kGameThread, 1)}});
  EXPECT_EQ(Build(3'000).stay_count, 0U);
}

// Once the game thread has waited for a chunk it need not wait again.
TEST_F(ChunkLayoutTest, OneWaitForAChunkIsEnough) {
  std::vector<TickHandle> cards;
  for (int card = 0; card < 8; ++card) cards.push_back(Add(Lane::kAnyThread, 1));
  for (const TickHandle card : cards) Add(Lane::kGameThread, 1, {card});
  Build();
  EXPECT_EQ(layout_.chunks.size(), 1U);
  EXPECT_EQ(layout_.waits.items.size(), 1U);
  EXPECT_EQ(layout_.runs.size(), 1U);
  EXPECT_TRUE(RunsToItsEnd());
}

// Positions from which a card was taken away between frames are in no chunk and in no run.
TEST_F(ChunkLayoutTest, HolesAreLeftOut) {
  std::vector<TickHandle> cards;
  for (int card = 0; card < 12; ++card) {
    cards.push_back(Add(card % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread, 1));
  }
  ASSERT_TRUE(scheduler_.MakePlan().ok());
  FramePlan plan = scheduler_.plan();
  for (const std::uint32_t position : {0U, 3U, 6U, 11U}) {
    plan.cards[position] = {};
    plan.lanes[position] = PlanLane::kBodiless;
    plan.idle_words[0] |= std::uint64_t{1} << position;
  }
  layout_.Build(plan, plan.cost_ns);
  EXPECT_EQ(layout_.chunk_cards.size(), 4U);
  EXPECT_EQ(layout_.game_cards, (std::vector<std::uint32_t>{1, 5, 7, 9}));
  EXPECT_EQ(layout_.chunk_of[0], ChunkLayout::kNoChunk);
  EXPECT_EQ(layout_.chunk_of[6], ChunkLayout::kNoChunk);
}

TEST_F(ChunkLayoutTest, RandomPlansRunToTheirEnd) {
  constexpr TickGroup kStarts[] = {TickGroup::kPrePhysics, TickGroup::kPrePhysics,
                                   TickGroup::kDuringPhysics, TickGroup::kPostPhysics};
  for (std::uint32_t seed = 1; seed <= 400; ++seed) {
    std::mt19937 random(seed);
    TickScheduler scheduler{TickSchedulerDefinition{}};
    std::vector<TickHandle> cards;
    const auto count = static_cast<std::uint32_t>(5 + random() % 60);
    for (std::uint32_t card = 0; card < count; ++card) {
      TickFunction made;
      made.lane = random() % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread;
      made.start = kStarts[random() % 4];
      if (random() % 4 == 0) made.end = TickGroup::kPostPhysics;
      made.start_enabled = random() % 6 != 0;
      made.cost_us = random() % 3 == 0 ? 20 : 0.5;
      made.order = static_cast<std::int32_t>(random() % 5);
      for (auto edge = random() % 3; edge > 0 && card > 0; --edge) {
        made.after.push_back(cards[random() % card]);
      }
      cards.push_back(scheduler.Register(std::move(made)));
    }
    ASSERT_TRUE(scheduler.MakePlan().ok());
    const FramePlan& plan = scheduler.plan();
    for (const float stay_below_ns : {0.0F, 5'000.0F, 100'000.0F}) {
      layout_.Build(plan, plan.cost_ns, stay_below_ns);
      ASSERT_TRUE(ReachesItsEnd(plan, layout_)) << "seed " << seed << ", " << stay_below_ns;
    }
  }
}

}  // namespace
}  // namespace tickgraph
