#include "tools/demo_renderer/gl_window.h"

#if TICKGRAPH_DEMO_RENDERER

#include <SDL.h>

#include <cstdlib>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace tickgraph {
namespace {

bool HasDisplay() {
  return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

// SDL goes on with a driver that shows nothing where it finds no display, for example when DISPLAY
// names a server that is gone.
bool ShowsNothing(std::string_view driver) {
  return driver.empty() || driver == "offscreen" || driver == "dummy" || driver == "evdev";
}

absl::Status SdlError(const char* what) {
  return absl::UnavailableError(absl::StrCat(what, ": ", SDL_GetError()));
}

}  // namespace

absl::StatusOr<std::unique_ptr<GlWindow>> GlWindow::Open(const std::string& title, int width,
                                                         int height, bool visible) {
  absl::Status window_status = absl::UnavailableError("not asked for, or no display");
  if (visible && HasDisplay()) {
    absl::StatusOr<std::unique_ptr<GlWindow>> window = TryOpen(title, width, height, true);
    if (window.ok()) return window;
    window_status = window.status();
  }
  absl::StatusOr<std::unique_ptr<GlWindow>> surface = TryOpen(title, width, height, false);
  if (surface.ok()) return surface;
  return absl::UnavailableError(
      absl::StrCat("there is no OpenGL ES 3 to draw with (window: ", window_status.message(),
                   "; without a display: ", surface.status().message(),
                   "). Install libgl1-mesa-dri and libegl-mesa0, or draw nothing"));
}

absl::StatusOr<std::unique_ptr<GlWindow>> GlWindow::TryOpen(const std::string& title, int width,
                                                            int height, bool visible) {
  std::unique_ptr<GlWindow> result(new GlWindow());
  result->visible_ = visible;
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, visible ? "" : "offscreen", SDL_HINT_OVERRIDE);
  if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return SdlError("video");
  result->video_started_ = true;
  if (const char* driver = SDL_GetCurrentVideoDriver();
      visible && ShowsNothing(driver != nullptr ? driver : "")) {
    return absl::UnavailableError(
        "the display that DISPLAY or WAYLAND_DISPLAY names cannot be reached");
  }
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  const Uint32 flags = SDL_WINDOW_OPENGL | (visible ? SDL_WINDOW_SHOWN | SDL_WINDOW_RESIZABLE : 0U);
  result->window_ = SDL_CreateWindow(title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                     width, height, flags);
  if (result->window_ == nullptr) return SdlError("window");
  result->context_ = SDL_GL_CreateContext(result->window_);
  if (result->context_ == nullptr) return SdlError("OpenGL ES 3 context");
  return result;
}

GlWindow::~GlWindow() {
  if (context_ != nullptr) SDL_GL_DeleteContext(context_);
  if (window_ != nullptr) SDL_DestroyWindow(window_);
  if (video_started_) SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

bool GlWindow::PumpEvents() {
  bool close = false;
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) {
    const bool escape = event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE;
    close = close || event.type == SDL_QUIT || escape;
  }
  return close;
}

void GlWindow::Present() { SDL_GL_SwapWindow(window_); }

void GlWindow::Size(int& width, int& height) const {
  SDL_GL_GetDrawableSize(window_, &width, &height);
}

}  // namespace tickgraph

#endif  // TICKGRAPH_DEMO_RENDERER
