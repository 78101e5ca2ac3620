#ifndef TICKGRAPH_WORLD_RENDER_RENDERER_H_
#define TICKGRAPH_WORLD_RENDER_RENDERER_H_

#include "absl/status/status.h"
#include "tickgraph/world/render/render_packet.h"

namespace tickgraph {

/// What one stage of a RenderPipeline does with a packet. The pipeline calls everything on the
/// thread of that stage, so an implementation needs no locks of its own:
///
///   class MyRenderer : public tickgraph::Renderer {
///     absl::Status Start() override { return OpenWindow(); }
///     absl::Status Draw(const tickgraph::RenderPacket& packet) override { … }
///     void Stop() override { CloseWindow(); }
///   };
///
/// An exception that leaves one of these functions is caught by the stage and becomes an error in
/// the result of the next frame-end sync.
class Renderer {
 public:
  virtual ~Renderer() = default;

  /// Called once, before the first packet. An error makes RenderPipeline::Start fail; Stop is then
  /// not called for this renderer.
  virtual absl::Status Start() { return absl::OkStatus(); }

  /// Draws one frame. Called for drawable packets only, in frame order. The packet may be read
  /// until the last stage has finished the frame, and must not be kept after that.
  virtual absl::Status Draw(const RenderPacket& packet) = 0;

  /// Called once, after the last packet, if Start succeeded.
  virtual void Stop() {}
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_RENDERER_H_
