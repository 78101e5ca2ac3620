#ifndef TICKGRAPH_TOOLS_DEMO_RENDERER_GL_FRAMEBUFFER_H_
#define TICKGRAPH_TOOLS_DEMO_RENDERER_GL_FRAMEBUFFER_H_

#include "absl/status/status.h"
#include "tools/demo_renderer/picture.h"

namespace tickgraph {

/// A picture on the device with depth and stencil, into which is drawn. Used and destroyed on the
/// thread that has the OpenGL context.
class GlFramebuffer {
 public:
  GlFramebuffer() = default;
  ~GlFramebuffer();
  GlFramebuffer(const GlFramebuffer&) = delete;
  GlFramebuffer& operator=(const GlFramebuffer&) = delete;

  /// Makes it width x height pixels with `samples` samples each (0 or 1: no smoothing of edges).
  /// UNAVAILABLE when the device cannot do it.
  absl::Status Create(int width, int height, int samples);

  /// Makes it the target of drawing, viewport included.
  void Bind() const;

  /// Copies the colours to `target`, which may be null for the window, averaging the samples.
  void ResolveTo(const GlFramebuffer* target, int target_width, int target_height) const;

  /// Reads the colours back. Only without several samples. Blocks until drawing has ended.
  void Read(Picture& picture) const;

  int width() const { return width_; }
  int height() const { return height_; }

 private:
  int width_ = 0;
  int height_ = 0;
  unsigned framebuffer_ = 0;
  unsigned colour_ = 0;
  unsigned depth_stencil_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DEMO_RENDERER_GL_FRAMEBUFFER_H_
