#include "tickgraph/plan/set_store.h"

#include <algorithm>
#include <cstddef>

#include "absl/container/flat_hash_set.h"

namespace tickgraph {

void SetStore::AddSet(std::uint32_t begin, std::uint32_t end) {
  end_of_[begin] = end;
  begin_of_[end] = begin;
}

void SetStore::RemoveSet(std::uint32_t begin) {
  begin_of_.erase(end_of_.at(begin));
  end_of_.erase(begin);
  TakeOutOfAll(begin);
  const auto members = members_of_.extract(begin);
  if (members.empty()) return;
  for (const std::uint32_t member : members.mapped()) std::erase(sets_of_.at(member), begin);
}

bool SetStore::Put(std::uint32_t member, std::uint32_t set) {
  std::vector<std::uint32_t>& sets = sets_of_[member];
  if (std::find(sets.begin(), sets.end(), set) != sets.end()) return false;
  sets.push_back(set);
  return members_of_[set].insert(member).second;
}

bool SetStore::Take(std::uint32_t member, std::uint32_t set) {
  const auto found = sets_of_.find(member);
  if (found == sets_of_.end() || std::erase(found->second, set) == 0) return false;
  Leave(member, set);
  return true;
}

void SetStore::TakeOutOfAll(std::uint32_t member) {
  const auto found = sets_of_.find(member);
  if (found == sets_of_.end()) return;
  for (const std::uint32_t set : found->second) Leave(member, set);
  sets_of_.erase(found);
}

void SetStore::Leave(std::uint32_t member, std::uint32_t set) {
  const auto found = members_of_.find(set);
  if (found == members_of_.end()) return;
  found->second.erase(member);
  if (found->second.empty()) members_of_.erase(found);
}

bool SetStore::IsInside(std::uint32_t member, std::uint32_t set) const {
  if (!HasMembers(set)) return false;
  const std::vector<std::uint32_t> around = SetsAround(member);
  return std::find(around.begin(), around.end(), set) != around.end();
}

std::vector<std::uint32_t> SetStore::SetsAround(std::uint32_t member) const {
  std::vector<std::uint32_t> around;
  absl::flat_hash_set<std::uint32_t> seen;
  const auto add = [&](std::uint32_t inner) {
    const auto found = sets_of_.find(inner);
    if (found == sets_of_.end()) return;
    for (const std::uint32_t set : found->second) {
      if (seen.insert(set).second) around.push_back(set);
    }
  };
  add(member);
  for (std::size_t next = 0; next < around.size(); ++next) add(around[next]);
  return around;
}

}  // namespace tickgraph
