#include "tickgraph/tick_group.h"

#include <array>
#include <cstddef>

namespace tickgraph {
namespace {

constexpr std::array<std::string_view, kTickGroupCount> kNames = {
    "PrePhysics",  "StartPhysics",   "DuringPhysics", "EndPhysics",
    "PostPhysics", "PostUpdateWork", "LastDemotable", "NewlySpawned"};

}  // namespace

std::string_view TickGroupName(TickGroup group) {
  const auto index = static_cast<std::size_t>(GroupIndex(group));
  return index < kNames.size() ? kNames[index] : "unknown group";
}

std::optional<TickGroup> ParseTickGroup(std::string_view name) {
  if (name.starts_with("TG_")) name.remove_prefix(3);
  for (std::size_t index = 0; index < kNames.size(); ++index) {
    if (kNames[index] == name) return static_cast<TickGroup>(index);
  }
  return std::nullopt;
}

}  // namespace tickgraph
