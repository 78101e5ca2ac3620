#include "tickgraph/run/card_costs.h"

#include <algorithm>
#include <cmath>

namespace tickgraph {

void CardCosts::Adopt(const FramePlan& plan) {
  cost_ns_.resize(plan.size);
  shares_.resize(plan.size);
  measured_.resize(std::max(measured_.size(), plan.position_of_slot.size()));
  totals_ = {};
  has_news_ = false;
  for (std::uint32_t position = 0; position < plan.size; ++position) Put(plan, position);
}

void CardCosts::AdoptChanges(const FramePlan& plan, std::span<const std::uint32_t> positions) {
  const auto size = static_cast<std::uint32_t>(cost_ns_.size());
  if (plan.size < size) {
    Adopt(plan);
    return;
  }
  cost_ns_.resize(plan.size);
  shares_.resize(plan.size);
  measured_.resize(std::max(measured_.size(), plan.position_of_slot.size()));
  for (const std::uint32_t position : positions) {
    if (position >= size) continue;
    AddShare(plan, position, false);
    Put(plan, position);
  }
  for (std::uint32_t position = size; position < plan.size; ++position) Put(plan, position);
}

void CardCosts::Put(const FramePlan& plan, std::uint32_t position) {
  shares_[position] = 0;
  cost_ns_[position] = 0;
  if (plan.IsHole(position)) return;
  const TickHandle card = plan.cards[position];
  const Measured& measured = measured_[card.slot];
  const bool is_measured = measured.ns > 0 && measured.generation == card.generation;
  cost_ns_[position] = is_measured ? measured.ns : plan.cost_ns[position];
  if (plan.lanes[position] != PlanLane::kAnyThread) return;
  const PlannedTick& place = plan.places[position];
  int share = kCounts;
  if (GroupIndex(FinishGroup(place)) > GroupOf(place.segment)) share |= kSpans;
  if (plan.IsEngineStage(position)) share |= kIsEngineStage;
  shares_[position] = static_cast<std::uint8_t>(share);
  AddShare(plan, position, true);
}

void CardCosts::AddShare(const FramePlan& plan, std::uint32_t position, bool adds) {
  const int share = shares_[position];
  if (share == 0) return;
  // A position never changes its segment.
  const std::uint32_t one = adds ? 1 : ~std::uint32_t{0};
  const float cost_ns = cost_ns_[position];
  totals_.known_ns += adds ? cost_ns : -cost_ns;
  (cost_ns > 0 ? totals_.known : totals_.unknown) += one;
  if ((share & kSpans) != 0) totals_.spanning += one;
  if ((share & kIsEngineStage) != 0) totals_.engine_stages += one;
  totals_.in_segment[plan.places[position].segment] += one;
}

void CardCosts::Keep(TickHandle card, double cost_ns) {
  has_news_ = true;
  measured_[card.slot] = {
      card.generation,
      static_cast<float>(std::exp2(std::round(2 * std::log2(std::max(1.0, cost_ns))) / 2))};
}

}  // namespace tickgraph
