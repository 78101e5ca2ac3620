#ifndef TICKGRAPH_TOOLS_DEMO_RENDERER_ARENA_PAINTER_H_
#define TICKGRAPH_TOOLS_DEMO_RENDERER_ARENA_PAINTER_H_

#include <cstddef>

#include "absl/status/status.h"
#include "tickgraph/world/render/render_packet.h"
#include "tools/demo_renderer/gl_program.h"

namespace tickgraph {

/// Paints a packet with OpenGL ES 3 into whatever framebuffer is bound: sky, ground with a grid,
/// all items with one instanced draw call, and their shadows on the ground with another one. Used
/// and destroyed on the thread that has the context.
class ArenaPainter {
 public:
  ArenaPainter() = default;
  ~ArenaPainter();
  ArenaPainter(const ArenaPainter&) = delete;
  ArenaPainter& operator=(const ArenaPainter&) = delete;

  /// Compiles the shaders. INTERNAL when the device does not take them.
  absl::Status Create();

  /// Copies the items of `packet` to the device, for the paint functions. Allocates on the device
  /// only while the number of items grows.
  void Upload(const RenderPacket& packet);

  /// Paints the uploaded items as people want to see them. `aspect` = width / height of the target;
  /// `arena_radius` in metres: where the rim of the arena is drawn on the ground.
  void Paint(const CameraView& camera, float aspect, float arena_radius) const;

  /// Paints the uploaded items for an identity picture: flat colours that spell their ids, on
  /// black.
  void PaintIdentities(const CameraView& camera, float aspect) const;

 private:
  void DrawItems() const;

  GlProgram items_;
  GlProgram shadows_;
  GlProgram identities_;
  GlProgram ground_;
  GlProgram sky_;
  unsigned box_array_ = 0;
  unsigned empty_array_ = 0;
  unsigned corner_buffer_ = 0;
  unsigned index_buffer_ = 0;
  unsigned item_buffer_ = 0;
  std::size_t item_capacity_ = 0;
  std::size_t item_count_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DEMO_RENDERER_ARENA_PAINTER_H_
