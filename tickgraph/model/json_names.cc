#include "tickgraph/model/json_names.h"

namespace tickgraph::model {

std::uint32_t JsonNames::Mention(std::string_view id) {
  const auto next = static_cast<std::uint32_t>(entries_.size());
  const auto [entry, is_new] = number_.try_emplace(std::string(id), next);
  if (is_new) entries_.push_back({std::string(id), std::nullopt, 0});
  return entry->second;
}

bool JsonNames::Declare(std::string_view id, std::uint32_t index, std::int64_t line) {
  Entry& entry = entries_[Mention(id)];
  if (entry.index.has_value()) return false;
  entry.index = index;
  entry.line = line;
  return true;
}

std::optional<std::uint32_t> JsonNames::Find(std::uint32_t number) const {
  return entries_[number].index;
}

}  // namespace tickgraph::model
