#ifndef TICKGRAPH_BENCHMARKS_PEERS_GROUPED_CARDS_H_
#define TICKGRAPH_BENCHMARKS_PEERS_GROUPED_CARDS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "benchmarks/support/workload.h"

namespace tickgraph {

/// The cards of one group. Prerequisites in earlier groups are left out: these have been waited
/// for.
struct GroupedCards {
  /// In the order of the workload, in which prerequisites come first.
  std::vector<std::uint32_t> cards;
  /// By index in `cards`: indices of its prerequisites and of its dependents.
  std::vector<std::vector<std::uint32_t>> prerequisites;
  std::vector<std::vector<std::uint32_t>> dependents;
  /// Cards by the length of the longest path to them.
  std::vector<std::vector<std::uint32_t>> levels;

  std::size_t size() const { return cards.size(); }
};

/// The groups of a workload that have cards, in the order of a frame.
std::vector<GroupedCards> GroupCards(const Workload& workload);

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_PEERS_GROUPED_CARDS_H_
