#include "tickgraph/run/ready_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <vector>

namespace tickgraph {
namespace {

ReadyWork Work(std::uint32_t chunk, float remaining_ns, TickGroup end = TickGroup::kPrePhysics) {
  ReadyWork work;
  work.chunk = chunk;
  work.position = chunk;
  work.remaining_ns = remaining_ns;
  work.end = end;
  return work;
}

// rule L3: engine stages, then the longest remaining path, then plan order.
TEST(ReadyQueueTest, ClaimsTheDearestPathFirst) {
  ReadyQueue queue;
  ReadyWork stage = Work(9, 1, TickGroup::kDuringPhysics);
  stage.engine_stage = true;
  queue.Push(Work(3, 10));
  queue.Push(Work(2, 10, TickGroup::kPostPhysics));
  queue.Push(Work(4, 500));
  queue.Push(stage);
  queue.Push(Work(1, 5));
  std::vector<std::uint32_t> order;
  while (const auto work = queue.Pop(TickGroup::kNewlySpawned)) order.push_back(work->chunk);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{9, 4, 2, 3, 1}));
}

// Whoever waits for a group takes nothing that could wait.
TEST(ReadyQueueTest, PopTakesOnlyWhatEndsInTime) {
  ReadyQueue queue;
  queue.Push(Work(1, 900, TickGroup::kPostPhysics));
  queue.Push(Work(2, 5, TickGroup::kDuringPhysics));
  EXPECT_EQ(queue.Count(TickGroup::kPrePhysics), 0U);
  EXPECT_FALSE(queue.Pop(TickGroup::kStartPhysics));
  EXPECT_EQ(queue.Count(TickGroup::kEndPhysics), 1U);
  EXPECT_EQ(queue.Pop(TickGroup::kEndPhysics)->chunk, 2U);
  EXPECT_FALSE(queue.Pop(TickGroup::kEndPhysics));
  EXPECT_EQ(queue.Pop(TickGroup::kPostPhysics)->chunk, 1U);
  EXPECT_EQ(queue.Count(TickGroup::kNewlySpawned), 0U);
}

bool ComesFirst(const ReadyWork& a, const ReadyWork& b) { return ClaimedLater(b, a); }

// Parts of the sorted list of several groups, what a part leaves behind when the next one comes,
// and work that was pushed.
TEST(ReadyQueueTest, SortedWorkAndPushedWorkComeInOneOrder) {
  std::mt19937 random(5);
  constexpr TickGroup kEnds[] = {TickGroup::kPrePhysics, TickGroup::kPostPhysics};
  for (int round = 0; round < 400; ++round) {
    ReadyQueue queue;
    std::vector<ReadyWork> sorted;
    std::vector<std::uint32_t> begins;
    for (int part = 0; part < 4; ++part) {
      begins.push_back(static_cast<std::uint32_t>(sorted.size()));
      for (auto count = random() % 9; count > 0; --count) {
        sorted.push_back(Work(static_cast<std::uint32_t>(sorted.size()),
                              static_cast<float>(random() % 5), kEnds[part % 2]));
      }
      std::sort(sorted.begin() + begins.back(), sorted.end(), ComesFirst);
    }
    begins.push_back(static_cast<std::uint32_t>(sorted.size()));
    queue.SetSorted(sorted);
    std::vector<ReadyWork> all;
    const auto pop = [&] {
      const auto first = std::min_element(all.begin(), all.end(), ComesFirst);
      const auto work = queue.Pop(TickGroup::kPostPhysics);
      ASSERT_TRUE(work);
      ASSERT_EQ(work->remaining_ns, first->remaining_ns);
      ASSERT_EQ(work->position, first->position);
      all.erase(first);
      ASSERT_EQ(queue.Count(TickGroup::kPostPhysics), all.size());
    };
    for (std::size_t part = 0; part + 1 < begins.size(); ++part) {
      queue.PushSorted(begins[part], begins[part + 1]);
      all.insert(all.end(), sorted.begin() + begins[part], sorted.begin() + begins[part + 1]);
      if (random() % 2 == 0) {
        all.push_back(Work(static_cast<std::uint32_t>(100 + part), static_cast<float>(random() % 5),
                           kEnds[random() % 2]));
        queue.Push(all.back());
      }
      for (auto count = random() % 6; count > 0 && !all.empty(); --count) pop();
    }
    while (!all.empty()) pop();
    ASSERT_FALSE(queue.Pop(TickGroup::kNewlySpawned));
    ASSERT_EQ(queue.Count(TickGroup::kNewlySpawned), 0U);
  }
}

