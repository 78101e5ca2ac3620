#include "tickgraph/world/render/render_packet.h"

#include <cstring>

namespace tickgraph {
namespace {

class Fnv1a {
 public:
  template <typename T>
  void Add(const T& value) {
    std::array<unsigned char, sizeof(T)> bytes;
    std::memcpy(bytes.data(), &value, sizeof(T));
    for (const unsigned char byte : bytes) {
      hash_ = (hash_ ^ byte) * 0x100000001b3ULL;
    }
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

}  // namespace

void RenderPacket::Reset(std::int64_t frame) {
  frame_ = frame;
  drawable = true;
  input_time_ns = 0;
  camera = CameraView();
  items_.clear();
}

std::uint64_t PacketChecksum(const RenderPacket& packet) {
  Fnv1a hash;
  hash.Add(packet.frame());
  hash.Add(packet.drawable);
  hash.Add(packet.input_time_ns);
  hash.Add(packet.camera.position);
  hash.Add(packet.camera.rotation);
  hash.Add(packet.camera.vertical_field_of_view);
  hash.Add(packet.camera.near_plane);
  hash.Add(packet.camera.far_plane);
  hash.Add(packet.items().size());
  for (const DrawItem& item : packet.items()) {
    hash.Add(item.id);
    hash.Add(item.position);
    hash.Add(item.rotation);
    hash.Add(item.half_extents);
    hash.Add(item.colour);
    hash.Add(item.shape);
  }
  return hash.hash();
}

}  // namespace tickgraph
