#include "tickgraph/plan/plan_patcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/hang_watchdog.h"
#include "tickgraph/plan/plan_builder.h"
#include "tickgraph/tick_context.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// Cards and edges that change, with a plan that is patched, or built where it cannot be.
class PatchedPlan {
 public:
  std::uint32_t Add(TickFunction card) {
    const TickHandle handle = cards_.ReserveHandle();
    cards_.Insert(handle, std::move(card), {});
    changes_.CardChanged(handle.slot);
    return handle.slot;
  }
  void Remove(std::uint32_t slot) {
    changes_.CardGoes(slot, edges_);
    edges_.RemoveAllOf(slot);
    cards_.Retire(slot);
    cards_.Free(slot);
  }
  void SetEnabled(std::uint32_t slot, bool enabled) {
    cards_.Record(slot).enabled = enabled;
    changes_.CardChanged(slot);
  }
  void Order(std::uint32_t from, std::uint32_t to) {
    if (edges_.Add(from, to, {})) changes_.EdgeCame(to);
  }
  void RemoveEdge(std::uint32_t from, std::uint32_t to) {
    if (edges_.Remove(from, to)) changes_.EdgeGoes(from, to);
  }

  /// True if the plan was patched.
  bool MakePlan() {
    edges_.Compact();
    const bool is_patched = patcher_.Patch(cards_, edges_, changes_, plan_);
    if (!is_patched) builder_.Build(cards_, edges_, plan_);
    changes_.Clear(PlanPatcher::Limit(plan_));
    if (!is_patched) changes_.SetCyclic(builder_.cyclic_slots());
    return is_patched;
  }

  std::vector<std::uint32_t> SlotsInOrder() const { return SlotsInOrder(plan_); }
  static std::vector<std::uint32_t> SlotsInOrder(const FramePlan& plan) {
    std::vector<std::uint32_t> slots;
    for (const TickHandle card : plan.cards) {
      if (card) slots.push_back(card.slot);
    }
    return slots;
  }

  /// Everything that the plan says of cards, in plan order.
  static auto Described(const FramePlan& plan) {
    std::vector<std::tuple<std::uint32_t, PlanLane, Segment, TickGroup, TickGroup, bool, bool>> all;
    for (std::uint32_t position = 0; position < plan.size; ++position) {
      if (plan.IsHole(position)) continue;
      const PlannedTick& place = plan.places[position];
      const bool is_idle = ((plan.idle_words[position / 64] >> (position % 64)) & 1) != 0;
      all.emplace_back(plan.cards[position].slot, plan.lanes[position], place.segment, place.start,
                       place.end, is_idle, plan.IsEngineStage(position));
    }
    return all;
  }

  /// A plan that knows no other before says the same. Decides all edges anew.
  void ExpectSameAsBuilt() {
    std::vector<bool> counts;
    for (std::uint32_t edge = 0; edge < edges_.size(); ++edge) {
      counts.push_back(edges_[edge].in_plan);
      EXPECT_EQ(edges_[edge].removed || edges_[edge].counts == edges_[edge].in_plan, true);
    }
    FramePlan built;
    PlanBuilder().Build(cards_, edges_, built);
    EXPECT_EQ(Described(plan_), Described(built));
    EXPECT_EQ(plan_.demoted_by, built.demoted_by);
    EXPECT_EQ(plan_.card_count, built.card_count);
    EXPECT_EQ(plan_.body_count, built.body_count);
    for (std::uint32_t edge = 0; edge < edges_.size(); ++edge) {
      const bool is_same = edges_[edge].removed || counts[edge] == edges_[edge].in_plan;
      EXPECT_TRUE(is_same) << "edge " << edge;
    }
  }

