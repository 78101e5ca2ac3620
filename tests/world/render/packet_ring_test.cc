#include "tickgraph/world/render/packet_ring.h"

#include <set>

#include "gtest/gtest.h"

namespace tickgraph {
namespace {

class PacketRingTest : public testing::TestWithParam<int> {};

TEST_P(PacketRingTest, HasLagPlusTwoPacketsUsedInTurn) {  // rule R-1
  const int lag = GetParam();
  PacketRing ring(lag, 4);
  ASSERT_EQ(ring.size(), static_cast<std::size_t>(lag) + 2);
  std::set<const RenderPacket*> seen;
  for (std::int64_t frame = 1; frame <= lag + 2; ++frame) {
    EXPECT_TRUE(ring.IsFree(frame, 0));
    EXPECT_EQ(ring.Begin(frame).frame(), frame);
    seen.insert(&ring.Begin(frame));
  }
  EXPECT_EQ(seen.size(), ring.size());
  const std::int64_t next = lag + 3;
  EXPECT_FALSE(ring.IsFree(next, 0)) << "frame 1 is still in flight";
  EXPECT_TRUE(ring.IsFree(next, 1));
  EXPECT_TRUE(seen.contains(&ring.Begin(next)));
}

TEST_P(PacketRingTest, StorageIsReserved) {
  PacketRing ring(GetParam(), 100);
  RenderPacket& packet = ring.Begin(1);
  packet.AddItem({});
  const DrawItem* storage = packet.items().data();
  for (int i = 1; i < 100; ++i) packet.AddItem({});
  EXPECT_EQ(packet.items().data(), storage);
}

INSTANTIATE_TEST_SUITE_P(Lag, PacketRingTest, testing::Values(0, 1, 2));

}  // namespace
}  // namespace tickgraph
