#include "tickgraph/plan/plan_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/reference_plan.h"
#include "tickgraph/tick_context.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// Oldest edge first.
std::vector<std::uint32_t> Positions(const PlanEdges& edges) {
  std::vector<std::uint32_t> positions(edges.begin(), edges.end());
  std::reverse(positions.begin(), positions.end());
  return positions;
}

class PlanBuilderTest : public testing::Test {
 protected:
  std::uint32_t Add(TickFunction card) {
    const TickHandle handle = cards_.ReserveHandle();
    const bool is_empty = !card.run;
    if (is_empty) card.run = [](const TickContext&) {};
    cards_.Insert(handle, std::move(card), {});
    return handle.slot;
  }

  void Order(std::uint32_t from, std::uint32_t to) { edges_.Add(from, to, {}); }

  const FramePlan& Build() {
    builder_.Build(cards_, edges_, plan_);
    return plan_;
  }

  std::vector<std::uint32_t> SlotsInOrder() {
    std::vector<std::uint32_t> slots;
    for (const TickHandle card : Build().cards) slots.push_back(card.slot);
    return slots;
  }

  CardStore cards_;
  EdgeStore edges_;
  FramePlan plan_;
  PlanBuilder builder_;
};

TEST_F(PlanBuilderTest, PlansNothing) {
  Build();
  EXPECT_EQ(plan_.size, 0U);
  EXPECT_EQ(plan_.version, 1U);
  EXPECT_EQ(plan_.segment_begin[kSegmentCount], 0U);
}

TEST_F(PlanBuilderTest, TakesReadyCardsByPriorityOrderAndTieKeyRuleL2) {
  const std::uint32_t last = Add({.order = 2});
  const std::uint32_t third = Add({.order = 1, .tie_key = 5});
  const std::uint32_t second = Add({.order = 1, .tie_key = 4});
  const std::uint32_t first = Add({.high_priority = true, .order = 9});
  EXPECT_THAT(SlotsInOrder(), ElementsAre(first, second, third, last));
}

TEST_F(PlanBuilderTest, HighPriorityDoesNotPullItsPrerequisitesForwardRuleL2) {
  const std::uint32_t other = Add({.name = "other"});
  const std::uint32_t prerequisite = Add({.name = "prerequisite"});
  const std::uint32_t high = Add({.name = "high", .high_priority = true});
  Order(prerequisite, high);
  EXPECT_THAT(SlotsInOrder(), ElementsAre(other, prerequisite, high));
}

TEST_F(PlanBuilderTest, AReadyCardGoesFirstEvenIfItBecameReadyLateRuleL2) {
  const std::uint32_t a = Add({.name = "a"});
  const std::uint32_t b = Add({.name = "b"});
  const std::uint32_t early = Add({.name = "early", .order = -1});
  Order(a, early);
  EXPECT_THAT(SlotsInOrder(), ElementsAre(a, early, b));
}

TEST_F(PlanBuilderTest, PositionsFollowGroups) {
  const std::uint32_t post = Add({.start = TickGroup::kPostPhysics, .high_priority = true});
  const std::uint32_t pre = Add({});
  EXPECT_THAT(SlotsInOrder(), ElementsAre(pre, post));
  EXPECT_EQ(plan_.position_of_slot[post], 1U);
  EXPECT_EQ(plan_.segment_begin[MainSegment(4)], 1U);
  EXPECT_EQ(plan_.segment_begin[MainSegment(4) + 1], 2U);
}

TEST_F(PlanBuilderTest, ListsCountingEdgesAsPositions) {
  const std::uint32_t a = Add({});
  const std::uint32_t b = Add({});
  const std::uint32_t c = Add({});
  Order(b, a);
  Order(c, a);
  Order(a, b);  // Closes a cycle.
  Build();
  EXPECT_THAT(Positions(plan_.Prerequisites(plan_.position_of_slot[a])), ElementsAre(0, 1));
  EXPECT_THAT(Positions(plan_.Dependents(plan_.position_of_slot[b])), ElementsAre(2));
  EXPECT_THAT(Positions(plan_.Prerequisites(plan_.position_of_slot[b])), IsEmpty());
  EXPECT_TRUE(edges_[0].counts);
  EXPECT_TRUE(edges_[1].counts);
  EXPECT_FALSE(edges_[2].counts);
  EXPECT_EQ(builder_.ignored_edge_count(), 1U);
  ASSERT_EQ(builder_.cycles().size(), 1U);
  EXPECT_THAT(builder_.cycles()[0].edges, ElementsAre(0, 2));
}