  /// Positions, segments and bits fit together.
  void ExpectConsistent() const {
    std::size_t found = 0;
    for (std::uint32_t slot = 0; slot < plan_.position_of_slot.size(); ++slot) {
      const std::uint32_t position = plan_.position_of_slot[slot];
      if (position == FramePlan::kNoPosition) continue;
      ++found;
      ASSERT_EQ(plan_.cards[position], cards_.HandleOf(slot));
      for (const std::uint32_t before : plan_.Prerequisites(position)) EXPECT_LT(before, position);
    }
    EXPECT_EQ(found, plan_.card_count);
    for (Segment segment = 0; segment < kSegmentCount; ++segment) {
      const std::uint32_t begin = plan_.segment_begin[segment];
      const std::uint32_t end = plan_.segment_end[segment];
      ASSERT_LE(begin, end);
      ASSERT_LE(end, plan_.segment_begin[segment + 1]);
      for (std::uint32_t at = begin; at < plan_.segment_begin[segment + 1]; ++at) {
        if (!plan_.IsHole(at)) {
          EXPECT_LT(at, end);
          EXPECT_EQ(plan_.places[at].segment, segment);
          continue;
        }
        EXPECT_EQ((plan_.idle_words[at / 64] >> (at % 64)) & 1, 1U) << "a hole may not run";
        EXPECT_EQ(plan_.lanes[at], PlanLane::kBodiless);
      }
    }
    EXPECT_EQ(plan_.size, plan_.segment_begin[kSegmentCount]);
  }

  CardStore cards_;
  EdgeStore edges_;
  PlanChanges changes_;
  FramePlan plan_;
  PlanBuilder builder_;
  PlanPatcher patcher_;
};

TEST(PlanPatcherTest, ACardThatGoesLeavesAHole) {
  PatchedPlan plan;
  const std::uint32_t a = plan.Add({});
  const std::uint32_t b = plan.Add({});
  const std::uint32_t c = plan.Add({});
  EXPECT_FALSE(plan.MakePlan()) << "there is none to patch";
  plan.Remove(b);
  EXPECT_TRUE(plan.MakePlan());
  EXPECT_THAT(plan.plan_.cards,
              ElementsAre(plan.cards_.HandleOf(a), TickHandle(), plan.cards_.HandleOf(c)));
  plan.ExpectConsistent();
}

TEST(PlanPatcherTest, ACardThatComesGoesIntoAHoleAtItsPlaceRuleL2) {
  PatchedPlan plan;
  const std::uint32_t a = plan.Add({.order = 1});
  const std::uint32_t b = plan.Add({.order = 2});
  const std::uint32_t c = plan.Add({.order = 3});
  plan.MakePlan();
  plan.Remove(b);
  const std::uint32_t d = plan.Add({.order = 2});
  EXPECT_TRUE(plan.MakePlan());
  EXPECT_THAT(plan.SlotsInOrder(), ElementsAre(a, d, c));
  EXPECT_EQ(plan.plan_.size, 3U);
}

TEST(PlanPatcherTest, WhereThereIsNoHoleAllCardsAreLaidOutWithRoom) {
  PatchedPlan plan;
  const std::uint32_t a = plan.Add({});
  plan.MakePlan();
  const std::uint32_t b = plan.Add({});
  EXPECT_TRUE(plan.MakePlan());
  EXPECT_THAT(plan.SlotsInOrder(), ElementsAre(a, b));
  EXPECT_GT(plan.plan_.size, 2U);
  const std::uint32_t size = plan.plan_.size;
  const std::uint32_t c = plan.Add({});
  const std::uint32_t first = plan.Add({.order = -1});
  EXPECT_TRUE(plan.MakePlan());
  EXPECT_THAT(plan.SlotsInOrder(), ElementsAre(first, a, b, c));
  EXPECT_EQ(plan.plan_.size, size) << "there was room";
  plan.ExpectConsistent();
}

