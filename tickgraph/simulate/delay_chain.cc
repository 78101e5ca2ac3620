#include "tickgraph/simulate/delay_chain.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>

namespace tickgraph {
namespace {

class DelayFinder {
 public:
  DelayFinder(const TaskGraph& graph, const SimulatedFrame& frame);

  std::vector<DelayLink> Find() const;

 private:
  // The last in plan order of the prerequisites with the latest finish, if `task` did not have to
  // wait for anything else; bodiless ones as well.
  std::optional<std::uint32_t> PrerequisiteBefore(std::uint32_t task) const;
  std::optional<DelayLink> TaskBefore(std::uint32_t task) const;
  bool IsBodiless(std::uint32_t task) const {
    return graph_.tasks[task].lane == PlanLane::kBodiless;
  }

  const TaskGraph& graph_;
  const SimulatedFrame& frame_;
  /// By task: the prerequisite that finished last.
  std::vector<std::uint32_t> last_prerequisite_;
  /// Tasks that took time, by finish, then by processor.
  std::vector<std::uint32_t> by_finish_;
};

DelayFinder::DelayFinder(const TaskGraph& graph, const SimulatedFrame& frame)
    : graph_(graph), frame_(frame), last_prerequisite_(graph.tasks.size(), FramePlan::kNoPosition) {
  for (const TaskEdge& edge : graph.edges) {
    std::uint32_t& last = last_prerequisite_[edge.after];
    const auto key = [&](std::uint32_t task) {
      return std::tuple(frame.tasks[task].finish_ns, !IsBodiless(task), task);
    };
    if (last == FramePlan::kNoPosition || key(last) < key(edge.before)) last = edge.before;
  }
  for (std::uint32_t task = 0; task < graph.tasks.size(); ++task) {
    if (frame.tasks[task].finish_ns > frame.tasks[task].start_ns) by_finish_.push_back(task);
  }
  std::sort(by_finish_.begin(), by_finish_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(frame.tasks[a].finish_ns, frame.tasks[a].processor) <
           std::tuple(frame.tasks[b].finish_ns, frame.tasks[b].processor);
  });
}

std::vector<DelayLink> DelayFinder::Find() const {
  std::vector<DelayLink> chain;
  if (by_finish_.empty()) return chain;
  std::uint32_t task = by_finish_.back();
  // Reasons are found one link late: each belongs to the task behind.
  while (true) {
    const std::optional<DelayLink> before = TaskBefore(task);
    chain.push_back({task, before ? before->reason : DelayReason::kFrameStart});
    if (!before) break;
    task = before->task;
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

std::optional<std::uint32_t> DelayFinder::PrerequisiteBefore(std::uint32_t task) const {
  const std::uint32_t last = last_prerequisite_[task];
  if (last == FramePlan::kNoPosition) return std::nullopt;
  if (frame_.tasks[last].finish_ns != frame_.tasks[task].start_ns) return std::nullopt;
  return last;
}

std::optional<DelayLink> DelayFinder::TaskBefore(std::uint32_t task) const {
  const std::int64_t start_ns = frame_.tasks[task].start_ns;
  if (start_ns == 0) return std::nullopt;
  // Edges lead backwards in plan order, so this ends.
  std::optional<std::uint32_t> prerequisite = PrerequisiteBefore(task);
  while (prerequisite && IsBodiless(*prerequisite)) {
    prerequisite = PrerequisiteBefore(*prerequisite);
  }
  if (prerequisite) return DelayLink{*prerequisite, DelayReason::kPrerequisite};

  const auto first = std::lower_bound(
      by_finish_.begin(), by_finish_.end(), start_ns,
      [&](std::uint32_t other, std::int64_t ns) { return frame_.tasks[other].finish_ns < ns; });
  const auto same = std::lower_bound(
      first, by_finish_.end(), std::tuple(start_ns, frame_.tasks[task].processor),
      [&](std::uint32_t other, const std::tuple<std::int64_t, std::int32_t>& key) {
        return std::tuple(frame_.tasks[other].finish_ns, frame_.tasks[other].processor) < key;
      });
  const auto finishes_then = [&](std::vector<std::uint32_t>::const_iterator other) {
    return other != by_finish_.end() && frame_.tasks[*other].finish_ns == start_ns;
  };
  if (finishes_then(same) && frame_.tasks[*same].processor == frame_.tasks[task].processor) {
    return DelayLink{*same, DelayReason::kProcessor};
  }
  // Something takes its end at every moment at which something starts: events are ends of tasks.
  if (finishes_then(first)) return DelayLink{*first, DelayReason::kGroup};
  return std::nullopt;
}

}  // namespace

const char* DelayReasonName(DelayReason reason) {
  switch (reason) {
    case DelayReason::kFrameStart:
      return "start";
    case DelayReason::kPrerequisite:
      return "prerequisite";
    case DelayReason::kProcessor:
      return "processor";
    case DelayReason::kGroup:
      return "group";
  }
  return "unknown";
}

std::vector<DelayLink> FindDelayChain(const TaskGraph& graph, const SimulatedFrame& frame) {
  return DelayFinder(graph, frame).Find();
}

}  // namespace tickgraph
