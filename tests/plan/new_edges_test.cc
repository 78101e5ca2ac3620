#include "tickgraph/plan/new_edges.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "tickgraph/plan/plan_builder.h"

namespace tickgraph {
namespace {

class NewEdgesTest : public testing::Test {
 protected:
  std::uint32_t Add() {
    const TickHandle handle = cards_.ReserveHandle();
    cards_.Insert(handle, {}, {});
    return handle.slot;
  }
  void Order(std::uint32_t from, std::uint32_t to) { edges_.Add(from, to, {}); }
  void Build() { PlanBuilder().Build(cards_, edges_, plan_); }
  bool CloseNoCycle(std::size_t limit = 1000) {
    return NewEdges(cards_, edges_, plan_).CloseNoCycle(limit);
  }

  CardStore cards_;
  EdgeStore edges_;
  FramePlan plan_;
};

TEST_F(NewEdgesTest, EdgesOfNewCardsAreInOrderHoweverTheyCame) {
  const std::uint32_t old = Add();
  Build();
  const std::uint32_t child = Add();
  const std::uint32_t parent = Add();
  Order(parent, child);
  Order(old, parent);
  EXPECT_TRUE(CloseNoCycle());
  Order(child, old);
  EXPECT_FALSE(CloseNoCycle());
}

TEST_F(NewEdgesTest, AnEdgeAgainstThePlanIsSearchedFor) {
  const std::uint32_t a = Add();
  const std::uint32_t b = Add();
  const std::uint32_t c = Add();
  Order(a, b);
  Build();
  Order(c, a);
  EXPECT_TRUE(CloseNoCycle());
  Order(b, c);
  EXPECT_FALSE(CloseNoCycle());
}

TEST_F(NewEdgesTest, ACardAgainstItselfIsACycle) {
  const std::uint32_t a = Add();
  Build();
  Order(a, a);
  EXPECT_FALSE(CloseNoCycle());
}

TEST_F(NewEdgesTest, IgnoredAndRemovedEdgesDoNotClose) {
  const std::uint32_t a = Add();
  const std::uint32_t b = Add();
  const std::uint32_t c = Add();
  Order(a, b);
  Order(b, a);  // Ignored.
  Build();
  Order(c, a);
  EXPECT_TRUE(CloseNoCycle());
  Order(b, c);
  edges_.Remove(b, c);
  EXPECT_TRUE(CloseNoCycle());
}

TEST_F(NewEdgesTest, GivesUpAtItsLimit) {
  std::vector<std::uint32_t> hubs = {Add(), Add()};
  for (int card = 0; card < 100; ++card) {
    Order(hubs[0], Add());
    Order(Add(), hubs[1]);
  }
  const std::uint32_t last = Add();
  Order(hubs[0], last);
  Build();
  Order(hubs[1], hubs[0]);
  ASSERT_GT(plan_.position_of_slot[hubs[1]], plan_.position_of_slot[hubs[0]]);
  EXPECT_TRUE(CloseNoCycle(1000));
  EXPECT_FALSE(CloseNoCycle(50)) << "not known is not good enough";
}

TEST_F(NewEdgesTest, AgreesWithTheCycleBreakerOnRandomEdges) {
  std::mt19937 random(5);
  int closed = 0;
  for (int round = 0; round < 2000; ++round) {
    CardStore cards;
    EdgeStore edges;
    FramePlan plan;
    std::vector<std::uint32_t> slots;
    const auto add = [&](int count) {
      for (; count > 0; --count) {
        const TickHandle handle = cards.ReserveHandle();
        cards.Insert(handle, {}, {});
        slots.push_back(handle.slot);
      }
    };
    add(6);
    const auto order_some = [&] {
      for (std::size_t edge = random() % 5; edge > 0; --edge) {
        edges.Add(slots[random() % slots.size()], slots[random() % slots.size()], {});
      }
    };
    PlanBuilder builder;
    order_some();
    builder.Build(cards, edges, plan);
    const std::size_t old_ignored = builder.ignored_edge_count();
    add(3);
    order_some();
    const bool closes_none = NewEdges(cards, edges, plan).CloseNoCycle(1000);
    builder.Build(cards, edges, plan);
    ASSERT_EQ(closes_none, builder.ignored_edge_count() == old_ignored) << "round " << round;
    closed += closes_none ? 0 : 1;
  }
  EXPECT_GT(closed, 100);
}

}  // namespace
}  // namespace tickgraph
