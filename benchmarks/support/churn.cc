#include "benchmarks/support/churn.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <unordered_map>

#include "tickgraph/scheduler.h"

namespace tickgraph {

Churn::Churn(const Workload& workload, ScatteredObjects& objects, SteadyScheduler& steady,
             std::size_t batch)
    : workload_(workload),
      objects_(objects),
      steady_(steady),
      handles_(steady.handles()),
      dependents_(workload.cards.size()),
      turns_(workload.cards.size()),
      batch_(batch) {
  for (std::uint32_t card = 0; card < workload.cards.size(); ++card) {
    for (const std::uint32_t before : workload.cards[card].after) {
      dependents_[before].push_back(card);
    }
  }
  std::iota(turns_.begin(), turns_.end(), 0U);
  std::shuffle(turns_.begin(), turns_.end(), std::mt19937_64(2));
}

void Churn::Edit() {
  if (next_ + batch_ > turns_.size()) next_ = 0;
  const std::size_t end = next_ + batch_;
  for (std::size_t turn = next_; turn < end; ++turn) Remove(turns_[turn]);
  for (std::size_t turn = next_; turn < end; ++turn) Add(turns_[turn]);
  next_ = end;
}

void Churn::Remove(std::uint32_t card) {
  steady_.scheduler().Unregister(handles_[card]);
  handles_[card] = TickHandle();
}

void Churn::Add(std::uint32_t card) {
  TickScheduler& scheduler = steady_.scheduler();
  handles_[card] = scheduler.Register(CardOf(workload_, card, objects_, handles_));
  for (const std::uint32_t dependent : dependents_[card]) {
    if (handles_[dependent]) scheduler.AddPrerequisite(handles_[dependent], handles_[card]);
  }
  added_.push_back(card);
}

std::vector<std::uint32_t> Churn::GameSequence(TickScheduler& scheduler,
                                               const std::vector<TickHandle>& handles) const {
  std::unordered_map<TickHandle, std::uint32_t> card_of;
  for (std::uint32_t card = 0; card < handles.size(); ++card) card_of[handles[card]] = card;
  std::vector<std::uint32_t> sequence;
  for (const TickHandle handle : scheduler.PlanOrder()) {
    const std::uint32_t card = card_of.at(handle);
    if (workload_.cards[card].lane == Lane::kGameThread) sequence.push_back(card);
  }
  return sequence;
}

std::string Churn::OrderProblem() {
  // By last addition; those that were never touched first, as they were.
  std::vector<std::size_t> came(workload_.cards.size());
  std::iota(came.begin(), came.end(), std::size_t{0});
  for (std::size_t index = 0; index < added_.size(); ++index) {
    came[added_[index]] = came.size() + index;
  }
  std::vector<std::uint32_t> order(came.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return came[a] < came[b]; });

  // Edges come after all cards, so that none of them decides the sequence of registration.
  TickScheduler fresh(TickSchedulerDefinition{});
  const std::vector<TickHandle> nobody(order.size());
  std::vector<TickHandle> handles(order.size());
  for (const std::uint32_t card : order) {
    handles[card] = fresh.Register(CardOf(workload_, card, objects_, nobody));
  }
  for (std::uint32_t card = 0; card < order.size(); ++card) {
    const std::vector<std::uint32_t>& after = workload_.cards[card].after;
    for (const std::uint32_t before : after) fresh.AddPrerequisite(handles[card], handles[before]);
    if (steady_.scheduler().PrerequisitesOf(handles_[card]).size() != after.size()) {
      return "edges were lost";
    }
  }
  TickScheduler& churned = steady_.scheduler();
  if (!fresh.MakePlan().ok() || !churned.MakePlan().ok()) return "no plan";
  if (GameSequence(fresh, handles) != GameSequence(churned, handles_)) {
    return "the game-thread sequence is not that of a scheduler without a past";
  }
  return "";
}

}  // namespace tickgraph
