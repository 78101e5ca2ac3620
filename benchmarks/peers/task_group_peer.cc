#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "benchmarks/peers/grouped_cards.h"
#include "benchmarks/peers/peer.h"
#include "benchmarks/support/steady_scheduler.h"

namespace tickgraph {
namespace {

class TaskGroupPeer final : public Peer {
 public:
  TaskGroupPeer(const Workload& workload, ScatteredObjects& objects, int threads)
      : arena_(threads), objects_(objects), groups_(GroupCards(workload)) {
    std::size_t largest = 0;
    for (const GroupedCards& group : groups_) largest = std::max(largest, group.size());
    missing_ = std::vector<std::atomic<std::uint32_t>>(largest);
  }

  /// That of a task_group may throw where tasks were not waited for.
  ~TaskGroupPeer() noexcept override {}

  void RunFrame() override {
    arena_.execute([&] {
      for (const GroupedCards& group : groups_) RunGroup(group);
    });
  }

 private:
  void RunGroup(const GroupedCards& group) {
    for (std::size_t index = 0; index < group.size(); ++index) {
      const auto count = static_cast<std::uint32_t>(group.prerequisites[index].size());
      missing_[index].store(count, std::memory_order_relaxed);
    }
    for (std::uint32_t index = 0; index < group.size(); ++index) {
      if (group.prerequisites[index].empty()) Start(group, index);
    }
    tasks_.wait();
  }

  void Start(const GroupedCards& group, std::uint32_t index) {
    tasks_.run([this, &group, index] {
      objects_[group.cards[index]]->Tick(kFrameSeconds);
      for (const std::uint32_t dependent : group.dependents[index]) {
        if (missing_[dependent].fetch_sub(1, std::memory_order_acq_rel) == 1) {
          Start(group, dependent);
        }
      }
    });
  }

  tbb::task_arena arena_;
  tbb::task_group tasks_;
  ScatteredObjects& objects_;
  std::vector<GroupedCards> groups_;
  /// By index in the running group: prerequisites that have not finished.
  std::vector<std::atomic<std::uint32_t>> missing_;
};

}  // namespace

std::unique_ptr<Peer> MakeTaskGroupPeer(const Workload& workload, ScatteredObjects& objects,
                                        int threads) {
  return std::make_unique<TaskGroupPeer>(workload, objects, threads);
}

}  // namespace tickgraph
