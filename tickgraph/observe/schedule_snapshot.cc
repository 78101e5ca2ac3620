#include "tickgraph/observe/schedule_snapshot.h"

namespace tickgraph {

std::optional<std::uint32_t> ScheduleSnapshot::Find(TickHandle handle) const {
  const auto found = position_of.find(handle);
  if (found == position_of.end()) return std::nullopt;
  return found->second;
}

std::string_view ScheduleSnapshot::NameOf(TickHandle handle) const {
  const auto position = Find(handle);
  if (!position.has_value()) return "(unregistered card)";
  return cards[*position].name;
}

void ScheduleSnapshot::IndexCards() {
  position_of.clear();
  position_of.reserve(cards.size());
  for (std::uint32_t position = 0; position < cards.size(); ++position) {
    position_of.emplace(cards[position].handle, position);
  }
}

}  // namespace tickgraph
