#include "tools/demo_renderer/gl_framebuffer.h"

#if TICKGRAPH_DEMO_RENDERER

#include <GLES3/gl3.h>

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"

namespace tickgraph {

GlFramebuffer::~GlFramebuffer() {
  if (framebuffer_ == 0) return;
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteRenderbuffers(1, &colour_);
  glDeleteRenderbuffers(1, &depth_stencil_);
}

absl::Status GlFramebuffer::Create(int width, int height, int samples) {
  width_ = width;
  height_ = height;
  const int real_samples = samples > 1 ? samples : 0;
  glGenFramebuffers(1, &framebuffer_);
  glGenRenderbuffers(1, &colour_);
  glGenRenderbuffers(1, &depth_stencil_);
  glBindRenderbuffer(GL_RENDERBUFFER, colour_);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, real_samples, GL_RGBA8, width, height);
  glBindRenderbuffer(GL_RENDERBUFFER, depth_stencil_);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, real_samples, GL_DEPTH24_STENCIL8, width,
                                   height);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                            depth_stencil_);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    return absl::UnavailableError(absl::StrCat("no framebuffer of ", width, " x ", height,
                                               " pixels with ", samples, " samples"));
  }
  return absl::OkStatus();
}

void GlFramebuffer::Bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, width_, height_);
}

void GlFramebuffer::ResolveTo(const GlFramebuffer* target, int target_width,
                              int target_height) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target != nullptr ? target->framebuffer_ : 0);
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, target_width, target_height, GL_COLOR_BUFFER_BIT,
                    GL_NEAREST);
}

void GlFramebuffer::Read(Picture& picture) const {
  picture.Resize(width_, height_);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, picture.pixels.data());
  // OpenGL's first row is the lowest one.
  const auto row = static_cast<std::ptrdiff_t>(width_) * 4;
  for (int y = 0; y < height_ / 2; ++y) {
    const auto upper = picture.pixels.begin() + y * row;
    std::swap_ranges(upper, upper + row, picture.pixels.begin() + (height_ - 1 - y) * row);
  }
}

}  // namespace tickgraph

#endif  // TICKGRAPH_DEMO_RENDERER