TEST(PlanPatcherTest, WhatComesAfterAChangedCardMovesWithItRulesL2G2) {
  PatchedPlan plan;
  const std::uint32_t a = plan.Add({});
  const std::uint32_t b = plan.Add({});
  const std::uint32_t c = plan.Add({});
  plan.Order(a, b);
  plan.MakePlan();
  plan.Remove(a);
  const std::uint32_t again = plan.Add({});
  plan.Order(again, b);
  EXPECT_TRUE(plan.MakePlan());
  EXPECT_THAT(plan.SlotsInOrder(), ElementsAre(c, again, b));

  const std::uint32_t late = plan.Add({.start = TickGroup::kPostPhysics});
  plan.Order(late, again);
  EXPECT_TRUE(plan.MakePlan());
  EXPECT_THAT(plan.SlotsInOrder(), ElementsAre(c, late, again, b));
  EXPECT_THAT(plan.plan_.demoted_by,
              testing::UnorderedElementsAre(Pair(again, late), Pair(b, again)));
  plan.Remove(late);
  EXPECT_TRUE(plan.MakePlan());
  EXPECT_THAT(plan.plan_.demoted_by, testing::IsEmpty());
  plan.ExpectSameAsBuilt();
}

TEST(PlanPatcherTest, AnEdgeThatClosesACycleWantsANewPlanRuleP4) {
  PatchedPlan plan;
  const std::uint32_t a = plan.Add({});
  const std::uint32_t b = plan.Add({});
  const std::uint32_t c = plan.Add({});
  plan.Order(a, b);
  plan.MakePlan();
  plan.Order(b, c);
  EXPECT_TRUE(plan.MakePlan());
  plan.Order(c, a);
  EXPECT_FALSE(plan.MakePlan());
  EXPECT_EQ(plan.builder_.ignored_edge_count(), 1U);
  plan.Order(a, c);
  EXPECT_TRUE(plan.MakePlan()) << "one that closes none does not";
  const std::uint32_t aside = plan.Add({});
  plan.Order(a, aside);
  EXPECT_TRUE(plan.MakePlan());
  plan.RemoveEdge(a, aside);
  EXPECT_TRUE(plan.MakePlan()) << "that was on no cycle";
  plan.RemoveEdge(a, b);
  EXPECT_FALSE(plan.MakePlan()) << "an ignored edge may count";
}

TEST(PlanPatcherTest, ManyChangesWantANewPlan) {
  PatchedPlan plan;
  for (int card = 0; card < 100; ++card) plan.Add({});
  plan.MakePlan();
  for (int card = 0; card < 200; ++card) plan.Add({});
  EXPECT_FALSE(plan.MakePlan());
  EXPECT_EQ(plan.plan_.size, 300U);
}

// Each of these took seconds, or minutes at this size, where a patch looked again and again at the
// same edges; rule P6.
class PatchedHubTest : public testing::Test {
 protected:
  static constexpr std::uint32_t kMany = 100'000;

  /// A hub after many cards, and one before as many.
  void AddHub() {
    before_ = plan_.Add({});
    for (std::uint32_t card = 0; card < kMany; ++card) {
      members_.push_back(plan_.Add({}));
      plan_.Order(before_, members_.back());
    }
    after_ = plan_.Add({});
    for (const std::uint32_t member : members_) plan_.Order(member, after_);
    plan_.MakePlan();
  }

  HangWatchdog watchdog_{"patches of a hub", std::chrono::seconds(60)};
  PatchedPlan plan_;
  std::uint32_t before_ = 0;
  std::uint32_t after_ = 0;
  std::vector<std::uint32_t> members_;
};

TEST_F(PatchedHubTest, ManyMembersGoAtOnce) {
  AddHub();
  for (std::uint32_t card = 0; card < kMany / 10; ++card) plan_.Remove(members_[card]);
  plan_.MakePlan();
  plan_.ExpectConsistent();
}

TEST_F(PatchedHubTest, AChainOfMembersMovesToALaterGroup) {
  AddHub();
  for (std::uint32_t card = 1; card < kMany / 10; ++card) {
    plan_.Order(members_[card - 1], members_[card]);
  }
  plan_.MakePlan();
  plan_.Order(plan_.Add({.start = TickGroup::kPostPhysics}), members_[0]);
  plan_.MakePlan();
  plan_.ExpectSameAsBuilt();
}

