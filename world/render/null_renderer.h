#ifndef TICKGRAPH_WORLD_RENDER_NULL_RENDERER_H_
#define TICKGRAPH_WORLD_RENDER_NULL_RENDERER_H_

#include "absl/status/status.h"
#include "tickgraph/world/render/renderer.h"

namespace tickgraph {

/// Draws nothing. For a program that wants the frame pacing of a render thread but has no picture,
/// and for stages that only model a part of the pipeline.
class NullRenderer : public Renderer {
 public:
  absl::Status Draw(const RenderPacket& /*packet*/) override { return absl::OkStatus(); }
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_NULL_RENDERER_H_
