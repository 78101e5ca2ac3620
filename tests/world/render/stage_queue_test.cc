#include "tickgraph/world/render/stage_queue.h"

#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/support/hang_watchdog.h"

namespace tickgraph {
namespace {

TEST(StageQueueTest, PacketsAndCallsKeepTheirOrder) {  // rule R-2: FIFO
  StageQueue queue;
  queue.AcceptCalls();
  RenderPacket first;
  RenderPacket second;
  int calls = 0;
  queue.PushPacket(&first);
  EXPECT_TRUE(queue.TryPushCall([&] { ++calls; }));
  queue.PushPacket(&second);
  std::vector<StageQueue::Entry> entries;
  ASSERT_TRUE(queue.TakeAll(entries));
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0].packet, &first);
  EXPECT_EQ(entries[1].packet, nullptr);
  entries[1].call();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(entries[2].packet, &second);
}

TEST(StageQueueTest, RefusesCallsUntilOpenedAndAfterRefuseCalls) {
  StageQueue queue;
  EXPECT_FALSE(queue.TryPushCall([] {}));
  queue.AcceptCalls();
  EXPECT_TRUE(queue.TryPushCall([] {}));
  queue.RefuseCalls();
  EXPECT_FALSE(queue.TryPushCall([] {}));
  RenderPacket packet;
  queue.PushPacket(&packet);
  std::vector<StageQueue::Entry> entries;
  ASSERT_TRUE(queue.TakeAll(entries));
  EXPECT_EQ(entries.size(), 2U) << "the accepted call and the packet are still there";
}

TEST(StageQueueTest, CloseWakesTheReaderAndLetsItFinish) {
  const HangWatchdog watchdog("a reader of a closed queue");
  StageQueue queue;
  RenderPacket packet;
  int packets = 0;
  std::thread reader([&] {
    std::vector<StageQueue::Entry> entries;
    while (queue.TakeAll(entries)) packets += static_cast<int>(entries.size());
  });
  queue.PushPacket(&packet);
  queue.Close();
  reader.join();
  EXPECT_EQ(packets, 1);
}

}  // namespace
}  // namespace tickgraph
