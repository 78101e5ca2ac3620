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
  member_count_.erase(begin);
  for (auto& [member, sets] : sets_of_) std::erase(sets, begin);
}

bool SetStore::Put(std::uint32_t member, std::uint32_t set) {
  std::vector<std::uint32_t>& sets = sets_of_[member];
  if (std::find(sets.begin(), sets.end(), set) != sets.end()) return false;
  sets.push_back(set);
  ++member_count_[set];
  return true;
}

bool SetStore::Take(std::uint32_t member, std::uint32_t set) {
  const auto found = sets_of_.find(member);
  if (found == sets_of_.end() || std::erase(found->second, set) == 0) return false;
  CountOut(set);
  return true;
}

void SetStore::TakeOutOfAll(std::uint32_t member) {
  const auto found = sets_of_.find(member);
  if (found == sets_of_.end()) return;
  for (const std::uint32_t set : found->second) CountOut(set);
  sets_of_.erase(found);
}

void SetStore::CountOut(std::uint32_t set) {
  const auto found = member_count_.find(set);
  if (found != member_count_.end() && --found->second == 0) member_count_.erase(found);
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
