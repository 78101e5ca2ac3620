#include "tickgraph/plan/new_edges.h"

#include <algorithm>
#include <vector>

namespace tickgraph {

std::uint64_t NewEdges::RankOf(std::uint32_t slot) const {
  const std::uint32_t position = plan_.PositionOf(cards_.HandleOf(slot));
  if (position != FramePlan::kNoPosition) return PlanKeyOf(position);
  const auto found = new_ranks_.find(slot);
  return found == new_ranks_.end() ? 0 : found->second;
}

void NewEdges::RankNewCards() {
  for (std::uint32_t index = edges_.first_unplanned(); index < edges_.size(); ++index) {
    const Edge& edge = edges_[index];
    if (edge.removed) continue;
    if (plan_.PositionOf(cards_.HandleOf(edge.to)) != FramePlan::kNoPosition) continue;
    std::uint64_t& rank = new_ranks_[edge.to];
    rank = std::max(rank, RankOf(edge.from) + 1);
  }
}

bool NewEdges::CloseNoCycle(std::size_t limit) {
  RankNewCards();
  for (std::uint32_t index = edges_.first_unplanned(); index < edges_.size(); ++index) {
    const Edge& edge = edges_[index];
    if (edge.removed || RankOf(edge.from) < RankOf(edge.to)) continue;
    if (MayBeReachable(edge.to, edge.from, limit)) return false;
  }
  return true;
}

bool NewEdges::MayBeReachable(std::uint32_t from, std::uint32_t to, std::size_t& looks) const {
  if (from == to) return true;
  std::vector<std::uint32_t> ahead = {from};
  std::vector<std::uint32_t> back = {to};
  absl::flat_hash_set<std::uint32_t> seen_ahead = {from};
  absl::flat_hash_set<std::uint32_t> seen_back = {to};
  const auto look = [&] {
    if (looks > 0) --looks;
    return looks > 0;
  };
  // Either side has the answer when it has seen everything that it can reach.
  for (std::size_t next = 0; next < ahead.size() && next < back.size(); ++next) {
    edges_.ForEachOut(ahead[next], [&](std::uint32_t index) {
      const std::uint32_t slot = edges_[index].to;
      if (look() && Counts(index) && seen_ahead.insert(slot).second) ahead.push_back(slot);
    });
    edges_.ForEachIn(back[next], [&](std::uint32_t index) {
      const std::uint32_t slot = edges_[index].from;
      if (look() && Counts(index) && seen_back.insert(slot).second) back.push_back(slot);
    });
    if (!look() || seen_ahead.contains(to) || seen_back.contains(from)) return true;
  }
  return false;
}

}  // namespace tickgraph
