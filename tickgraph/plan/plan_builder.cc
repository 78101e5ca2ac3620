#include "tickgraph/plan/plan_builder.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tickgraph {
namespace {

DeclaredTick DeclaredOf(const CardRecord& record) {
  DeclaredTick declared;
  declared.start = record.start;
  declared.end = record.end;
  declared.lane = record.lane;
  declared.engine_stage = record.engine_stage;
  declared.runs = record.runs();
  return declared;
}

/// Fills `lists` so that row `row_of(i)` holds `item_of(i)` for every i < count that `takes(i)`,
/// in order of i.
template <typename Takes, typename RowOf, typename ItemOf>
void FillRows(std::uint32_t rows, std::size_t count, Takes takes, RowOf row_of, ItemOf item_of,
              RowLists& lists) {
  lists.begin.assign(rows + std::size_t{2}, 0);
  for (std::size_t index = 0; index < count; ++index) {
    if (takes(index)) ++lists.begin[row_of(index) + std::size_t{2}];
  }
  std::partial_sum(lists.begin.begin(), lists.begin.end(), lists.begin.begin());
  lists.items.resize(lists.begin.back());
  for (std::size_t index = 0; index < count; ++index) {
    if (takes(index)) lists.items[lists.begin[row_of(index) + std::size_t{1}]++] = item_of(index);
  }
  lists.begin.pop_back();
}

}  // namespace

void PlanBuilder::Build(CardStore& cards, EdgeStore& edges, FramePlan& plan) {
  CollectCards(cards);
  CollectEdges(cards, edges);
  PlaceCards(cards);
  RankCards(cards);
  OrderSegments();
  FillPlan(cards, plan);
  FillEdges(plan);
  FillDepth(plan);
  ++plan.version;
}

void PlanBuilder::CollectCards(const CardStore& cards) {
  slot_of_.clear();
  node_of_slot_.assign(cards.slot_count(), FramePlan::kNoPosition);
  for (std::uint32_t slot = 0; slot < cards.slot_count(); ++slot) {
    if (!cards.Record(slot).live) continue;
    node_of_slot_[slot] = static_cast<std::uint32_t>(slot_of_.size());
    slot_of_.push_back(slot);
  }
}

void PlanBuilder::CollectEdges(const CardStore& /*cards*/, EdgeStore& edges) {
  node_edges_.clear();
  edge_of_.clear();
  for (std::uint32_t index = 0; index < edges.size(); ++index) {
    const Edge& edge = edges[index];
    if (edge.removed) continue;
    node_edges_.push_back({node_of_slot_[edge.from], node_of_slot_[edge.to]});
    edge_of_.push_back(index);
  }

  cycles_.clear();
  ignored_edge_count_ = 0;
  const auto node_count = static_cast<std::uint32_t>(slot_of_.size());
  breaker_.Run(node_count, node_edges_, counts_, topological_,
               [this](std::uint32_t /*closing*/, std::span<const std::uint32_t> path) {
                 if (++ignored_edge_count_ > kMaxReports) return;
                 PlannedCycle& cycle = cycles_.emplace_back();
                 for (const std::uint32_t age : path) cycle.edges.push_back(edge_of_[age]);
               });
  for (std::size_t age = 0; age < edge_of_.size(); ++age) {
    Edge& edge = edges[edge_of_[age]];
    edge.counts = counts_[age];
    if (edge.counts) edge.reported = false;
  }

  const auto takes = [this](std::size_t age) { return counts_[age]; };
  const auto from = [this](std::size_t age) { return node_edges_[age].from; };
  const auto to = [this](std::size_t age) { return node_edges_[age].to; };
  FillRows(node_count, node_edges_.size(), takes, to, from, in_);
  FillRows(node_count, node_edges_.size(), takes, from, to, out_);
}

void PlanBuilder::PlaceCards(const CardStore& cards) {
  places_.resize(slot_of_.size());
  demotions_.clear();
  for (const std::uint32_t node : topological_) {
    GroupRules rules;
    for (const std::uint32_t prerequisite : in_[node]) rules.Add(places_[prerequisite]);
    places_[node] = rules.Place(DeclaredOf(cards.Record(slot_of_[node])));
    NoteDemotion(cards, node);
  }
}

void PlanBuilder::NoteDemotion(const CardStore& cards, std::uint32_t node) {
  const CardRecord& record = cards.Record(slot_of_[node]);
  const PlannedTick& place = places_[node];
  const TickGroup free_end = GroupRules().Place(DeclaredOf(record)).end;
  const bool start_moved = place.start != record.start;
  if (!record.runs() || (!start_moved && place.end == free_end)) return;
  std::uint32_t cause = node;
  for (const std::uint32_t prerequisite : in_[node]) {
    const PlannedTick& reach = places_[prerequisite];
    const PlannedTick& best = places_[cause];
    const bool is_better = start_moved ? reach.start > best.start : reach.end > best.end;
    if (cause == node || is_better) cause = prerequisite;
  }
  demotions_.push_back({slot_of_[node], place, slot_of_[cause]});
}

