#include "tickgraph/physics/physics_stepping.h"

#include <algorithm>

namespace tickgraph {

PhysicsStep PhysicsStepping::Advance(std::chrono::nanoseconds frame_delta) {
  PhysicsStep step;
  if (frame_delta.count() <= 0) return step;
  step.count = 1;
  step.delta = std::min(frame_delta, definition_.max_delta);
  step.lost = frame_delta - step.delta;
  steps_ += step.count;
  simulated_time_ += step.delta * step.count;
  lost_time_ += step.lost;
  return step;
}

}  // namespace tickgraph
