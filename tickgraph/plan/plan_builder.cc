#include "tickgraph/plan/plan_builder.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "tickgraph/plan/card_place.h"
#include "tickgraph/plan/cycle_breaker.h"

namespace tickgraph {

void PlanBuilder::Build(CardStore& cards, EdgeStore& edges, FramePlan& plan) {
  Making making = {cards, edges, plan};
  DecideEdges(making);
  PlaceCards(making);
  SortByKey(making);
  making.is_taken.resize(cards.slot_count());
  for (Segment segment = 0; segment < kSegmentCount; ++segment) OrderSegment(making, segment);
  FillPlan(making);
}

void PlanBuilder::DecideEdges(Making& making) {
  EdgeStore& edges = making.edges;
  cycles_.clear();
  ignored_edge_count_ = 0;
  cyclic_slots_.clear();
  bool ascends = true;
  bool has_holes = false;
  for (std::uint32_t index = 0; index < edges.size(); ++index) {
    Edge& edge = edges[index];
    edge.in_plan = edge.counts = !edge.removed;
    has_holes = has_holes || edge.removed;
    ascends = ascends && (edge.removed || edge.from < edge.to);
  }
  if (has_holes) {
    for (std::uint32_t slot = 0; slot < making.cards.slot_count(); ++slot) edges.Forget(slot);
  }
  making.topological.resize(making.cards.slot_count());
  if (ascends) {
    std::iota(making.topological.begin(), making.topological.end(), 0);
  } else {
    BreakCycles(making);
  }
  for (std::uint32_t index = 0; index < edges.size(); ++index) {
    if (edges[index].counts) edges[index].reported = false;
  }
  edges.AllArePlanned();
}

void PlanBuilder::BreakCycles(Making& making) {
  EdgeStore& edges = making.edges;
  std::vector<NodeEdge> node_edges;
  std::vector<std::uint32_t> edge_of;
  node_edges.reserve(edges.live_count());
  edge_of.reserve(edges.live_count());
  for (std::uint32_t index = 0; index < edges.size(); ++index) {
    if (edges[index].removed) continue;
    node_edges.push_back({edges[index].from, edges[index].to});
    edge_of.push_back(index);
  }
  std::vector<bool> counts;
  CycleBreaker breaker;
  breaker.Run(making.cards.slot_count(), node_edges, counts, making.topological,
              [&](std::uint32_t /*closing*/, std::span<const std::uint32_t> path) {
                if (++ignored_edge_count_ > kMaxReports) return;
                PlannedCycle& cycle = cycles_.emplace_back();
                for (const std::uint32_t age : path) cycle.edges.push_back(edge_of[age]);
              });
  for (std::size_t age = 0; age < edge_of.size(); ++age) {
    Edge& edge = edges[edge_of[age]];
    edge.in_plan = edge.counts = counts[age];
    for (const std::uint32_t slot : {edge.from, edge.to}) {
      if (!edge.counts || breaker.IsInCycle(slot)) cyclic_slots_.insert(slot);
    }
  }
}

void PlanBuilder::PlaceCards(Making& making) {
  const CardStore& cards = making.cards;
  making.places.resize(cards.slot_count());
  making.plan.demoted_by.clear();
  const auto place_of = [&](std::uint32_t slot) { return making.places[slot]; };
  for (const std::uint32_t slot : making.topological) {
    if (!cards.Record(slot).live) continue;
    making.places[slot] = PlaceOf(cards, making.edges, slot, place_of);
    const auto cause = CauseOfDemotion(cards, making.edges, slot, making.places[slot], place_of);
    if (cause) making.plan.demoted_by[slot] = *cause;
  }
}

void PlanBuilder::SortByKey(Making& making) {
  const CardStore& cards = making.cards;
  std::vector<std::pair<SortKey, std::uint32_t>> keyed;
  keyed.reserve(cards.slot_count());
  for (std::uint32_t slot = 0; slot < cards.slot_count(); ++slot) {
    if (cards.Record(slot).live) keyed.emplace_back(cards.KeyOf(slot), slot);
  }
  if (!std::is_sorted(keyed.begin(), keyed.end())) std::sort(keyed.begin(), keyed.end());

  std::array<std::uint32_t, kSegmentCount + 1>& begin = making.segment_begin;
  for (const auto& [key, slot] : keyed) ++begin[making.places[slot].segment + std::size_t{1}];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  making.order.resize(keyed.size());
  making.plan.segment_last_key.fill(CardStore::PassingKey(0));
  std::array<std::uint32_t, kSegmentCount + 1> next = begin;
  for (const auto& [key, slot] : keyed) {
    making.order[next[making.places[slot].segment]++] = slot;
  }
}

// Takes the first ready card by key, again and again. Where no card waits for one with a larger
// key, that is the order by key itself.
void PlanBuilder::OrderSegment(Making& making, Segment segment) {
  const auto begin = making.order.begin() + making.segment_begin[segment];
  const auto end = making.order.begin() + making.segment_begin[segment + std::size_t{1}];
  const auto waits = [&](std::uint32_t slot) {
    bool found = false;
    ForEachPlannedIn(making.edges, slot, [&](std::uint32_t before) {
      found = found || (making.places[before].segment == segment && !making.is_taken[before]);
    });
    making.is_taken[slot] = true;
    return found;
  };
  if (std::none_of(begin, end, waits)) return;

  std::vector<std::uint32_t> by_key(begin, end);
  std::vector<std::uint32_t> rank_of(making.cards.slot_count());
  std::vector<std::uint32_t> missing(by_key.size());
  std::vector<std::uint32_t> ready;
  for (std::uint32_t rank = 0; rank < by_key.size(); ++rank) {
    rank_of[by_key[rank]] = rank;
    ForEachPlannedIn(making.edges, by_key[rank], [&](std::uint32_t before) {
      missing[rank] += making.places[before].segment == segment ? 1 : 0;
    });
    if (missing[rank] == 0) ready.push_back(rank);
  }
  // The smallest rank first. A list sorted by rank is a heap already.
  constexpr auto kLater = std::greater<>();
  for (auto next = begin; !ready.empty(); ++next) {
    std::pop_heap(ready.begin(), ready.end(), kLater);
    const std::uint32_t slot = by_key[ready.back()];
    ready.pop_back();
    *next = slot;
    ForEachPlannedOut(making.edges, slot, [&](std::uint32_t after) {
      if (making.places[after].segment != segment || --missing[rank_of[after]] != 0) return;
      ready.push_back(rank_of[after]);
      std::push_heap(ready.begin(), ready.end(), kLater);
    });
  }
}

void PlanBuilder::FillPlan(Making& making) {
  FramePlan& plan = making.plan;
  plan.edges = &making.edges;
  plan.position_of_slot.assign(making.cards.slot_count(), FramePlan::kNoPosition);
  plan.card_count = plan.body_count = 0;
  plan.MakeHoles(static_cast<std::uint32_t>(making.order.size()));
  plan.segment_begin = making.segment_begin;
  std::copy(plan.segment_begin.begin() + 1, plan.segment_begin.end(), plan.segment_end.begin());
  for (std::uint32_t position = 0; position < plan.size; ++position) {
    const std::uint32_t slot = making.order[position];
    plan.Put(position, slot, making.places[slot], making.cards);
  }
  ++plan.version;
}

}  // namespace tickgraph
