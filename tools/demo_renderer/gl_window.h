#ifndef TICKGRAPH_TOOLS_DEMO_RENDERER_GL_WINDOW_H_
#define TICKGRAPH_TOOLS_DEMO_RENDERER_GL_WINDOW_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"

struct SDL_Window;

namespace tickgraph {

/// A window with an OpenGL ES 3 context, or where there is no display an invisible surface that is
/// drawn in software. Made, used and destroyed on one thread.
class GlWindow {
 public:
  /// Opens a window of width x height pixels if `visible` and a display can be had, else an
  /// invisible surface. The calling thread gets the context. UNAVAILABLE, with the reasons of both
  /// tries, when there is no OpenGL ES 3 at all.
  static absl::StatusOr<std::unique_ptr<GlWindow>> Open(const std::string& title, int width,
                                                        int height, bool visible);
  ~GlWindow();
  GlWindow(const GlWindow&) = delete;
  GlWindow& operator=(const GlWindow&) = delete;

  bool visible() const { return visible_; }

  /// Handles the events of the window. Returns whether the user has asked to close it.
  bool PumpEvents();

  /// Shows what was drawn into the default framebuffer. May block until the display is ready.
  void Present();

  /// The size of the default framebuffer in pixels.
  void Size(int& width, int& height) const;

 private:
  GlWindow() = default;
  static absl::StatusOr<std::unique_ptr<GlWindow>> TryOpen(const std::string& title, int width,
                                                           int height, bool visible);

  bool visible_ = false;
  bool video_started_ = false;
  SDL_Window* window_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DEMO_RENDERER_GL_WINDOW_H_
