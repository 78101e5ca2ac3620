#include "tickgraph/tick_context.h"

#include "tickgraph/plan/annex.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/run/current_card.h"
#include "tickgraph/run/frame_services.h"

namespace tickgraph {

TickHandle TickContext::card() const {
  return annex_ != nullptr ? annex_->card : plan_->cards[position_];
}

Lane TickContext::lane() const {
  if (annex_ != nullptr) return annex_->lane;
  const bool is_any_thread = plan_->lanes[position_] == PlanLane::kAnyThread;
  return is_any_thread ? Lane::kAnyThread : Lane::kGameThread;
}

const PlannedTick& TickContext::place() const {
  return annex_ != nullptr ? annex_->place : plan_->places[position_];
}

std::uint64_t TickContext::plan_key() const {
  return annex_ != nullptr ? annex_->plan_key : PlanKeyOf(position_);
}

const TickContext& TickContext::OnThisThread() const {
  for (const CurrentCard* scope = CurrentCard::Top(); scope != nullptr; scope = scope->outer()) {
    const TickContext& context = scope->context();
    if (context.scheduler_ == scheduler_ && context.annex_ == annex_ &&
        context.position_ == position_) {
      return context;
    }
  }
  return *this;
}

void TickContext::RunParallel(std::size_t count, std::size_t grain, Slice slice, void* body) const {
  services_->RunParallel(*this, count, grain, slice, body);
}

}  // namespace tickgraph
