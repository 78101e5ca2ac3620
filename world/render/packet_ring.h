#ifndef TICKGRAPH_WORLD_RENDER_PACKET_RING_H_
#define TICKGRAPH_WORLD_RENDER_PACKET_RING_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tickgraph/world/render/render_packet.h"

namespace tickgraph {

/// The packets of a pipeline with an allowed lag of L frames: L + 2 of them, used in turn. While
/// frame n is built, the frames n - L .. n - 1 may be in flight behind an awaited last stage; the
/// one packet more lets a stage behind the awaited one be a frame later still.
///
/// The ring keeps no locks: the pipeline asks for a packet only when `IsFree` says that the last
/// stage has finished the frame that used it before. Game thread only.
class PacketRing {
 public:
  /// `allowed_lag` >= 0 frames; every packet has room for `reserved_items` from the start.
  PacketRing(int allowed_lag, std::size_t reserved_items);

  std::size_t size() const { return packets_.size(); }

  /// Whether the packet of frame `frame` (>= 1) may be written, when the last stage has finished
  /// `finished_frame`.
  bool IsFree(std::int64_t frame, std::int64_t finished_frame) const {
    return frame - static_cast<std::int64_t>(packets_.size()) <= finished_frame;
  }

  /// Returns the packet of frame `frame` (>= 1), emptied, its storage kept. It must be free.
  RenderPacket& Begin(std::int64_t frame);

 private:
  std::vector<RenderPacket> packets_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_PACKET_RING_H_
