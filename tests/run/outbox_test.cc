#include "tickgraph/run/outbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class OutboxTest : public testing::Test {
 protected:
  void Post(AskedAt at, TickGroup end, int number) {
    outbox_.Post(std::move(at), end, [this, number] { done_.push_back(number); });
  }

  std::vector<int> Take(TickGroup end) {
    for (Outbox::Command& command : outbox_.Take(end)) std::move(command)();
    return std::exchange(done_, {});
  }

  Outbox outbox_;
  std::vector<int> done_;
};

// rule N7: outboxes in plan order, calls of one card in the order of calls.
TEST_F(OutboxTest, TakesInPlanOrder) {
  Post({3}, TickGroup::kPrePhysics, 5);
  Post({1}, TickGroup::kPrePhysics, 1);
  Post({2}, TickGroup::kPrePhysics, 3);
  Post({1}, TickGroup::kPrePhysics, 2);
  Post({2}, TickGroup::kPrePhysics, 4);
  EXPECT_THAT(Take(TickGroup::kPrePhysics), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(Take(TickGroup::kPrePhysics), IsEmpty());
}

// rule N7: when the card's end group has been waited for.
TEST_F(OutboxTest, TakesWhatEndsUpToAGroup) {
  Post({1}, TickGroup::kPostPhysics, 3);
  Post({2}, TickGroup::kPrePhysics, 1);
  Post({3}, TickGroup::kDuringPhysics, 2);
  EXPECT_THAT(Take(TickGroup::kPrePhysics), ElementsAre(1));
  EXPECT_THAT(Take(TickGroup::kEndPhysics), ElementsAre(2));
  EXPECT_THAT(Take(TickGroup::kNewlySpawned), ElementsAre(3));
}

// Before, in and after loops, and loops in loops, by index.
TEST_F(OutboxTest, TakesCallsOfLoopsByIndex) {
  constexpr TickGroup kEnd = TickGroup::kPrePhysics;
  Post({1, 2, {}}, kEnd, 7);
  Post({1, 1, {4, 0}}, kEnd, 5);
  Post({1, 1, {0, 2}}, kEnd, 4);
  Post({1, 1, {0, 1, 8, 0}}, kEnd, 3);
  Post({1, 1, {0, 1, 3, 0}}, kEnd, 2);
  Post({1, 1, {4, 1, 0, 0}}, kEnd, 6);
  Post({1, 0, {}}, kEnd, 0);
  Post({1, 1, {0, 0}}, kEnd, 1);
  EXPECT_THAT(Take(kEnd), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST_F(OutboxTest, NothingIsLostBetweenThreads) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this, thread] {
      for (int call = 0; call < 500; ++call) Post({}, TickGroup::kPrePhysics, thread * 500 + call);
    });
  }
  std::vector<int> all;
  while (all.size() < 2000) {
    const std::vector<int> some = Take(TickGroup::kPrePhysics);
    all.insert(all.end(), some.begin(), some.end());
    std::this_thread::yield();
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<int> next = {0, 500, 1000, 1500};
  for (const int number : all) {
    EXPECT_EQ(number, next[static_cast<std::size_t>(number / 500)]++) << "the order of one thread";
  }
}

}  // namespace
}  // namespace tickgraph
