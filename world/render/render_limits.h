#ifndef TICKGRAPH_WORLD_RENDER_RENDER_LIMITS_H_
#define TICKGRAPH_WORLD_RENDER_RENDER_LIMITS_H_

namespace tickgraph {

/// The longest chain of stages: render, render hardware interface, device, display.
inline constexpr int kMaxRenderStages = 4;

/// The largest allowed lag in frames. More than two frames of lag cost latency and buy nothing.
inline constexpr int kMaxRenderLag = 2;

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_RENDER_LIMITS_H_
