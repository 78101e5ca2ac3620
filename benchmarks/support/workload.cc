#include "benchmarks/support/workload.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <random>

namespace tickgraph {
namespace {

/// The groups that cards of a game may name.
constexpr TickGroup kGroups[] = {TickGroup::kPrePhysics, TickGroup::kDuringPhysics,
                                 TickGroup::kPostPhysics, TickGroup::kPostUpdateWork};
constexpr std::size_t kGameGroups = std::size(kGroups);

std::uint32_t Below(std::mt19937_64& random, std::size_t bound) {
  return static_cast<std::uint32_t>(random() % bound);
}

void TickThroughPointer(std::unique_ptr<BenchObject>* object, const TickContext& t) {
  (*object)->TickCard(t);
}

}  // namespace

std::size_t Workload::LongestChain() const {
  std::vector<std::size_t> depth(cards.size(), 1);
  std::size_t longest = cards.empty() ? 0 : 1;
  for (std::size_t card = 0; card < cards.size(); ++card) {
    for (const std::uint32_t before : cards[card].after) {
      depth[card] = std::max(depth[card], depth[before] + 1);
    }
    longest = std::max(longest, depth[card]);
  }
  return longest;
}

std::size_t Workload::OnGameThread() const {
  return static_cast<std::size_t>(
      std::count_if(cards.begin(), cards.end(),
                    [](const WorkloadCard& card) { return card.lane == Lane::kGameThread; }));
}

Workload IndependentCards(std::size_t count) {
  return {.name = "W1_" + std::to_string(count), .cards = std::vector<WorkloadCard>(count)};
}

Workload Layers(std::size_t layers, std::size_t width) {
  Workload workload{.name = "W2_" + std::to_string(layers) + "x" + std::to_string(width)};
  std::mt19937_64 random(1);
  for (std::size_t layer = 0; layer < layers; ++layer) {
    const auto before = static_cast<std::uint32_t>((layer - 1) * width);
    for (std::size_t card = 0; card < width; ++card) {
      WorkloadCard& added = workload.cards.emplace_back();
      if (layer == 0) continue;
      const std::uint32_t first = before + Below(random, width);
      const std::uint32_t second = before + Below(random, width);
      added.after = {first};
      if (second != first) added.after.push_back(second);
    }
  }
  return workload;
}

Workload RandomGraph(std::size_t count) {
  Workload workload = IndependentCards(count);
  workload.name = "graph_" + std::to_string(count);
  std::mt19937_64 random(1);
  for (std::size_t card = 2; card < count; ++card) {
    const std::uint32_t first = Below(random, card);
    const std::uint32_t distance = 1 + Below(random, card - 1);
    workload.cards[card].after = {first, static_cast<std::uint32_t>((first + distance) % card)};
  }
  return workload;
}

Workload OneChain(std::size_t count) {
  Workload workload = IndependentCards(count);
  workload.name = "W3_" + std::to_string(count);
  for (std::size_t card = 1; card < count; ++card) {
    workload.cards[card].after = {static_cast<std::uint32_t>(card - 1)};
  }
  return workload;
}

Workload GameFrame(std::size_t count) {
  Workload workload{.name = "W4_" + std::to_string(count)};
  std::mt19937_64 random(1);
  std::vector<std::uint32_t> in_group[kGameGroups];
  std::vector<std::uint32_t> before_group[kGameGroups];
  for (std::uint32_t card = 0; card < count; ++card) {
    WorkloadCard& added = workload.cards.emplace_back();
    const std::uint32_t group = Below(random, kGameGroups);
    added.group = kGroups[group];
    added.lane = Below(random, 10) < 7 ? Lane::kGameThread : Lane::kAnyThread;
    const std::uint32_t dice = Below(random, 100);
    const std::vector<std::uint32_t>& from = dice < 10 ? in_group[group] : before_group[group];
    if (dice < 12 && !from.empty()) added.after = {from[Below(random, from.size())]};
    in_group[group].push_back(card);
    for (std::size_t later = group + 1; later < kGameGroups; ++later) {
      before_group[later].push_back(card);
    }
  }
  return workload;
}

TickFunction CardOf(const Workload& workload, std::size_t card, ScatteredObjects& objects,
                    const std::vector<TickHandle>& handles, CardBinding binding) {
  const WorkloadCard& described = workload.cards[card];
  TickFunction function{.start = described.group, .lane = described.lane};
  for (const std::uint32_t before : described.after) {
    if (handles[before]) function.after.push_back(handles[before]);
  }
  function.run = binding == CardBinding::kObject
                     ? TickDelegate::Bind<&BenchObject::TickCard>(objects[card].get())
                     : TickDelegate::Bind<&TickThroughPointer>(&objects[card]);
  return function;
}

std::vector<TickHandle> RegisterWorkload(const Workload& workload, ScatteredObjects& objects,
                                         TickScheduler& scheduler, CardBinding binding) {
  std::vector<TickHandle> handles(objects.size());
  for (std::size_t card = 0; card < objects.size(); ++card) {
    handles[card] = scheduler.Register(CardOf(workload, card, objects, handles, binding));
  }
  return handles;
}

}  // namespace tickgraph
