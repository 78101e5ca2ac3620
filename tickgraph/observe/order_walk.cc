#include "tickgraph/observe/order_walk.h"

#include <numeric>

namespace tickgraph {

OrderWalk::OrderWalk(const ScheduleSnapshot& snapshot) : snapshot_(snapshot) {
  const std::size_t cards = snapshot.cards.size();
  first_edge_.assign(cards + 1, 0);
  std::vector<std::uint32_t> first_dependent(cards + 1, 0);
  for (const SnapshotEdge& edge : snapshot.edges) {
    if (edge.kind == SnapshotEdgeKind::kIgnored) continue;
    ++first_edge_[edge.card + 1];
    ++first_dependent[edge.prerequisite + 1];
  }
  std::vector<std::uint32_t> waiting_for(first_edge_.begin() + 1, first_edge_.end());
  std::partial_sum(first_edge_.begin(), first_edge_.end(), first_edge_.begin());
  std::partial_sum(first_dependent.begin(), first_dependent.end(), first_dependent.begin());
  prerequisites_.resize(first_edge_.back());
  std::vector<std::uint32_t> dependents(first_edge_.back());
  std::vector<std::uint32_t> next_edge = first_edge_;
  std::vector<std::uint32_t> next_dependent = first_dependent;
  for (const SnapshotEdge& edge : snapshot.edges) {
    if (edge.kind == SnapshotEdgeKind::kIgnored) continue;
    prerequisites_[next_edge[edge.card]++] = edge.prerequisite;
    dependents[next_dependent[edge.prerequisite]++] = edge.card;
  }

  // Kahn's algorithm. Cards on a cycle, which only a list made by hand can hold, are left out.
  order_.reserve(cards);
  for (std::uint32_t card = 0; card < cards; ++card) {
    if (waiting_for[card] == 0) order_.push_back(card);
  }
  for (std::size_t done = 0; done < order_.size(); ++done) {
    const std::uint32_t card = order_[done];
    for (std::uint32_t at = first_dependent[card]; at < first_dependent[card + 1]; ++at) {
      if (--waiting_for[dependents[at]] == 0) order_.push_back(dependents[at]);
    }
  }
}

void OrderWalk::Visit(const FrameRecord& record,
                      absl::FunctionRef<void(const CardRun& before, const CardRun& after)> visit) {
  last_run_.assign(snapshot_.cards.size(), nullptr);
  ran_.assign(snapshot_.cards.size(), false);
  for (const CardRun& run : record.runs) {
    if (const auto card = snapshot_.Find(run.card)) {
      last_run_[*card] = &run;
      ran_[*card] = true;
    }
  }
  for (const std::uint32_t card : order_) {
    for (std::uint32_t at = first_edge_[card]; at < first_edge_[card + 1]; ++at) {
      const CardRun* before = last_run_[prerequisites_[at]];
      if (before == nullptr) continue;
      if (ran_[card]) {
        visit(*before, *last_run_[card]);
      } else if (last_run_[card] == nullptr || before->end_ns > last_run_[card]->end_ns) {
        last_run_[card] = before;
      }
    }
  }
}

}  // namespace tickgraph
