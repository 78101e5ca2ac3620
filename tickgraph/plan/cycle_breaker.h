#ifndef TICKGRAPH_PLAN_CYCLE_BREAKER_H_
#define TICKGRAPH_PLAN_CYCLE_BREAKER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace tickgraph {

/// An edge between dense node numbers.
struct NodeEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

/// Decides which edges count where edges form cycles (rule P4).
///
/// Edges are taken by age: one that closes a cycle with older counting edges does not count. The
/// shortest such cycle is handed to the caller: the ages of its edges from the closed edge's head
/// to its tail, the closing edge last.
///
/// Linear in nodes and edges where there is no cycle; inside a cyclic component its edges times
/// its size. No recursion. Components by Tarjan's algorithm, "Depth-first search and linear graph
/// algorithms", SIAM J. Comput. 1 (1972).
class CycleBreaker {
 public:
  using Report = std::function<void(std::uint32_t closing, std::span<const std::uint32_t> path)>;

  /// `edges` oldest first. Sets counts[i] for every edge, and `order` to a topological order of
  /// all nodes over the counting edges. `report` is called for each edge that does not count, and
  /// may be empty.
  void Run(std::uint32_t node_count, std::span<const NodeEdge> edges, std::vector<bool>& counts,
           std::vector<std::uint32_t>& order, const Report& report);

  /// After Run: the node is part of a cycle of more than one, edges that do not count included.
  bool IsInCycle(std::uint32_t node) const {
    return node < component_.size() && component_[node] != kNone;
  }

 private:
  void BuildOut(std::uint32_t node_count, std::span<const NodeEdge> edges);
  bool Sort(std::uint32_t node_count, std::span<const NodeEdge> edges,
            const std::vector<bool>& counts, std::vector<std::uint32_t>& order);
  void FindComponents(std::uint32_t node_count, std::span<const NodeEdge> edges);
  void BreakComponents(std::span<const NodeEdge> edges, std::vector<bool>& counts,
                       const Report& report);
  bool FindPath(std::span<const NodeEdge> edges, std::uint32_t start, std::uint32_t goal);

  static constexpr std::uint32_t kNone = 0xffffffff;

  // Edges by tail, oldest first.
  std::vector<std::uint32_t> out_begin_;
  std::vector<std::uint32_t> out_;
  std::vector<std::uint32_t> missing_;
  // Component of each node; kNone for nodes outside of every cycle.
  std::vector<std::uint32_t> component_;
  // Counting edges inside components, as lists by tail.
  std::vector<std::uint32_t> first_inside_;
  std::vector<std::uint32_t> last_inside_;
  std::vector<std::uint32_t> next_inside_;
  // Breadth-first search: the edge by which a node was reached, and the search that reached it.
  std::vector<std::uint32_t> reached_by_;
  std::vector<std::uint32_t> reached_in_;
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint32_t> path_;
  std::uint32_t search_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_CYCLE_BREAKER_H_
