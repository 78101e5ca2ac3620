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

TEST(ReadyQueueTest, PushSortedKeepsTheOrderAmongWhatIsThere) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    ReadyQueue queue;
    std::vector<ReadyWork> all;
    for (int batch = 0; batch < 4; ++batch) {
      std::vector<ReadyWork> works;
      for (auto count = random() % 9; count > 0; --count) {
        works.push_back(
            Work(static_cast<std::uint32_t>(random() % 100), static_cast<float>(random() % 5)));
      }
      std::sort(works.begin(), works.end(),
                [](const ReadyWork& a, const ReadyWork& b) { return ClaimedLater(b, a); });
      queue.PushSorted(works);
      all.insert(all.end(), works.begin(), works.end());
      if (random() % 2 == 0 && !all.empty()) {
        const auto first = std::min_element(
            all.begin(), all.end(),
            [](const ReadyWork& a, const ReadyWork& b) { return ClaimedLater(b, a); });
        const auto work = queue.Pop(TickGroup::kPrePhysics);
        ASSERT_TRUE(work);
        ASSERT_EQ(work->remaining_ns, first->remaining_ns);
        ASSERT_EQ(work->position, first->position);
        all.erase(first);
      }
    }
    ASSERT_EQ(queue.Count(TickGroup::kPrePhysics), all.size());
    std::sort(all.begin(), all.end(),
              [](const ReadyWork& a, const ReadyWork& b) { return ClaimedLater(b, a); });
    for (const ReadyWork& expected : all) {
      const auto work = queue.Pop(TickGroup::kPrePhysics);
      ASSERT_TRUE(work);
      ASSERT_EQ(work->position, expected.position);
    }
  }
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

}  // namespace
}  // namespace tickgraph
