#include "tests/simulate/best_schedule.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace tickgraph {
namespace {

// Whatever the best schedule is: its tasks, taken in the order in which they begin and each put on
// the processor that is free first, begin no later than there.
class EveryOrder {
 public:
  EveryOrder(const TaskGraph& graph, int processors)
      : graph_(graph),
        finish_ns_(graph.tasks.size(), kNotYet),
        free_ns_(static_cast<std::size_t>(processors), 0) {}

  std::int64_t Best() {
    Go(0, 0);
    return best_ns_;
  }

 private:
  static constexpr std::int64_t kNotYet = -1;

  void Go(std::size_t placed, std::int64_t makespan_ns) {
    if (makespan_ns >= best_ns_) return;
    if (placed == graph_.tasks.size()) {
      best_ns_ = makespan_ns;
      return;
    }
    for (std::size_t task = 0; task < graph_.tasks.size(); ++task) {
      if (finish_ns_[task] != kNotYet) continue;
      std::int64_t ready_ns = 0;
      for (const TaskEdge& edge : graph_.edges) {
        if (edge.after != task) continue;
        const std::int64_t before_ns = finish_ns_[edge.before];
        ready_ns = before_ns == kNotYet ? kNotYet : std::max(ready_ns, before_ns);
        if (ready_ns == kNotYet) break;
      }
      if (ready_ns == kNotYet) continue;
      const auto free = std::min_element(free_ns_.begin(), free_ns_.end());
      const std::int64_t was_free_ns = *free;
      *free = std::max(ready_ns, was_free_ns) + graph_.tasks[task].cost_ns;
      finish_ns_[task] = *free;
      Go(placed + 1, std::max(makespan_ns, *free));
      finish_ns_[task] = kNotYet;
      *free = was_free_ns;
    }
  }

  const TaskGraph& graph_;
  std::vector<std::int64_t> finish_ns_;
  std::vector<std::int64_t> free_ns_;
  std::int64_t best_ns_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace

std::int64_t BestMakespan(const TaskGraph& graph, int processors) {
  return EveryOrder(graph, processors).Best();
}

std::int64_t BestMakespanOfLists(const Simulator& simulator, int processors) {
  std::vector<std::uint32_t> list = simulator.layout().taking_order;
  std::sort(list.begin(), list.end());
  const auto is_stage = [&](std::uint32_t task) {
    return simulator.graph().tasks[task].engine_stage;
  };
  std::int64_t best_ns = std::numeric_limits<std::int64_t>::max();
  do {
    if (!std::is_partitioned(list.begin(), list.end(), is_stage)) continue;
    best_ns = std::min(best_ns, simulator.RunList(processors, list)->makespan_ns);
  } while (std::next_permutation(list.begin(), list.end()));
  return best_ns;
}

}  // namespace tickgraph
