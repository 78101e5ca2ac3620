#ifndef TICKGRAPH_WORLD_RENDER_RENDER_PACKET_H_
#define TICKGRAPH_WORLD_RENDER_RENDER_PACKET_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/world/render/camera_view.h"

namespace tickgraph {

enum class DrawShape : std::uint8_t {
  kBox,
  kPyramid,  ///< a box whose top face is shrunk to a point
};

/// One thing to draw. Lengths are metres in world space.
struct DrawItem {
  /// Chosen by the host, unique in a packet; a renderer's identity pass gives it back.
  std::uint32_t id = 0;
  std::array<float, 3> position = {0, 0, 0};
  std::array<float, 4> rotation = {0, 0, 0, 1};  ///< unit quaternion x, y, z, w
  std::array<float, 3> half_extents = {0.5F, 0.5F, 0.5F};
  std::array<std::uint8_t, 4> colour = {255, 255, 255, 255};  ///< red, green, blue, alpha
  DrawShape shape = DrawShape::kBox;

  bool operator==(const DrawItem&) const = default;
};

/// Everything the render thread needs to draw one frame: a copy, so that the game thread may go on
/// changing the world while the frame is drawn.
///
///   absl::StatusOr<RenderPacket*> packet = pipeline.BeginPacket();   // game thread
///   (*packet)->camera = camera;
///   for (const Body& body : bodies) (*packet)->AddItem(Describe(body));
///   pipeline.HandOver();                                             // from here on immutable
///
/// The rules: only the game thread writes, and only between BeginPacket and HandOver; the stages of
/// the pipeline see it as const. The storage is used again for a later frame only when every stage
/// has finished with this one, so frame n never shows half of n + 1.
class RenderPacket {
 public:
  /// False for a frame that is not drawn: the packet passes through the stages like any other, and
  /// no renderer is called.
  bool drawable = true;
  /// When the input this frame answers to was sampled, on the clock of RenderClockNow; 0 = unknown.
  std::int64_t input_time_ns = 0;
  CameraView camera;

  /// The number of the frame, counted by the pipeline from 1 without gaps.
  std::int64_t frame() const { return frame_; }
  std::span<const DrawItem> items() const { return items_; }

  /// Appends one item. Game thread, never blocks; allocates only while the packet grows beyond what
  /// its storage has held before.
  void AddItem(const DrawItem& item) { items_.push_back(item); }

  /// Sets the number of items and returns them for writing in place; items beyond the old size are
  /// default ones. Game thread, may allocate as AddItem does.
  std::span<DrawItem> ResizeItems(std::size_t count) {
    items_.resize(count);
    return items_;
  }

  /// Makes room for `count` items. Game thread.
  void ReserveItems(std::size_t count) { items_.reserve(count); }

  /// Empties the packet for frame `frame`, keeping its storage. Called by the ring.
  void Reset(std::int64_t frame);

 private:
  std::int64_t frame_ = 0;
  std::vector<DrawItem> items_;
};

/// A 64-bit FNV-1a hash over all fields of the packet. Equal packets have equal checksums on every
/// machine of the same byte order. Any thread that may read the packet; O(items).
std::uint64_t PacketChecksum(const RenderPacket& packet);

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_RENDER_PACKET_H_
