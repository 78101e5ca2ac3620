#ifndef TICKGRAPH_SIMULATE_DELAY_CHAIN_H_
#define TICKGRAPH_SIMULATE_DELAY_CHAIN_H_

#include <cstdint>
#include <vector>

#include "tickgraph/simulate/simulated_frame.h"
#include "tickgraph/simulate/task_graph.h"

namespace tickgraph {

/// What the end of one task had to do with the start of the next.
enum class DelayReason : std::uint8_t {
  /// Nothing came before; the task started with the frame.
  kFrameStart,
  /// It is a prerequisite, directly or through bodiless tasks.
  kPrerequisite,
  /// It had the processor. On processor 0 this is also the order of the game thread.
  kProcessor,
  /// The group had to be waited for or to be released.
  kGroup,
};

/// "start", "prerequisite", "processor", "group".
const char* DelayReasonName(DelayReason reason);

/// A task, and why it did not start before the task in front of it had finished.
struct DelayLink {
  std::uint32_t task = 0;
  DelayReason reason = DelayReason::kFrameStart;

  friend bool operator==(const DelayLink&, const DelayLink&) = default;
};

/// Why a frame takes as long as it does: tasks from its beginning to its end without a gap, each
/// started when the one before had finished, so that their costs add up to the makespan. To make
/// the frame shorter, begin with these.
///
/// Where a task waited for several things at once, prerequisites are named before the processor and
/// that before the group. Bodiless tasks are left out.
/// Any thread; does not block. `frame` is of `graph`. O(tasks log tasks + edges), no recursion.
std::vector<DelayLink> FindDelayChain(const TaskGraph& graph, const SimulatedFrame& frame);

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_DELAY_CHAIN_H_
