#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_WORKLOAD_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_WORKLOAD_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/support/bench_object.h"
#include "tickgraph/lane.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/tick_group.h"

namespace tickgraph {

/// A card of a workload; prerequisites by index.
struct WorkloadCard {
  TickGroup group = TickGroup::kPrePhysics;
  Lane lane = Lane::kAnyThread;
  std::vector<std::uint32_t> after = {};
};

/// The structure of a frame that is run again and again.
struct Workload {
  std::string name = {};
  std::vector<WorkloadCard> cards = {};

  /// What bounds p threads, in cards of equal cost: the longest chain, and the cards that only the
  /// game thread may run.
  std::size_t LongestChain() const;
  std::size_t OnGameThread() const;
};

/// W1: cards without order, in one group.
Workload IndependentCards(std::size_t count);
/// W2: each card after two of the layer before.
Workload Layers(std::size_t layers, std::size_t width);
/// W3: one chain.
Workload OneChain(std::size_t count);
/// W4: the four groups that cards of a game may name, seven cards of ten on the game thread, one of
/// ten after one of its group, one of fifty after one of an earlier group.
Workload GameFrame(std::size_t count);

/// Registers a card for each object, in the order of the objects; the handles in that order.
std::vector<TickHandle> RegisterWorkload(const Workload& workload,
                                         std::vector<std::unique_ptr<BenchObject>>& objects,
                                         TickScheduler& scheduler);

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_WORKLOAD_H_
