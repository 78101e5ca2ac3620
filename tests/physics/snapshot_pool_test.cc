#include "tickgraph/physics/snapshot_pool.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace tickgraph {
namespace {

TEST(SnapshotPoolTest, ThereIsAlwaysAPublishedSnapshot) {
  SnapshotPool pool;
  PhysicsSnapshot* const first = pool.Acquire();
  EXPECT_EQ(first->version, 0);
  SnapshotPool::Release(first);
}

TEST(SnapshotPoolTest, ASpareIsNeitherPublishedNorHeld) {
  SnapshotPool pool;
  PhysicsSnapshot* const held = pool.Acquire();
  PhysicsSnapshot* const second = pool.TakeSpare();
  EXPECT_NE(second, held);
  pool.Publish(second);
  PhysicsSnapshot* const third = pool.TakeSpare();
  EXPECT_NE(third, held);
  EXPECT_NE(third, second);
  SnapshotPool::Release(held);
  EXPECT_EQ(pool.TakeSpare(), held);  // let go, so it is used again
}

TEST(SnapshotPoolTest, SteadyUseNeedsTwoSnapshots) {
  SnapshotPool pool;
  std::set<PhysicsSnapshot*> used;
  for (int i = 0; i < 100; ++i) {
    PhysicsSnapshot* const next = pool.TakeSpare();
    used.insert(next);
    pool.Publish(next);
  }
  EXPECT_EQ(used.size(), 2u);
}

TEST(SnapshotPoolTest, AHeldSnapshotOutlivesThePool) {
  PhysicsSnapshot* held = nullptr;
  {
    SnapshotPool pool;
    PhysicsSnapshot* const next = pool.TakeSpare();
    next->version = 5;
    pool.Publish(next);
    held = pool.Acquire();
  }
  EXPECT_EQ(held->version, 5);
  SnapshotPool::Release(held);
}

// rule PH-2: a reader that takes a reference while the writer publishes never gets memory that is
// being written.
TEST(SnapshotPoolTest, ReadersAndWriterNeverMeetInASnapshot) {
  SnapshotPool pool;
  std::atomic<bool> stop{false};
  std::atomic<int> torn{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      while (!stop.load()) {
        PhysicsSnapshot* const seen = pool.Acquire();
        if (seen->version != seen->steps) ++torn;
        SnapshotPool::Release(seen);
      }
    });
  }
  for (int i = 1; i <= 20'000; ++i) {
    PhysicsSnapshot* const next = pool.TakeSpare();
    next->version = i;
    next->steps = i;
    pool.Publish(next);
  }
  stop.store(true);
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(torn.load(), 0);
}

}  // namespace
}  // namespace tickgraph