TEST_F(PlanBuilderTest, KeepsAtMostAHundredCyclesAndACountRuleP4) {
  for (std::uint32_t pair = 0; pair < 150; ++pair) {
    const std::uint32_t a = Add({});
    const std::uint32_t b = Add({});
    Order(a, b);
    Order(b, a);
  }
  Build();
  EXPECT_EQ(builder_.cycles().size(), 100U);
  EXPECT_EQ(builder_.ignored_edge_count(), 150U);
  EXPECT_THAT(builder_.cycles()[0].edges, ElementsAre(0, 1)) << "oldest first";
}

TEST_F(PlanBuilderTest, ADisabledCardIsBodilessAndItsEdgesStayRuleP3) {
  const std::uint32_t a = Add({.order = 5});
  const std::uint32_t off = Add({.start = TickGroup::kPostUpdateWork, .start_enabled = false});
  const std::uint32_t c = Add({});
  Order(a, off);
  Order(off, c);
  EXPECT_THAT(SlotsInOrder(), ElementsAre(a, off, c));
  EXPECT_EQ(plan_.lanes[1], PlanLane::kBodiless);
  EXPECT_EQ(plan_.idle_words[0], std::uint64_t{1} << 1);
  EXPECT_EQ(plan_.places[2].start, TickGroup::kPrePhysics);
}

TEST_F(PlanBuilderTest, LeavesUnregisteredCardsOut) {
  const std::uint32_t a = Add({});
  const std::uint32_t b = Add({});
  cards_.Retire(a);
  cards_.Free(a);
  EXPECT_THAT(SlotsInOrder(), ElementsAre(b));
  EXPECT_EQ(plan_.position_of_slot[a], FramePlan::kNoPosition);
}

TEST_F(PlanBuilderTest, NamesThePrerequisiteThatMovedACardRuleG7) {
  const std::uint32_t early = Add({});
  const std::uint32_t late = Add({.start = TickGroup::kPostPhysics});
  const std::uint32_t moved = Add({.lane = Lane::kAnyThread});
  Order(early, moved);
  Order(late, moved);
  Build();
  EXPECT_THAT(plan_.demoted_by, ElementsAre(Pair(moved, late)));
  EXPECT_EQ(plan_.places[plan_.position_of_slot[moved]].start, TickGroup::kPostPhysics);
}

TEST_F(PlanBuilderTest, NamesThePrerequisiteThatMovedAnEndRuleG7) {
  const std::uint32_t short_worker = Add({.lane = Lane::kAnyThread});
  const std::uint32_t long_worker = Add({.end = TickGroup::kPostPhysics, .lane = Lane::kAnyThread});
  const std::uint32_t moved = Add({});
  Order(short_worker, moved);
  Order(long_worker, moved);
  Build();
  EXPECT_THAT(plan_.demoted_by, ElementsAre(Pair(moved, long_worker)));
}

TEST_F(PlanBuilderTest, AnEndThatMayNotBeThePhysicsGroupIsNoDemotion) {
  Add({.end = TickGroup::kEndPhysics});
  Build();
  EXPECT_THAT(plan_.demoted_by, IsEmpty());
}

TEST_F(PlanBuilderTest, AgreesWithTheReferenceOnRandomGraphsRulesG2G3L2L9P3P4) {
  std::mt19937 random(99);
  for (int round = 0; round < 4000; ++round) {
    const std::size_t size = 1 + random() % 9;
    const ReferenceGraph graph = RandomGraph(random, size, random() % (2 * size), round % 4 == 0);
    const ReferencePlan expected(graph);
    SCOPED_TRACE("round " + std::to_string(round) + "\n" + DescribeGraph(graph));

    CardStore cards;
    EdgeStore edges;
    FramePlan plan;
    for (const ReferenceCard& card : graph.cards) {
      cards.Insert(cards.ReserveHandle(),
                   {.start = card.start,
                    .end = card.end,
                    .lane = card.lane,
                    .high_priority = card.high_priority,
                    .order = card.order,
                    .tie_key = card.tie_key,
                    .start_enabled = card.enabled,
                    .engine_stage = card.engine_stage},
                   {});
    }
    for (const auto& [from, to] : graph.edges) {
      edges.Add(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), {});
    }
    builder_.Build(cards, edges, plan);

    std::vector<std::size_t> order;
    for (const TickHandle card : plan.cards) order.push_back(card.slot);
    EXPECT_EQ(order, expected.order);
    for (std::uint32_t edge = 0; edge < edges.size(); ++edge) {
      EXPECT_EQ(edges[edge].counts, expected.counts[edge]) << "edge " << edge;
    }
    for (std::uint32_t slot = 0; slot < size; ++slot) {
      const PlannedTick& place = plan.places[plan.position_of_slot[slot]];
      EXPECT_EQ(place.start, expected.places[slot].start) << "start of " << slot;
      EXPECT_EQ(place.end, expected.places[slot].end) << "end of " << slot;
      EXPECT_EQ(place.segment, expected.places[slot].stretch) << "stretch of " << slot;
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace tickgraph
