#include "tickgraph/world/time/scripted_clock.h"

#include <utility>

#include "tickgraph/physics/nanoseconds.h"
#include "tickgraph/world/time/raw_delta.h"

namespace tickgraph {

ScriptedClock::ScriptedClock(std::vector<double> deltas) : deltas_(std::move(deltas)) {}

ClockSample ScriptedClock::Sample() {
  const double delta = finished() ? 0.0 : deltas_[next_++];
  // A broken delta shows in `delta`; the time of the samples after it stays a time.
  if (const auto checked = RawDelta::FromSeconds(delta); checked.ok()) {
    time_ = SaturatedSum(time_, checked->nanoseconds);
  }
  return {.time = time_, .delta = delta};
}

}  // namespace tickgraph
