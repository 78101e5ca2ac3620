#include "tickgraph/world/object_card.h"

namespace tickgraph {

TickFunction MergeTickDefinition(const TickDefaults& defaults, const SpawnDefinition& definition,
                                 TickGroup fallback_start) {
  TickFunction function;
  function.start = definition.start.value_or(defaults.start.value_or(fallback_start));
  function.end = definition.end ? definition.end : defaults.end;
  // The end of the class does not hold back an object that was made to start later.
  if (!definition.end && function.end && *function.end < function.start) function.end.reset();
  function.lane = definition.lane.value_or(defaults.lane);
  function.high_priority = definition.high_priority.value_or(defaults.high_priority);
  function.order = definition.order.value_or(defaults.order);
  function.start_enabled = definition.start_enabled.value_or(defaults.start_enabled);
  function.allow_on_dedicated_server =
      definition.allow_on_dedicated_server.value_or(defaults.allow_on_dedicated_server);
  function.cost_us = definition.cost_us.value_or(defaults.cost_us);
  return function;
}

}  // namespace tickgraph
