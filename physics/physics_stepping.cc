#include "tickgraph/physics/physics_stepping.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "tickgraph/physics/nanoseconds.h"

namespace tickgraph {

absl::Status Validate(const PhysicsSteppingDefinition& definition) {
  if (definition.max_delta.count() > 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "the longest physics step (PhysicsSteppingDefinition::max_delta) is ",
      definition.max_delta.count(), " ns, which is no time; give a time greater than 0"));
}

PhysicsStepping::PhysicsStepping(const PhysicsSteppingDefinition& definition)
    : definition_(Validate(definition).ok() ? definition : PhysicsSteppingDefinition{}) {}

PhysicsStep PhysicsStepping::Advance(std::chrono::nanoseconds frame_delta) {
  PhysicsStep step;
  if (frame_delta.count() <= 0) return step;
  step.count = 1;
  step.delta = std::min(frame_delta, definition_.max_delta);
  step.lost = frame_delta - step.delta;
  steps_ += step.count;
  simulated_time_ = SaturatedSum(simulated_time_, step.delta * step.count);
  lost_time_ = SaturatedSum(lost_time_, step.lost);
  return step;
}

}  // namespace tickgraph
