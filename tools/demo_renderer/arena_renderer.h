#ifndef TICKGRAPH_TOOLS_DEMO_RENDERER_ARENA_RENDERER_H_
#define TICKGRAPH_TOOLS_DEMO_RENDERER_ARENA_RENDERER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "tickgraph/world/render/renderer.h"
#include "tools/demo_renderer/picture.h"

namespace tickgraph {

struct ArenaRendererDefinition {
  std::string title = "tickgraph";
  int width = 960;  ///< pixels
  int height = 540;
  /// Samples for each pixel of a window or a picture, for smooth edges; 1 = none.
  int samples = 4;
  /// Opens a window where there is a display. Without one it draws into memory, in software.
  bool window = true;
  /// The folder for pictures where there is no window, made if it does not exist; empty = none are
  /// written.
  std::string picture_folder = {};
  /// Every so many frames a picture is written: frame_000060.png, frame_000120.png …
  std::int64_t picture_interval = 60;
  /// Metres; the rim of the arena on the ground.
  float arena_radius = 40;
  /// Gets, for the frames of `picture_interval`, the picture and the identity picture
  /// (identity_picture.h). On the render thread; the pictures are used again afterwards.
  std::function<void(const RenderPacket&, const Picture&, const Picture&)> on_picture = {};
};

/// The renderer of the demo: SDL2 and OpenGL ES 3 on the render thread of a RenderPipeline.
///
///   ArenaRenderer renderer({.picture_folder = "out"});
///   RenderPipeline pipeline({.stages = {{.renderer = &renderer}}});
///
/// Start gives UNAVAILABLE where there is no OpenGL ES 3, UNIMPLEMENTED in a build without it: the
/// host then goes on without pictures.
class ArenaRenderer : public Renderer {
 public:
  explicit ArenaRenderer(ArenaRendererDefinition definition);
  ~ArenaRenderer() override;

  absl::Status Start() override;
  absl::Status Draw(const RenderPacket& packet) override;
  void Stop() override;

  /// Whether there is a window that somebody may see; after Start. Any thread.
  bool has_window() const { return has_window_; }
  /// Whether the user has closed the window. Any thread.
  bool close_requested() const { return close_requested_; }
  /// How many pictures were written. Any thread.
  int pictures_written() const { return pictures_written_; }
  /// What draws: the name the OpenGL driver gives itself. After Start, on one thread at a time.
  const std::string& device_name() const { return device_name_; }

 private:
  struct Device;

  absl::Status TakePicture(const RenderPacket& packet);

  ArenaRendererDefinition definition_;
  std::unique_ptr<Device> device_;
  std::string device_name_;
  std::atomic<bool> has_window_{false};
  std::atomic<bool> close_requested_{false};
  std::atomic<int> pictures_written_{0};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TOOLS_DEMO_RENDERER_ARENA_RENDERER_H_
