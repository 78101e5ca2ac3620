#include "tickgraph/world/render/packet_ring.h"

namespace tickgraph {

PacketRing::PacketRing(int allowed_lag, std::size_t reserved_items)
    : packets_(static_cast<std::size_t>(allowed_lag) + 2) {
  for (RenderPacket& packet : packets_) packet.ReserveItems(reserved_items);
}

RenderPacket& PacketRing::Begin(std::int64_t frame) {
  RenderPacket& packet = packets_[static_cast<std::size_t>(frame) % packets_.size()];
  packet.Reset(frame);
  return packet;
}

}  // namespace tickgraph
