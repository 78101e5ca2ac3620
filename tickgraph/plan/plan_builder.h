#ifndef TICKGRAPH_PLAN_PLAN_BUILDER_H_
#define TICKGRAPH_PLAN_PLAN_BUILDER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tickgraph/plan/card_store.h"
#include "tickgraph/plan/cycle_breaker.h"
#include "tickgraph/plan/edge_store.h"
#include "tickgraph/plan/frame_plan.h"

namespace tickgraph {

/// A card that was moved by its prerequisites, by slot.
struct PlannedDemotion {
  std::uint32_t slot = 0;
  PlannedTick place;
  /// The slot of the prerequisite that moved it.
  std::uint32_t cause = 0;
};

/// A cycle, as indices into the EdgeStore: from the closing edge's head to its tail, the closing
/// edge last.
struct PlannedCycle {
  std::vector<std::uint32_t> edges;
};

/// Makes a FramePlan from cards and edges.
///
/// In this order: which edges count (CycleBreaker), the place of each card (GroupRules, in
/// topological order), plan order (rule L2), then the arrays. O(n log n + edges); what it needs
/// meanwhile is kept for the next time. For the game thread, between frames.
class PlanBuilder {
 public:
  /// Writes `plan`; sets `counts` of every edge in `edges`.
  void Build(CardStore& cards, EdgeStore& edges, FramePlan& plan);

  const std::vector<PlannedDemotion>& demotions() const { return demotions_; }
  /// At most `kMaxReports`, by the age of the closing edge.
  const std::vector<PlannedCycle>& cycles() const { return cycles_; }
  std::size_t ignored_edge_count() const { return ignored_edge_count_; }

  static constexpr std::size_t kMaxReports = 100;

 private:
  void CollectCards(const CardStore& cards);
  void CollectEdges(const CardStore& cards, EdgeStore& edges);
  void PlaceCards(const CardStore& cards);
  void NoteDemotion(const CardStore& cards, std::uint32_t node);
  void RankCards(const CardStore& cards);
  void OrderSegments();
  void FillPlan(CardStore& cards, FramePlan& plan);
  void FillEdges(FramePlan& plan);
  static void FillDepth(FramePlan& plan);

  // Live cards are nodes 0 … n−1, by slot.
  std::vector<std::uint32_t> slot_of_;
  std::vector<std::uint32_t> node_of_slot_;
  std::vector<NodeEdge> node_edges_;
  std::vector<std::uint32_t> edge_of_;
  std::vector<bool> counts_;
  std::vector<std::uint32_t> topological_;
  RowLists in_;
  RowLists out_;
  std::vector<PlannedTick> places_;
  /// Rank by SortKey: the smaller runs earlier.
  std::vector<std::uint32_t> rank_;
  std::vector<std::uint32_t> node_of_rank_;
  std::vector<std::uint32_t> plan_order_;
  std::vector<std::uint32_t> position_of_;
  std::array<std::uint32_t, kSegmentCount + 1> segment_begin_ = {};
  std::array<SortKey, kSegmentCount> segment_last_key_ = {};
  CycleBreaker breaker_;
  std::vector<PlannedDemotion> demotions_;
  std::vector<PlannedCycle> cycles_;
  std::size_t ignored_edge_count_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PLAN_PLAN_BUILDER_H_