void PlanBuilder::RankCards(const CardStore& cards) {
  const std::size_t count = slot_of_.size();
  std::vector<std::pair<SortKey, std::uint32_t>> keyed(count);
  for (std::uint32_t node = 0; node < count; ++node) {
    keyed[node] = {cards.KeyOf(slot_of_[node]), node};
  }
  if (!std::is_sorted(keyed.begin(), keyed.end())) std::sort(keyed.begin(), keyed.end());
  rank_.resize(count);
  node_of_rank_.resize(count);
  segment_last_key_.fill(SortKey{false, INT32_MIN, 0, 0});
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    const auto& [key, node] = keyed[rank];
    rank_[node] = rank;
    node_of_rank_[rank] = node;
    segment_last_key_[places_[node].segment] = key;
  }
}

void PlanBuilder::OrderSegments() {
  const std::size_t count = slot_of_.size();
  plan_order_.clear();
  plan_order_.reserve(count);
  position_of_.resize(count);

  std::vector<std::uint32_t> missing(count);
  std::array<std::vector<std::uint32_t>, kSegmentCount> starts;
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    const std::uint32_t node = node_of_rank_[rank];
    missing[node] = static_cast<std::uint32_t>(in_[node].size());
    std::uint32_t inside = 0;
    for (const std::uint32_t prerequisite : in_[node]) {
      inside += places_[prerequisite].segment == places_[node].segment ? 1 : 0;
    }
    missing[node] = inside;
    if (inside == 0) starts[places_[node].segment].push_back(rank);
  }

  // The smallest rank first. A list sorted by rank is a heap already.
  constexpr auto kLater = std::greater<>();
  for (int segment = 0; segment < kSegmentCount; ++segment) {
    segment_begin_[static_cast<std::size_t>(segment)] =
        static_cast<std::uint32_t>(plan_order_.size());
    std::vector<std::uint32_t>& ready = starts[static_cast<std::size_t>(segment)];
    while (!ready.empty()) {
      std::pop_heap(ready.begin(), ready.end(), kLater);
      const std::uint32_t node = node_of_rank_[ready.back()];
      ready.pop_back();
      position_of_[node] = static_cast<std::uint32_t>(plan_order_.size());
      plan_order_.push_back(node);
      for (const std::uint32_t dependent : out_[node]) {
        if (places_[dependent].segment != segment || --missing[dependent] != 0) continue;
        ready.push_back(rank_[dependent]);
        std::push_heap(ready.begin(), ready.end(), kLater);
      }
    }
  }
  segment_begin_[kSegmentCount] = static_cast<std::uint32_t>(plan_order_.size());
}

void PlanBuilder::FillPlan(CardStore& cards, FramePlan& plan) {
  const auto count = static_cast<std::uint32_t>(plan_order_.size());
  plan.size = count;
  plan.entries.resize(count);
  plan.cards.resize(count);
  plan.lanes.resize(count);
  plan.places.resize(count);
  plan.cost_ns.resize(count);
  plan.idle_words.assign((count + 63) / 64, 0);
  plan.stage_words.assign((count + 63) / 64, 0);
  plan.position_of_slot.assign(cards.slot_count(), FramePlan::kNoPosition);
  plan.segment_begin = segment_begin_;
  plan.segment_last_key = segment_last_key_;
  for (std::uint32_t position = 0; position < count; ++position) {
    const std::uint32_t node = plan_order_[position];
    const std::uint32_t slot = slot_of_[node];
    const CardRecord& record = cards.Record(slot);
    plan.entries[position] = EntryOf(cards.Delegate(slot));
    plan.cards[position] = cards.HandleOf(slot);
    plan.lanes[position] = !record.runs()                    ? PlanLane::kBodiless
                           : record.lane == Lane::kAnyThread ? PlanLane::kAnyThread
                                                             : PlanLane::kGameThread;
    plan.places[position] = places_[node];
    plan.cost_ns[position] = record.cost_ns;
    plan.position_of_slot[slot] = position;
    const std::uint64_t bit = std::uint64_t{1} << (position % 64);
    if (!record.runs()) plan.idle_words[position / 64] |= bit;
    if (record.engine_stage) plan.stage_words[position / 64] |= bit;
  }
}

void PlanBuilder::FillEdges(FramePlan& plan) {
  const auto fill = [&](const RowLists& by_node, RowLists& by_position) {
    by_position.begin.resize(plan.size + std::size_t{1});
    by_position.items.clear();
    by_position.items.reserve(by_node.items.size());
    for (std::uint32_t position = 0; position < plan.size; ++position) {
      by_position.begin[position] = static_cast<std::uint32_t>(by_position.items.size());
      for (const std::uint32_t other : by_node[plan_order_[position]]) {
        by_position.items.push_back(position_of_[other]);
      }
    }
    by_position.begin[plan.size] = static_cast<std::uint32_t>(by_position.items.size());
  };
  fill(in_, plan.prerequisites);
  fill(out_, plan.dependents);
}

void PlanBuilder::FillDepth(FramePlan& plan) {
  plan.depth.assign(plan.size, 0);
  for (std::uint32_t position = 0; position < plan.size; ++position) {
    for (const std::uint32_t prerequisite : plan.prerequisites[position]) {
      plan.depth[position] = std::max(plan.depth[position], plan.depth[prerequisite] + 1);
    }
  }
}

}  // namespace tickgraph
