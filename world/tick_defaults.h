#ifndef TICKGRAPH_WORLD_TICK_DEFAULTS_H_
#define TICKGRAPH_WORLD_TICK_DEFAULTS_H_

#include <cstdint>
#include <optional>

#include "tickgraph/lane.h"
#include "tickgraph/tick_group.h"

namespace tickgraph {

/// How the objects of a class tick, unless whoever makes one says otherwise.
///
///   class Crowd : public tickgraph::Component {
///    public:
///     static tickgraph::TickDefaults Defaults() { return {.lane = tickgraph::Lane::kAnyThread}; }
///     void Tick(const tickgraph::TickContext& t) override;
///   };
///
/// The function must be public and is inherited like any other. The fields mean what they mean in
/// TickFunction.
struct TickDefaults {
  /// Not given: PrePhysics for actors, DuringPhysics for components.
  std::optional<TickGroup> start = std::nullopt;
  /// Not given: the start group.
  std::optional<TickGroup> end = std::nullopt;
  Lane lane = Lane::kGameThread;
  bool high_priority = false;
  std::int32_t order = 0;
  bool start_enabled = true;
  bool allow_on_dedicated_server = true;
  /// Microseconds; 0 = not known.
  double cost_us = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_TICK_DEFAULTS_H_
