#ifndef TICKGRAPH_PHYSICS_PHYSICS_STEPPING_H_
#define TICKGRAPH_PHYSICS_PHYSICS_STEPPING_H_

#include <chrono>
#include <cstdint>

#include "absl/status/status.h"

namespace tickgraph {

/// How a frame's time becomes engine steps.
enum class PhysicsSteppingMode : std::uint8_t {
  kPerFrame,  ///< one step a frame, as long as the frame but never longer than max_delta
};

struct PhysicsSteppingDefinition {
  PhysicsSteppingMode mode = PhysicsSteppingMode::kPerFrame;
  /// The longest step, greater than 0. 1/30 s, rounded up to a nanosecond so that a 30 Hz clock
  /// never loses any.
  std::chrono::nanoseconds max_delta{33'333'334};
};

/// InvalidArgument for a longest step that is no time.
absl::Status Validate(const PhysicsSteppingDefinition& definition);

/// The steps of one frame.
struct PhysicsStep {
  int count = 0;                      ///< engine steps, 0 where no time passes
  std::chrono::nanoseconds delta{0};  ///< of each of them
  std::chrono::nanoseconds lost{0};   ///< frame time that is never simulated
};

/// Turns frame time into steps and counts what is lost (rules PH-3, PH-5).
///
///   PhysicsStepping stepping({});
///   const PhysicsStep step = stepping.Advance(frame_delta);
///   scene.Prepare(step);
///
/// Rules: integer nanoseconds, so that after any number of frames the sum of frame deltas is
/// exactly simulated_time() + lost_time(); sums stop at 292 years. A negative delta counts as 0.
/// One thread at a time.
class PhysicsStepping {
 public:
  /// A definition that Validate refuses counts as the default one.
  explicit PhysicsStepping(const PhysicsSteppingDefinition& definition);

  /// The steps for a frame of `frame_delta`; adds to the sums.
  PhysicsStep Advance(std::chrono::nanoseconds frame_delta);

  std::int64_t steps() const { return steps_; }
  std::chrono::nanoseconds simulated_time() const { return simulated_time_; }
  std::chrono::nanoseconds lost_time() const { return lost_time_; }

 private:
  PhysicsSteppingDefinition definition_;
  std::int64_t steps_ = 0;
  std::chrono::nanoseconds simulated_time_{0};
  std::chrono::nanoseconds lost_time_{0};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_PHYSICS_STEPPING_H_
