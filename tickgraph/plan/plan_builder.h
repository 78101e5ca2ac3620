#ifndef TICKGRAPH_PLAN_PLAN_BUILDER_H_
#define TICKGRAPH_PLAN_PLAN_BUILDER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "tickgraph/plan/card_store.h"
#include "tickgraph/plan/edge_store.h"
#include "tickgraph/plan/frame_plan.h"

namespace tickgraph {

/// A cycle, as indices into the EdgeStore: from the closing edge's head to its tail, the closing
/// edge last.
struct PlannedCycle {
  std::vector<std::uint32_t> edges;
};

/// Makes a FramePlan from cards and edges, without a look at the one before.
///
/// In this order: which edges count (CycleBreaker), the place of each card (GroupRules, in
/// topological order), plan order (rule L2), then the arrays. Linear where edges lead to later
/// slots and keys ascend with slots, as after loading; O(n log n + edges) otherwise. For the game
/// thread, between frames.
class PlanBuilder {
 public:
  /// Writes `plan`; decides for every edge in `edges` whether it counts.
  void Build(CardStore& cards, EdgeStore& edges, FramePlan& plan);

  /// Of the last Build; at most `kMaxReports`, by the age of the closing edge.
  const std::vector<PlannedCycle>& cycles() const { return cycles_; }
  std::size_t ignored_edge_count() const { return ignored_edge_count_; }
  /// The slots of all cards on cycles. An edge that is ignored counts again only after one between
  /// two of these is gone.
  const absl::flat_hash_set<std::uint32_t>& cyclic_slots() const { return cyclic_slots_; }

  static constexpr std::size_t kMaxReports = 100;

 private:
  /// What is known while a plan is made.
  struct Making {
    CardStore& cards;
    EdgeStore& edges;
    FramePlan& plan;
    /// All slots, prerequisites first.
    std::vector<std::uint32_t> topological = {};
    /// By slot.
    std::vector<PlannedTick> places = {};
    /// Slots of cards, first by segment, then by key.
    std::vector<std::uint32_t> order = {};
    /// By slot: the card has its place in plan order.
    std::vector<bool> is_taken = {};
    std::array<std::uint32_t, kSegmentCount + 1> segment_begin = {};
  };

  void DecideEdges(Making& making);
  void BreakCycles(Making& making);
  static void PlaceCards(Making& making);
  static void SortByKey(Making& making);
  static void OrderSegment(Making& making, Segment segment);
  static void FillPlan(Making& making);

  std::vector<PlannedCycle> cycles_;
  std::size_t ignored_edge_count_ = 0;
  absl::flat_hash_set<std::uint32_t> cyclic_slots_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_PLAN_BUILDER_H_
