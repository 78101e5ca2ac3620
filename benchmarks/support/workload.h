#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_WORKLOAD_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_WORKLOAD_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/support/object_store.h"
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
/// Each card after two of all those before it, two edges a card.
Workload RandomGraph(std::size_t count);
/// W3: one chain.
Workload OneChain(std::size_t count);
/// W4: seven cards of ten on the game thread, one of ten after one of its group, one of fifty after
/// one of an earlier group. The groups are the four that cards of a game may name. StartPhysics and
/// EndPhysics are refused to cards without `engine_stage` (kForbiddenGroup), and nothing is demoted
/// into them; with it, a card would be claimed before all others and never skipped, and be no card
/// of a game any more.
Workload GameFrame(std::size_t count);

/// What an executor sees of a card's object.
enum class CardBinding {
  /// The object, which it fetches before its turn.
  kObject,
  /// The object's place in the array of pointers that a hand-written loop walks through: fetching
  /// that in advance is what the loop's processor does, too, so nothing is gained by prefetch.
  kPointer,
};

/// The card `card` of a workload with its object, its prerequisites taken from `handles`; those
/// that are not registered are left out.
TickFunction CardOf(const Workload& workload, std::size_t card, ScatteredObjects& objects,
                    const std::vector<TickHandle>& handles,
                    CardBinding binding = CardBinding::kObject);

/// Registers a card for each object, in the order of the objects; the handles in that order.
std::vector<TickHandle> RegisterWorkload(const Workload& workload, ScatteredObjects& objects,
                                         TickScheduler& scheduler,
                                         CardBinding binding = CardBinding::kObject);

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_WORKLOAD_H_
