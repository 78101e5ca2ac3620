#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <memory>
#include <vector>

#include "benchmarks/peers/grouped_cards.h"
#include "benchmarks/peers/peer.h"
#include "benchmarks/support/steady_scheduler.h"

namespace tickgraph {
namespace {

class ParallelForPeer final : public Peer {
 public:
  ParallelForPeer(const Workload& workload, ScatteredObjects& objects, int threads)
      : arena_(threads), objects_(objects), groups_(GroupCards(workload)) {}

  void RunFrame() override {
    arena_.execute([&] {
      for (const GroupedCards& group : groups_) {
        for (const std::vector<std::uint32_t>& level : group.levels) RunLevel(level);
      }
    });
  }

 private:
  void RunLevel(const std::vector<std::uint32_t>& level) {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, level.size()),
                      [&](const tbb::blocked_range<std::size_t>& range) {
                        for (std::size_t index = range.begin(); index < range.end(); ++index) {
                          objects_[level[index]]->Tick(kFrameSeconds);
                        }
                      });
  }

  tbb::task_arena arena_;
  ScatteredObjects& objects_;
  std::vector<GroupedCards> groups_;
};

}  // namespace

std::unique_ptr<Peer> MakeParallelForPeer(const Workload& workload, ScatteredObjects& objects,
                                          int threads) {
  return std::make_unique<ParallelForPeer>(workload, objects, threads);
}

}  // namespace tickgraph