// Work that is as urgent is taken from both ends, other work from the front.
TEST(ReadyQueueTest, WorkersTakeFromTheBackWhereAllIsAsUrgent) {
  using enum ReadyQueue::Side;
  ReadyQueue queue;
  const std::vector<ReadyWork> sorted = {Work(0, 100), Work(1, 90),  Work(2, 80),
                                         Work(3, 500), Work(4, 400), Work(5, 80)};
  queue.SetSorted(sorted);
  queue.PushSorted(0, 3);
  EXPECT_EQ(queue.Pop(TickGroup::kPrePhysics, kBack)->chunk, 2U);
  EXPECT_EQ(queue.Pop(TickGroup::kPrePhysics, kFront)->chunk, 0U);
  EXPECT_EQ(queue.Count(TickGroup::kPrePhysics), 1U);
  EXPECT_EQ(queue.Pop(TickGroup::kPrePhysics, kBack)->chunk, 1U);
  EXPECT_FALSE(queue.Pop(TickGroup::kPrePhysics, kBack));
  queue.PushSorted(3, 6);
  EXPECT_EQ(queue.Pop(TickGroup::kPrePhysics, kBack)->chunk, 3U) << "rule L3";
}

// Popping is claiming, and what was written before Push is visible after Pop (rule P5).
TEST(ReadyQueueTest, EachPieceIsHandedOutOnce) {
  constexpr std::uint32_t kCount = 4000;
  ReadyQueue queue;
  std::vector<int> written(kCount, 0);
  std::vector<int> claimed(kCount, 0);
  std::atomic<std::uint32_t> left{kCount};
  const auto claim = [&] {
    while (left > 0) {
      const auto work = queue.Pop(TickGroup::kNewlySpawned);
      if (!work) {
        std::this_thread::yield();
        continue;
      }
      claimed[work->chunk] += written[work->chunk];
      --left;
    }
  };
  std::thread one(claim);
  std::thread two(claim);
  for (std::uint32_t chunk = 0; chunk < kCount; ++chunk) {
    written[chunk] = 1;
    queue.Push(Work(chunk, static_cast<float>(chunk % 7), static_cast<TickGroup>(chunk % 5)));
  }
  one.join();
  two.join();
  EXPECT_EQ(claimed, std::vector<int>(kCount, 1));
}

// The same for sorted work, of which the list changes once all of it has finished, as that of a
// frame does, while others look for work.
TEST(ReadyQueueTest, EachPieceOfTheSortedListIsHandedOutOnceInEachFrame) {
  constexpr std::uint32_t kCount = 40;
  constexpr int kFrames = 300;
  ReadyQueue queue;
  queue.Reserve({kCount, kCount, kCount, kCount, kCount, kCount, kCount, kCount});
  std::vector<int> written(kCount, 0);
  std::vector<int> claimed(kCount, 0);
  std::atomic<std::uint32_t> left{0};
  std::atomic<bool> is_over{false};
  const auto claim_one = [&](ReadyQueue::Side side) {
    const auto work = queue.Pop(TickGroup::kNewlySpawned, side);
    if (!work) {
      std::this_thread::yield();
      return;
    }
    claimed[work->chunk] += written[work->chunk];
    --left;
  };
  const auto claim = [&] {
    while (!is_over) claim_one(ReadyQueue::Side::kBack);
  };
  std::thread one(claim);
  std::thread two(claim);
  for (int frame = 1; frame <= kFrames; ++frame) {
    std::vector<ReadyWork> sorted;
    for (std::uint32_t chunk = 0; chunk < kCount; ++chunk) {
      sorted.push_back(Work(
          chunk, 100, chunk < kCount / 2 ? TickGroup::kPrePhysics : TickGroup::kDuringPhysics));
      written[chunk] = 1;
    }
    queue.SetSorted(sorted);
    left = kCount;
    queue.PushSorted(0, kCount / 4);
    queue.PushSorted(kCount / 2, kCount);
    queue.PushSorted(kCount / 4, kCount / 2);
    while (left > 0) claim_one(ReadyQueue::Side::kFront);
    ASSERT_EQ(claimed, std::vector<int>(kCount, frame));
  }
  is_over = true;
  one.join();
  two.join();
}

}  // namespace
}  // namespace tickgraph
