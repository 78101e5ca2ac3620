#include <memory>
#include <vector>

#include "benchmarks/peers/grouped_cards.h"
#include "benchmarks/peers/peer.h"
#include "benchmarks/support/steady_scheduler.h"

namespace tickgraph {

#if defined(_OPENMP)
namespace {

class OpenMpPeer final : public Peer {
 public:
  OpenMpPeer(const Workload& workload, ScatteredObjects& objects, int threads)
      : objects_(objects),
        groups_(GroupCards(workload)),
        done_(workload.cards.size()),
        threads_(threads) {}

  void RunFrame() override {
#pragma omp parallel num_threads(threads_)
#pragma omp single
    for (const GroupedCards& group : groups_) {
      for (std::size_t index = 0; index < group.size(); ++index) StartTask(group, index);
#pragma omp taskwait
    }
  }

 private:
  /// Workloads have at most two prerequisites a card.
  void StartTask(const GroupedCards& group, std::size_t index) {
    BenchObject* object = objects_[group.cards[index]].get();
    const std::vector<std::uint32_t>& before = group.prerequisites[index];
    // Only named.
    [[maybe_unused]] char* done = done_.data();
    if (before.empty() && group.dependents[index].empty()) {
#pragma omp task
      object->Tick(kFrameSeconds);
    } else if (before.empty()) {
#pragma omp task depend(out : done[index])
      object->Tick(kFrameSeconds);
    } else {
      const std::uint32_t first = before.front();
      const std::uint32_t second = before.back();
#pragma omp task depend(in : done[first], done[second]) depend(out : done[index])
      object->Tick(kFrameSeconds);
    }
  }

  ScatteredObjects& objects_;
  std::vector<GroupedCards> groups_;
  /// What `depend` clauses name; nobody reads or writes it.
  std::vector<char> done_;
  int threads_;
};

}  // namespace

std::unique_ptr<Peer> MakeOpenMpPeer(const Workload& workload, ScatteredObjects& objects,
                                     int threads) {
  return std::make_unique<OpenMpPeer>(workload, objects, threads);
}

#endif

}  // namespace tickgraph
