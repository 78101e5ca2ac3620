#include "tickgraph/simulate/makespan_bound.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "tickgraph/simulate/task_paths.h"

namespace tickgraph {
namespace {

constexpr int kMostRounds = 16;
// Tasks times beginnings of stretches that one round looks at.
constexpr std::size_t kMostPairs = std::size_t{1} << 18;

}  // namespace

MakespanBound::MakespanBound(const OrderGraph& order, int processors)
    : processors_(std::max(1, processors)) {
  const TaskPaths ahead = FindTaskPaths(order.graph);
  const TaskPaths behind = FindTaskPaths(ReversedGraph(order.graph));
  std::int64_t step_ns = 0;
  for (const std::uint32_t place : order.place) {
    const SimulatedTask& task = order.graph.tasks[place];
    if (task.lane == PlanLane::kBodiless || task.cost_ns == 0) continue;
    const std::size_t reversed = order.graph.tasks.size() - 1 - place;
    windows_.push_back({behind.remaining_ns[reversed] - task.cost_ns, task.cost_ns,
                        ahead.remaining_ns[place] - task.cost_ns});
    step_ns = std::gcd(step_ns, task.cost_ns);
  }
  step_ns_ = std::max<std::int64_t>(1, step_ns);
  total_ns_ = ahead.total_cost_ns;
  const std::int64_t shared_ns = (total_ns_ + processors_ - 1) / processors_;
  quick_ns_ = RoundedUp(std::max(ahead.critical_path_ns, shared_ns));
}

std::int64_t MakespanBound::RoundedUp(std::int64_t ns) const {
  return (ns + step_ns_ - 1) / step_ns_ * step_ns_;
}

std::int64_t MakespanBound::Excess(std::int64_t begin_ns, std::int64_t length_ns) const {
  // The work that must lie between `begin_ns` and an end grows with the end: for each task from
  // where it must have begun, until as much as begins late enough is inside.
  std::vector<std::pair<std::int64_t, int>> turns;
  turns.reserve(2 * windows_.size());
  for (const Window& window : windows_) {
    const std::int64_t inside_ns =
        std::min(window.cost_ns, window.head_ns + window.cost_ns - begin_ns);
    if (inside_ns <= 0) continue;
    const std::int64_t latest_ns = std::max(begin_ns, length_ns - window.tail_ns - window.cost_ns);
    turns.emplace_back(latest_ns, 1);
    turns.emplace_back(latest_ns + inside_ns, -1);
  }
  std::sort(turns.begin(), turns.end());
  std::int64_t most_ns = 0;
  std::int64_t excess_ns = 0;
  std::int64_t at_ns = begin_ns;
  std::int64_t growing = 0;
  for (const auto& [ns, turn] : turns) {
    // What is left of all work cannot fill so much idle time again; sums stay small by this, too.
    const std::int64_t idle = processors_ - growing;
    if (excess_ns < -total_ns_ || (idle > 0 && ns - at_ns > total_ns_ / idle)) break;
    excess_ns -= idle * (ns - at_ns);
    most_ns = std::max(most_ns, excess_ns);
    at_ns = ns;
    growing += turn;
  }
  return most_ns;
}

std::int64_t MakespanBound::Sharpen() const {
  std::vector<std::int64_t> begins;
  for (const Window& window : windows_) begins.push_back(window.head_ns);
  std::sort(begins.begin(), begins.end());
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  const std::size_t most = kMostPairs / std::max<std::size_t>(1, windows_.size()) + 1;
  const std::size_t stride = (begins.size() + most - 1) / most;

  std::int64_t bound_ns = quick_ns_;
  for (int round = 0; round < kMostRounds; ++round) {
    std::int64_t excess_ns = 0;
    for (std::size_t index = 0; index < begins.size(); index += stride) {
      excess_ns = std::max(excess_ns, Excess(begins[index], bound_ns));
    }
    if (excess_ns == 0) break;
    bound_ns = RoundedUp(bound_ns + (excess_ns + processors_ - 1) / processors_);
  }
  return bound_ns;
}

}  // namespace tickgraph
