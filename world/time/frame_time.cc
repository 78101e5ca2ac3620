#include "tickgraph/world/time/frame_time.h"

#include <algorithm>

namespace tickgraph {

FrameTime MakeFrameTime(const RawDelta& raw, double dilation, const TimeDefinition& definition) {
  FrameTime time{.raw = raw, .process_step = raw.seconds};
  const double wanted = time.process_step * dilation;
  time.delta = std::min(wanted, definition.max_delta * dilation);
  time.lost.to_clamp = wanted - time.delta;
  return time;
}

}  // namespace tickgraph
