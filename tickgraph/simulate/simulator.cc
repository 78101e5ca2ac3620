#include "tickgraph/simulate/simulator.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tickgraph/simulate/frame_run.h"

namespace tickgraph {

absl::StatusOr<Simulator> Simulator::Make(TaskGraph graph) {
  if (absl::Status status = CheckTaskGraph(graph); !status.ok()) return status;
  return Simulator(TaskLayout(std::move(graph)));
}

SimulatedFrame Simulator::Run(int processors) const {
  return FrameRun(layout_, processors).Run(layout_.taking_order);
}

absl::StatusOr<SimulatedFrame> Simulator::RunList(int processors,
                                                  std::span<const std::uint32_t> list) const {
  if (list.size() != layout_.taking_order.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the list has ", list.size(), " tasks; it must name each of the graph's ",
                     layout_.taking_order.size(), " any-thread tasks once"));
  }
  std::vector<bool> is_named(graph().tasks.size());
  for (const std::uint32_t task : list) {
    if (task >= is_named.size() || graph().tasks[task].lane != PlanLane::kAnyThread) {
      return absl::InvalidArgumentError(
          absl::StrCat("the list names task ", task, ", which is no any-thread task"));
    }
    if (is_named[task]) {
      return absl::InvalidArgumentError(absl::StrCat("the list names task ", task, " twice"));
    }
    is_named[task] = true;
  }
  return FrameRun(layout_, processors).Run(list);
}

}  // namespace tickgraph
