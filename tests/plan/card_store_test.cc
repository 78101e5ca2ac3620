#include "tickgraph/plan/card_store.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "tickgraph/tick_context.h"

namespace tickgraph {
namespace {

TickHandle Add(CardStore& cards, TickFunction card) {
  const TickHandle handle = cards.ReserveHandle();
  cards.Insert(handle, std::move(card), SourceLocation{"store.cc", 7});
  return handle;
}

TEST(CardStoreTest, KeepsEveryFieldOfTheDefinition) {
  CardStore cards;
  int owner = 0;
  std::string name = "legs";
  const TickHandle handle = Add(cards, {.name = name,
                                        .start = TickGroup::kDuringPhysics,
                                        .end = TickGroup::kPostPhysics,
                                        .lane = Lane::kAnyThread,
                                        .high_priority = true,
                                        .order = -3,
                                        .tie_key = 77,
                                        .start_enabled = false,
                                        .engine_stage = true,
                                        .cost_us = 2.5,
                                        .owner = &owner});
  name = "gone";
  const CardRecord& record = cards.Record(handle.slot);
  EXPECT_EQ(cards.NameOf(handle.slot), "legs");
  EXPECT_EQ(record.owner, &owner);
  EXPECT_EQ(record.start, TickGroup::kDuringPhysics);
  EXPECT_EQ(record.end, TickGroup::kPostPhysics);
  EXPECT_EQ(record.lane, Lane::kAnyThread);
  EXPECT_TRUE(record.high_priority);
  EXPECT_EQ(record.order, -3);
  EXPECT_EQ(record.tie_key, 77U);
  EXPECT_FALSE(record.enabled);
  EXPECT_TRUE(record.engine_stage);
  EXPECT_FLOAT_EQ(record.cost_ns, 2500);
  EXPECT_EQ(ToString(cards.WhereOf(handle.slot)), "store.cc:7");
}

TEST(CardStoreTest, EndIsTheStartAndTieKeyTheSequenceWhereNoneIsGiven) {
  CardStore cards;
  Add(cards, {});
  const TickHandle handle = Add(cards, {.start = TickGroup::kPostPhysics});
  const CardRecord& record = cards.Record(handle.slot);
  EXPECT_EQ(record.end, TickGroup::kPostPhysics);
  EXPECT_EQ(record.sequence, 1U);
  EXPECT_EQ(record.tie_key, 1U);
}

TEST(CardStoreTest, KeyHoldsPriorityOrderTieKeyAndSequence) {
  CardStore cards;
  Add(cards, {});
  const TickHandle handle = Add(cards, {.high_priority = true, .order = 4, .tie_key = 9});
  EXPECT_EQ(cards.KeyOf(handle.slot), (SortKey{false, 4, 9, 1}));
}

TEST(CardStoreTest, SequenceIsGivenByInsertNotByReserve) {
  CardStore cards;
  const TickHandle reserved_first = cards.ReserveHandle();
  const TickHandle reserved_second = cards.ReserveHandle();
  cards.Insert(reserved_second, {}, {});
  cards.Insert(reserved_first, {}, {});
  EXPECT_EQ(cards.Record(reserved_second.slot).sequence, 0U);
  EXPECT_EQ(cards.Record(reserved_first.slot).sequence, 1U);
}

TEST(CardStoreTest, AHandleLivesFromInsertToRetire) {
  CardStore cards;
  const TickHandle handle = cards.ReserveHandle();
  EXPECT_FALSE(cards.IsLive(handle));
  cards.Insert(handle, {}, {});
  EXPECT_TRUE(cards.IsLive(handle));
  EXPECT_EQ(cards.live_count(), 1U);
  cards.Retire(handle.slot);
  EXPECT_FALSE(cards.IsLive(handle));
  EXPECT_EQ(cards.live_count(), 0U);
}

TEST(CardStoreTest, ASlotIsUsedAgainAfterFreeAndItsGenerationNever) {
  CardStore cards;
  std::unordered_set<TickHandle> seen;
  TickHandle last;
  for (int round = 0; round < 100; ++round) {
    const TickHandle handle = Add(cards, {});
    EXPECT_TRUE(seen.insert(handle).second) << "the same handle twice";
    EXPECT_TRUE(handle);
    if (round > 0) {
      EXPECT_EQ(handle.slot, last.slot);
      EXPECT_FALSE(cards.IsLive(last));
    }
    cards.Retire(handle.slot);
    cards.Free(handle.slot);
    last = handle;
  }
}

TEST(CardStoreTest, ASlotIsNotUsedAgainBeforeFree) {
  CardStore cards;
  const TickHandle first = Add(cards, {});
  cards.Retire(first.slot);
  const TickHandle second = Add(cards, {});
  EXPECT_NE(first.slot, second.slot);
}

TEST(CardStoreTest, TheEmptyHandleAndForeignHandlesAreNotLiveRuleP1) {
  CardStore cards;
  CardStore others;
  const TickHandle mine = Add(cards, {});
  const TickHandle foreign = Add(others, {});
  EXPECT_EQ(mine.slot, foreign.slot);
  EXPECT_FALSE(cards.IsLive(foreign));
  EXPECT_FALSE(others.IsLive(mine));
  EXPECT_FALSE(cards.IsLive(TickHandle()));
  EXPECT_FALSE(cards.IsLive({.slot = 1'000'000, .generation = mine.generation}));
}

TEST(CardStoreTest, RetireKeepsTheCallableAndFreeDestroysIt) {
  CardStore cards;
  const auto alive = std::make_shared<int>(0);
  const TickHandle handle = Add(cards, {.run = [alive](const TickContext&) { ++*alive; }});
  EXPECT_EQ(alive.use_count(), 2);
  cards.Retire(handle.slot);
  EXPECT_EQ(alive.use_count(), 2);
  cards.Free(handle.slot);
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(CardStoreTest, DelegatesNeverMove) {
  CardStore cards;
  const TickHandle first = Add(cards, {.run = [](const TickContext&) {}});
  const TickDelegate* address = &cards.Delegate(first.slot);
  const void* target = cards.Delegate(first.slot).target();
  for (int count = 0; count < 5000; ++count) Add(cards, {});
  EXPECT_EQ(&cards.Delegate(first.slot), address);
  EXPECT_EQ(cards.Delegate(first.slot).target(), target);
}

TEST(CardStoreTest, HandlesReservedByManyThreadsDiffer) {
  CardStore cards;
  constexpr std::size_t kThreads = 4;
  std::vector<std::vector<TickHandle>> reserved(kThreads);
  std::vector<std::thread> threads;
  for (std::vector<TickHandle>& mine : reserved) {
    threads.emplace_back([&cards, &mine] {
      for (int count = 0; count < 500; ++count) mine.push_back(cards.ReserveHandle());
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::unordered_set<std::uint32_t> slots;
  for (const std::vector<TickHandle>& mine : reserved) {
    for (const TickHandle handle : mine) EXPECT_TRUE(slots.insert(handle.slot).second);
  }
}

}  // namespace
}  // namespace tickgraph
