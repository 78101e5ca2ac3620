#ifndef TICKGRAPH_TICK_GROUP_H_
#define TICKGRAPH_TICK_GROUP_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace tickgraph {

/// The eight tick groups of a frame, in the order in which they are released.
///
/// A card names the group in which it may start and, if it may run longer, the group by whose end
/// it must have finished. Every group but DuringPhysics waits at its end for the cards that end in
/// it; DuringPhysics is released and the frame goes on, so that its cards run beside the physics
/// step until EndPhysics joins them.
///
/// Users name kPrePhysics, kDuringPhysics, kPostPhysics and kPostUpdateWork. kStartPhysics and
/// kEndPhysics belong to cards with `engine_stage`; the last two are filled by the scheduler.
enum class TickGroup : std::uint8_t {
  kPrePhysics,
  kStartPhysics,
  kDuringPhysics,
  kEndPhysics,
  kPostPhysics,
  kPostUpdateWork,
  kLastDemotable,
  kNewlySpawned,
};

inline constexpr int kTickGroupCount = 8;

/// The position of `group` in the frame, 0 … 7.
constexpr int GroupIndex(TickGroup group) { return static_cast<int>(group); }

/// The group's name without a prefix, for example "PrePhysics"; "unknown group" for a number that
/// is none.
std::string_view TickGroupName(TickGroup group);

/// The group with this name, with or without the prefix "TG_"; nothing where there is none.
std::optional<TickGroup> ParseTickGroup(std::string_view name);

/// True for StartPhysics and EndPhysics, into which nothing is ever demoted.
constexpr bool IsPhysicsEdgeGroup(TickGroup group) {
  return group == TickGroup::kStartPhysics || group == TickGroup::kEndPhysics;
}

/// True for groups after which newcomers run in rounds (rule N2).
constexpr bool HasRounds(TickGroup group) {
  return group == TickGroup::kPrePhysics || group == TickGroup::kPostPhysics ||
         group == TickGroup::kPostUpdateWork || group == TickGroup::kLastDemotable;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_TICK_GROUP_H_
