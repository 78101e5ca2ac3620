#include "tools/demo_renderer/arena_renderer.h"

#include <utility>

#if TICKGRAPH_DEMO_RENDERER

#include <GLES3/gl3.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/demo_renderer/arena_painter.h"
#include "tools/demo_renderer/gl_framebuffer.h"
#include "tools/demo_renderer/gl_window.h"
#include "tools/demo_renderer/png_file.h"

namespace tickgraph {

// Destroyed in reverse order: everything of OpenGL before the context.
struct ArenaRenderer::Device {
  std::unique_ptr<GlWindow> window;
  std::unique_ptr<ArenaPainter> painter = std::make_unique<ArenaPainter>();
  std::unique_ptr<GlFramebuffer> smooth;    // what is painted, several samples a pixel
  std::unique_ptr<GlFramebuffer> resolved;  // one sample a pixel, for reading back
  std::unique_ptr<GlFramebuffer> identity;
  Picture picture;
  Picture identity_picture;

  absl::Status MakeTargets(int width, int height, int samples) {
    GLint most_samples = 1;
    glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
    smooth = std::make_unique<GlFramebuffer>();
    resolved = std::make_unique<GlFramebuffer>();
    identity = std::make_unique<GlFramebuffer>();
    absl::Status status = smooth->Create(width, height, std::min(samples, most_samples));
    status.Update(resolved->Create(width, height, 1));
    status.Update(identity->Create(width, height, 1));
    return status;
  }
};

ArenaRenderer::ArenaRenderer(ArenaRendererDefinition definition)
    : definition_(std::move(definition)) {
  // Drawing in software shall happen on the render thread itself, not on threads of the driver
  // that take the cores from the frame. Here and not on the render thread, because setting it
  // while other threads read the environment is a race.
  setenv("LP_NUM_THREADS", "0", 0);
}

ArenaRenderer::~ArenaRenderer() = default;

absl::Status ArenaRenderer::Start() {
  if (!definition_.picture_folder.empty()) {
    std::error_code error;
    std::filesystem::create_directories(definition_.picture_folder, error);
    if (error) {
      return absl::UnavailableError(
          absl::StrCat(definition_.picture_folder, ": cannot be made: ", error.message()));
    }
  }
  auto device = std::make_unique<Device>();
  absl::StatusOr<std::unique_ptr<GlWindow>> window =
      GlWindow::Open(definition_.title, definition_.width, definition_.height, definition_.window);
  if (!window.ok()) return window.status();
  device->window = std::move(*window);
  absl::Status status = device->painter->Create();
  status.Update(device->MakeTargets(definition_.width, definition_.height, definition_.samples));
  if (!status.ok()) return status;
  const GLubyte* name = glGetString(GL_RENDERER);
  if (name != nullptr) device_name_ = reinterpret_cast<const char*>(name);
  has_window_ = device->window->visible();
  device_ = std::move(device);
  return absl::OkStatus();
}

absl::Status ArenaRenderer::Draw(const RenderPacket& packet) {
  Device& device = *device_;
  if (device.window->PumpEvents()) close_requested_ = true;
  int width = definition_.width;
  int height = definition_.height;
  if (has_window_) device.window->Size(width, height);
  if (width != device.smooth->width() || height != device.smooth->height()) {
    absl::Status status = device.MakeTargets(width, height, definition_.samples);
    if (!status.ok()) return status;
  }
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  const bool writes_pictures = !definition_.picture_folder.empty() && !has_window_;
  const bool wants_picture = (definition_.on_picture || writes_pictures) &&
                             definition_.picture_interval > 0 &&
                             packet.frame() % definition_.picture_interval == 0;
  // Frames that nobody will see are drawn without smooth edges.
  const GlFramebuffer& target = has_window_ || wants_picture ? *device.smooth : *device.resolved;
  device.painter->Upload(packet);
  target.Bind();
  device.painter->Paint(packet.camera, aspect, definition_.arena_radius);
  if (has_window_) {
    device.smooth->ResolveTo(nullptr, width, height);
    device.window->Present();
  } else {
    // Drawing in memory ends with the frame, as presenting would make it end.
    glFinish();
  }
  return wants_picture ? TakePicture(packet) : absl::OkStatus();
}

absl::Status ArenaRenderer::TakePicture(const RenderPacket& packet) {
  Device& device = *device_;
  const int width = device.smooth->width();
  const int height = device.smooth->height();
  device.smooth->ResolveTo(device.resolved.get(), width, height);
  device.resolved->Read(device.picture);
  if (definition_.on_picture) {
    device.identity->Bind();
    device.painter->PaintIdentities(packet.camera,
                                    static_cast<float>(width) / static_cast<float>(height));
    device.identity->Read(device.identity_picture);
    definition_.on_picture(packet, device.picture, device.identity_picture);
  }
  if (definition_.picture_folder.empty()) return absl::OkStatus();
  absl::Status status = WritePng(absl::StrCat(definition_.picture_folder, "/",
                                              absl::StrFormat("frame_%06d.png", packet.frame())),
                                 device.picture);
  if (status.ok()) ++pictures_written_;
  return status;
}

void ArenaRenderer::Stop() { device_.reset(); }

}  // namespace tickgraph

#else  // no SDL2 or no OpenGL ES 3

namespace tickgraph {

struct ArenaRenderer::Device {};

ArenaRenderer::ArenaRenderer(ArenaRendererDefinition definition)
    : definition_(std::move(definition)) {}

ArenaRenderer::~ArenaRenderer() = default;

absl::Status ArenaRenderer::Start() {
  return absl::UnimplementedError(
      "this build does not draw: SDL2, GLES 3 or stb was not found when it was made");
}

absl::Status ArenaRenderer::Draw(const RenderPacket&) { return Start(); }

void ArenaRenderer::Stop() {}

}  // namespace tickgraph

#endif  // TICKGRAPH_DEMO_RENDERER
