#ifndef TICKGRAPH_SIMULATE_FRAME_STEP_H_
#define TICKGRAPH_SIMULATE_FRAME_STEP_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "tickgraph/plan/group_rules.h"

namespace tickgraph {

/// What the game thread does next in a simulated frame.
struct FrameStep {
  enum class Kind : std::uint8_t {
    /// Releases a segment, and runs its game-thread tasks.
    kSegment,
    /// Waits for all any-thread tasks that end in or before a group.
    kJoin,
  };
  Kind kind = Kind::kSegment;
  /// The segment or the group.
  std::uint8_t number = 0;
};

/// Two segments and a wait for each group.
inline constexpr std::size_t kFrameStepCount = 3 * kTickGroupCount;

/// The way of the game thread through a frame, as TickScheduler takes it. Segments come in
/// ascending order, and so do waits; DuringPhysics is waited for at the beginning of EndPhysics
/// (rule G5).
constexpr std::array<FrameStep, kFrameStepCount> StepsOfFrame() {
  constexpr int kDuring = GroupIndex(TickGroup::kDuringPhysics);
  std::array<FrameStep, kFrameStepCount> steps;
  std::size_t count = 0;
  const auto add_wait = [&](int group) {
    steps[count++] = {FrameStep::Kind::kSegment, WaitSegment(group)};
    steps[count++] = {FrameStep::Kind::kJoin, static_cast<std::uint8_t>(group)};
  };
  for (int group = 0; group < kTickGroupCount; ++group) {
    if (group == GroupIndex(TickGroup::kEndPhysics)) add_wait(kDuring);
    steps[count++] = {FrameStep::Kind::kSegment, MainSegment(group)};
    if (group != kDuring) add_wait(group);
  }
  return steps;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_FRAME_STEP_H_
