#ifndef TICKGRAPH_SIMULATE_LIST_SEARCH_H_
#define TICKGRAPH_SIMULATE_LIST_SEARCH_H_

#include <cstdint>
#include <vector>

#include "tickgraph/simulate/simulated_frame.h"
#include "tickgraph/simulate/simulator.h"

namespace tickgraph {

/// How to search.
struct ListSearchDefinition {
  /// Lists to run at most, 1 and more, the plain one included. Each takes as long as one
  /// Simulator::Run. The search ends sooner where the lower bound is reached.
  int lists = 1000;
  /// The same seed gives the same result on every machine.
  std::uint64_t seed = 1;
};

/// What a search has found.
struct ListSearchResult {
  /// The shortest frame. Where no list is better than the plain one, the plain one's.
  SimulatedFrame frame;
  /// The any-thread tasks in the order that gives this frame; Simulator::RunList takes it.
  std::vector<std::uint32_t> list;
  /// Of the plain list, which Simulator::Run takes.
  std::int64_t plain_makespan_ns = 0;
  /// No order is faster than this.
  std::int64_t lower_bound_ns = 0;
  /// How many lists were run.
  int lists = 0;

  /// Whether it is proved that no order is faster.
  bool is_best() const { return frame.makespan_ns == lower_bound_ns; }
};

/// Searches for a list that makes the frame shorter than the plain one, the longest remaining path
/// first, does: how much of a frame's length is due to the order in which tasks are taken?
///
///   const ListSearchResult found = SearchList(simulator, 4, {.lists = 200});
///   Print(found.plain_makespan_ns, found.frame.makespan_ns, found.lower_bound_ns);
///
/// It is list scheduling, forwards and backwards in turns. A frame is turned round: tasks are taken
/// from its end, the one that finished last first, which shows how late each may begin. Taken in
/// the order of these latest beginnings the frame is often shorter, and the turns go on until it is
/// not. Then the best list so far is shaken, tasks fall behind others near or far, and what comes
/// of that is improved in the same way.
///
/// Rules
/// - Every frame is one of Simulator: lanes, groups and their waits, the order of the game thread,
///   and engine stages first. Only the order in which ready any-thread tasks are taken differs.
/// - No clock is looked at: the result depends on graph, processors and definition alone.
///
/// Sources: forwards and backwards by Li and Willis, "An iterative scheduling technique for
/// resource-constrained project scheduling", European Journal of Operational Research 56, 1992, and
/// Valls, Ballestín and Quintanilla, "Justification and RCPSP: a technique that pays", European
/// Journal of Operational Research 165, 2005; shaking the best by Lourenço, Martin and Stützle,
/// "Iterated local search", Handbook of Metaheuristics, 2003.
///
/// Any thread; does not block. `processors` is at least 1.
/// O(lists × (tasks log tasks + edges)), and MakespanBound::Sharpen once.
ListSearchResult SearchList(const Simulator& simulator, int processors,
                            const ListSearchDefinition& definition);

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_LIST_SEARCH_H_
