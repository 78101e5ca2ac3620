#include "tickgraph/model/suffix_index.h"

#include <cstddef>

namespace tickgraph::model {
namespace {

constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;

// The hash of a text is extended at its front.
constexpr std::uint64_t Extend(std::uint64_t hash, char c) {
  return (hash + static_cast<unsigned char>(c) + 1) * kFactor;
}

}  // namespace

void SuffixIndex::Add(std::string_view name, std::uint32_t value) {
  std::uint64_t hash = 0;
  for (std::size_t index = name.size(); index > 0; --index) hash = Extend(hash, name[index - 1]);
  std::vector<Entry>& same_hash = entries_[hash];
  for (const Entry& entry : same_hash) {
    if (entry.name == name) return;
  }
  same_hash.push_back({name, value});
}

std::optional<SuffixIndex::Match> SuffixIndex::Find(std::string_view line) const {
  // Known names that end with each other would make the comparison costly.
  constexpr int kMostCandidates = 16;
  std::optional<Match> shortest;
  int candidates = 0;
  std::uint64_t hash = 0;
  for (std::size_t index = line.size(); index > 2 && candidates < kMostCandidates; --index) {
    hash = Extend(hash, line[index - 1]);
    if (line[index - 2] != ' ' || line[index - 3] != ',') continue;
    const auto found = entries_.find(hash);
    if (found == entries_.end()) continue;
    const std::string_view suffix = line.substr(index - 1);
    for (const Entry& entry : found->second) {
      if (entry.name != suffix) continue;
      ++candidates;
      const std::string_view context = line.substr(0, index - 3);
      if (suffix.starts_with(context)) return Match{entry.value, entry.name};
      if (!shortest.has_value()) shortest = Match{entry.value, entry.name};
    }
  }
  return shortest;
}

}  // namespace tickgraph::model
