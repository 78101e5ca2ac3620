#ifndef TICKGRAPH_PLAN_EDGE_STORE_H_
#define TICKGRAPH_PLAN_EDGE_STORE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "tickgraph/plan/location_table.h"
#include "tickgraph/source_location.h"

namespace tickgraph {

/// One prerequisite: the card in slot `from` finishes before the card in slot `to` starts.
struct Edge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t next_out = 0;
  std::uint32_t next_in = 0;
  /// In EdgeStore::WhereOf.
  std::uint32_t where = 0;
  bool removed = false;
  /// False while it would close a cycle with older counting edges, or before it was looked at.
  bool counts = false;
  /// It counts in the plan. Unlike `counts` this changes only when a plan is made: an edge that was
  /// removed since is still in the plan.
  bool in_plan = false;
  /// Its cycle has been reported.
  bool reported = false;
};

/// The edges of one scheduler, by age: the index of an edge is its age (rule P4).
///
/// Each slot has a list of the edges that leave it and one of those that enter it. Removed edges
/// stay in them, for the plan that knows them, until Forget; after that as holes until Compact. An
/// edge is found by a walk along those that enter its card, and by a table for a *hub* that many
/// enter. For the game thread only.
class EdgeStore {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  /// Adds an edge; false where it is there already. O(1).
  bool Add(std::uint32_t from, std::uint32_t to, SourceLocation where);

  bool Has(std::uint32_t from, std::uint32_t to) const { return Find(from, to) != kNone; }
  /// Removes an edge; false where there is none. O(1).
  bool Remove(std::uint32_t from, std::uint32_t to);

  /// Removes every edge of a slot. O(its edges).
  void RemoveAllOf(std::uint32_t slot);

  /// Takes removed edges out of the lists of a slot. O(its edges).
  void Forget(std::uint32_t slot);

  /// Drops holes if there are many; ages stay in order, indices change. O(edges).
  void Compact();

  /// Edges from this index on were added since the last plan was made.
  std::uint32_t first_unplanned() const { return first_unplanned_; }
  /// A plan was made that knows all edges, and none that was removed.
  void AllArePlanned() { first_unplanned_ = size(); }

  /// Makes room for edges between so many slots.
  void Reserve(std::size_t edges, std::size_t slots);

  /// The youngest edge that leaves, or enters, a slot, removed ones among them; kNone where there
  /// is none. Older ones follow by Edge::next_out and next_in.
  std::uint32_t FirstOut(std::uint32_t slot) const {
    return slot < ends_.size() ? ends_[slot].first_out : kNone;
  }
  std::uint32_t FirstIn(std::uint32_t slot) const {
    return slot < ends_.size() ? ends_[slot].first_in : kNone;
  }

  /// Calls `visit(index)` for each edge that leaves `slot`, youngest first. O(its edges).
  template <typename Visit>
  void ForEachOut(std::uint32_t slot, Visit&& visit) const {
    for (std::uint32_t index = FirstOut(slot); index != kNone; index = edges_[index].next_out) {
      if (!edges_[index].removed) visit(index);
    }
  }

  /// Calls `visit(index)` for each edge that enters `slot`, youngest first. O(its edges).
  template <typename Visit>
  void ForEachIn(std::uint32_t slot, Visit&& visit) const {
    for (std::uint32_t index = FirstIn(slot); index != kNone; index = edges_[index].next_in) {
      if (!edges_[index].removed) visit(index);
    }
  }

  Edge& operator[](std::uint32_t index) { return edges_[index]; }
  const Edge& operator[](std::uint32_t index) const { return edges_[index]; }
  /// Where it was added in the user's code.
  SourceLocation WhereOf(std::uint32_t index) const { return locations_[edges_[index].where]; }
  /// Edges and holes.
  std::uint32_t size() const { return static_cast<std::uint32_t>(edges_.size()); }
  std::size_t live_count() const { return live_count_; }

 private:
  struct SlotEnds {
    std::uint32_t first_out = kNone;
    std::uint32_t first_in = kNone;
  };
  /// A walk that is longer makes a hub of the card.
  static constexpr int kLongWalk = 32;

  static std::uint64_t Key(std::uint32_t from, std::uint32_t to) {
    return (std::uint64_t{from} << 32) | to;
  }
  std::uint32_t Find(std::uint32_t from, std::uint32_t to) const;
  void Link(std::uint32_t index);
  void MakeHubIfMany(std::uint32_t to);
  void MarkRemoved(std::uint32_t index);

  std::vector<Edge> edges_;
  std::vector<SlotEnds> ends_;
  std::uint32_t first_unplanned_ = 0;
  std::size_t live_count_ = 0;
  LocationTable locations_;
  absl::flat_hash_set<std::uint32_t> hubs_;
  /// The edges that enter hubs.
  absl::flat_hash_map<std::uint64_t, std::uint32_t> index_of_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_EDGE_STORE_H_
