#ifndef TICKGRAPH_PLAN_NEW_EDGES_H_
#define TICKGRAPH_PLAN_NEW_EDGES_H_

#include <cstddef>
#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "tickgraph/plan/card_store.h"
#include "tickgraph/plan/edge_store.h"
#include "tickgraph/plan/frame_plan.h"

namespace tickgraph {

/// Tells whether the edges that were added since the last plan may all count (rule P4).
///
/// Positions of the plan ascend along its edges, so a new edge to a later position closes no cycle;
/// new cards get ranks between positions. Only edges against these are searched for, from both of
/// their ends in turn, so that the smaller side decides.
class NewEdges {
 public:
  NewEdges(const CardStore& cards, const EdgeStore& edges, const FramePlan& plan)
      : cards_(cards), edges_(edges), plan_(plan) {}

  /// True if no new edge closes a cycle; false if one does, or searches have looked at `limit`
  /// cards and edges without an answer. O(new edges), where these follow the order of the plan.
  bool CloseNoCycle(std::size_t limit);

 private:
  bool IsNew(std::uint32_t index) const { return index >= edges_.first_unplanned(); }
  bool Counts(std::uint32_t index) const { return edges_[index].in_plan || IsNew(index); }
  std::uint64_t RankOf(std::uint32_t slot) const;
  void RankNewCards();
  /// What is left in `looks` becomes 0 where there was no answer.
  bool MayBeReachable(std::uint32_t from, std::uint32_t to, std::size_t& looks) const;

  const CardStore& cards_;
  const EdgeStore& edges_;
  const FramePlan& plan_;
  /// Of cards that are not in the plan.
  absl::flat_hash_map<std::uint32_t, std::uint64_t> new_ranks_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_NEW_EDGES_H_
