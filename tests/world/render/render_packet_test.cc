#include "tickgraph/world/render/render_packet.h"

#include <functional>
#include <vector>

#include "gtest/gtest.h"

namespace tickgraph {
namespace {

RenderPacket SomePacket() {
  RenderPacket packet;
  packet.Reset(7);
  packet.input_time_ns = 12;
  packet.AddItem({.id = 1});
  packet.AddItem({.id = 2, .position = {1, 2, 3}});
  return packet;
}

TEST(RenderPacketTest, EqualPacketsHaveEqualChecksums) {
  EXPECT_EQ(PacketChecksum(SomePacket()), PacketChecksum(SomePacket()));
}

TEST(RenderPacketTest, EveryFieldChangesTheChecksum) {
  const std::vector<std::function<void(RenderPacket&)>> changes = {
      [](RenderPacket& packet) { packet.drawable = false; },
      [](RenderPacket& packet) { packet.input_time_ns = 13; },
      [](RenderPacket& packet) { packet.camera.position[1] = 1; },
      [](RenderPacket& packet) { packet.camera.rotation[0] = 1; },
      [](RenderPacket& packet) { packet.camera.vertical_field_of_view = 1; },
      [](RenderPacket& packet) { packet.camera.near_plane = 1; },
      [](RenderPacket& packet) { packet.camera.far_plane = 1; },
      [](RenderPacket& packet) { packet.AddItem({}); },
      [](RenderPacket& packet) { packet.ResizeItems(2)[1].id = 9; },
      [](RenderPacket& packet) { packet.ResizeItems(2)[1].position[2] = 9; },
      [](RenderPacket& packet) { packet.ResizeItems(2)[1].rotation[2] = 9; },
      [](RenderPacket& packet) { packet.ResizeItems(2)[1].half_extents[0] = 9; },
      [](RenderPacket& packet) { packet.ResizeItems(2)[1].colour[3] = 9; },
      [](RenderPacket& packet) { packet.ResizeItems(2)[1].shape = DrawShape::kPyramid; },
      [](RenderPacket& packet) { packet.Reset(8); },
  };
  const std::uint64_t unchanged = PacketChecksum(SomePacket());
  for (std::size_t i = 0; i < changes.size(); ++i) {
    RenderPacket packet = SomePacket();
    changes[i](packet);
    EXPECT_NE(PacketChecksum(packet), unchanged) << "change " << i;
  }
}

TEST(RenderPacketTest, ResetEmptiesAndKeepsTheStorage) {
  RenderPacket packet = SomePacket();
  const DrawItem* storage = packet.items().data();
  packet.camera.position = {1, 1, 1};
  packet.drawable = false;
  packet.Reset(8);
  EXPECT_EQ(packet.frame(), 8);
  EXPECT_TRUE(packet.drawable);
  EXPECT_EQ(packet.camera.position[0], 0);
  EXPECT_TRUE(packet.items().empty());
  packet.AddItem({.id = 3});
  EXPECT_EQ(packet.items().data(), storage);
}

}  // namespace
}  // namespace tickgraph