TEST_F(PatchedHubTest, ChainsComeBackToFront) {
  for (std::uint32_t card = 0; card < kMany; ++card) plan_.Add({});
  plan_.MakePlan();
  std::uint32_t next = plan_.Add({});
  for (std::uint32_t card = 0; card < kMany / 5; ++card) {
    const std::uint32_t before = plan_.Add({});
    plan_.Order(before, next);
    next = before;
  }
  plan_.MakePlan();
  plan_.ExpectSameAsBuilt();
}

TickFunction RandomCard(std::mt19937& random, bool plain) {
  TickFunction card;
  constexpr TickGroup kGroups[] = {TickGroup::kPrePhysics, TickGroup::kDuringPhysics,
                                   TickGroup::kPostPhysics, TickGroup::kPostUpdateWork};
  const auto start = random() % 4;
  card.start = kGroups[start];
  card.lane = random() % 3 == 0 ? Lane::kAnyThread : Lane::kGameThread;
  card.run = [](const TickContext&) {};
  if (plain) return card;
  card.end = kGroups[start + random() % (4 - start)];
  card.high_priority = random() % 8 == 0;
  card.order = static_cast<std::int32_t>(random() % 4);
  if (random() % 3 == 0) card.tie_key = std::uint64_t{random() % 10};
  card.start_enabled = random() % 8 != 0;
  card.engine_stage = random() % 16 == 0;
  return card;
}

// Changes worlds by chance, and compares each patched plan with one that is built.
TEST(PlanPatcherTest, AgreesWithPlansThatAreBuiltRulesL2G2G3P3P4L9) {
  int patched = 0;
  int moved = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    PatchedPlan plan;
    std::vector<std::uint32_t> live;
    const std::size_t size = 1 + random() % 200;
    const bool plain = seed % 3 == 0;
    const bool forward_only = seed % 4 != 0;
    const auto order = [&] {
      std::uint32_t from = live[random() % live.size()];
      std::uint32_t to = live[random() % live.size()];
      const auto sequence = [&](std::uint32_t slot) { return plan.cards_.Record(slot).sequence; };
      if (forward_only && sequence(from) > sequence(to)) std::swap(from, to);
      if (!forward_only || from != to) plan.Order(from, to);
    };
    while (live.size() < size) live.push_back(plan.Add(RandomCard(random, plain)));
    for (std::size_t edge = random() % (2 * size); edge > 0; --edge) order();
    plan.MakePlan();
    for (int step = 0; step < 30; ++step) {
      for (std::size_t change = 1 + random() % (1 + size / 8); change > 0; --change) {
        const std::size_t at = random() % live.size();
        switch (random() % 6) {
          case 0:
            if (live.size() < 2) break;
            plan.Remove(live[at]);
            live.erase(live.begin() + static_cast<std::ptrdiff_t>(at));
            break;
          case 1:
            live.push_back(plan.Add(RandomCard(random, plain)));
            break;
          case 2:
            plan.SetEnabled(live[at], random() % 2 == 0);
            break;
          case 3:
          case 4:
            order();
            break;
          default:
            if (plan.edges_.size() == 0) break;
            const auto index = static_cast<std::uint32_t>(random() % plan.edges_.size());
            const Edge edge = plan.edges_[index];
            if (!edge.removed) plan.RemoveEdge(edge.from, edge.to);
        }
      }
      const std::uint32_t old_size = plan.plan_.size;
      const bool is_patched = plan.MakePlan();
      patched += is_patched ? 1 : 0;
      moved += is_patched && plan.plan_.size != old_size ? 1 : 0;
      SCOPED_TRACE("seed " + std::to_string(seed) + " step " + std::to_string(step));
      plan.ExpectConsistent();
      plan.ExpectSameAsBuilt();
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(patched, 4000);
  EXPECT_GT(moved, 100);
}

}  // namespace
}  // namespace tickgraph
