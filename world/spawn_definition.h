#ifndef TICKGRAPH_WORLD_SPAWN_DEFINITION_H_
#define TICKGRAPH_WORLD_SPAWN_DEFINITION_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "tickgraph/lane.h"
#include "tickgraph/source_location.h"
#include "tickgraph/tick_group.h"

namespace tickgraph {

/// What is particular about one actor or component: its name, and where its tick differs from the
/// TickDefaults of its class.
///
///   world.Spawn<Camera>({.name = "camera", .start = TickGroup::kPostPhysics});
struct SpawnDefinition {
  /// For messages and traces; the class's name where it is empty. Need not be unique.
  std::string_view name = {};
  std::optional<TickGroup> start = std::nullopt;
  std::optional<TickGroup> end = std::nullopt;
  std::optional<Lane> lane = std::nullopt;
  std::optional<bool> high_priority = std::nullopt;
  std::optional<std::int32_t> order = std::nullopt;
  std::optional<bool> start_enabled = std::nullopt;
  std::optional<bool> allow_on_dedicated_server = std::nullopt;
  std::optional<double> cost_us = std::nullopt;
  /// The place of the call; filled in by itself.
  SourceLocation where = SourceLocation::Current();
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_SPAWN_DEFINITION_H_
