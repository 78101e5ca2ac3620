#ifndef TICKGRAPH_PLAN_SET_STORE_H_
#define TICKGRAPH_PLAN_SET_STORE_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

namespace tickgraph {

/// Which card is in which sets, and which set in which others (rule P8).
///
/// Members and sets go by slot; a set goes by the slot of its begin. The order that membership
/// makes is in the EdgeStore; this is what tells a wrong membership from a cycle. For the game
/// thread only.
class SetStore {
 public:
  /// `begin` and `end` are the two cards of a new set.
  void AddSet(std::uint32_t begin, std::uint32_t end);
  /// Members stay, and are in one set less. O(members of the set and sets around them).
  void RemoveSet(std::uint32_t begin);

  bool IsSet(std::uint32_t begin) const { return end_of_.contains(begin); }
  /// The end of a set, and the set of an end.
  std::uint32_t EndOf(std::uint32_t begin) const { return end_of_.at(begin); }
  std::uint32_t BeginOf(std::uint32_t end) const { return begin_of_.at(end); }

  /// Puts a card, or a set by its begin, into a set; false where it is in it already.
  bool Put(std::uint32_t member, std::uint32_t set);
  /// Takes it out again; false where it was not in it. O(sets of the member).
  bool Take(std::uint32_t member, std::uint32_t set);
  /// Takes a card out of all its sets. O(sets of the member).
  void TakeOutOfAll(std::uint32_t member);

  /// True if something is directly in the set.
  bool HasMembers(std::uint32_t set) const { return members_of_.contains(set); }
  /// True if `member` is in `set`, directly or through other sets. O(sets around the member); O(1)
  /// where nothing is in the set.
  bool IsInside(std::uint32_t member, std::uint32_t set) const;
  /// The sets around `member`, directly and through other sets, nearest first.
  std::vector<std::uint32_t> SetsAround(std::uint32_t member) const;

 private:
  void Leave(std::uint32_t member, std::uint32_t set);

  /// By begin.
  absl::flat_hash_map<std::uint32_t, std::uint32_t> end_of_;
  /// By end.
  absl::flat_hash_map<std::uint32_t, std::uint32_t> begin_of_;
  /// By member: the sets directly around it.
  absl::flat_hash_map<std::uint32_t, std::vector<std::uint32_t>> sets_of_;
  /// By set, where there are any: what is directly in it.
  absl::flat_hash_map<std::uint32_t, absl::flat_hash_set<std::uint32_t>> members_of_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_SET_STORE_H_
