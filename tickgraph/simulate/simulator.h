#ifndef TICKGRAPH_SIMULATE_SIMULATOR_H_
#define TICKGRAPH_SIMULATE_SIMULATOR_H_

#include <cstdint>
#include <span>
#include <utility>

#include "absl/status/statusor.h"
#include "tickgraph/simulate/simulated_frame.h"
#include "tickgraph/simulate/task_graph.h"
#include "tickgraph/simulate/task_layout.h"
#include "tickgraph/simulate/task_paths.h"

namespace tickgraph {

/// Runs a plan in virtual time on p equal processors: how long would a frame take, and who would
/// wait?
///
///   scheduler.MakePlan();
///   absl::StatusOr<Simulator> simulator = Simulator::Make(TaskGraphOfPlan(scheduler.plan(), {}));
///   if (!simulator.ok()) return simulator.status();
///   for (const int processors : {1, 2, 4}) Print(simulator->Run(processors).makespan_ns);
///
/// Rules
/// - Processor 0 is the game thread: it goes through the groups, runs the game-thread tasks in plan
///   order (rule L2), and, where it has to wait, runs any-thread tasks that end in or before the
///   group it is in. DuringPhysics is left without waiting and joined by EndPhysics.
/// - The other processors run any-thread tasks of all groups that the game thread has come to.
/// - Who is free takes, of the tasks that are ready, engine stages first, then the one with the
///   longest remaining path, then the first in plan order (rule L3). At the same moment processor 0
///   goes on with its own tasks first, then the others take theirs, then processor 0 helps. No task
///   is interrupted.
/// - Nothing costs time but the tasks: no waking, no handing out, no memory. docs/simulate.md.
/// - With any-thread tasks in one group only this is list scheduling, so that the makespan is at
///   most (2 − 1/p) times the best one (Graham, "Bounds on multiprocessing timing anomalies",
///   1969).
///
/// Immutable after Make; all functions may be called from any thread.
class Simulator {
 public:
  /// Takes the graph over. Does not block. Errors: those of CheckTaskGraph.
  /// O(tasks log tasks + edges).
  static absl::StatusOr<Simulator> Make(TaskGraph graph);

  /// One frame on `processors` processors, at least 1. The same for every call; on one processor
  /// the makespan is the total cost. Does not block. O(tasks log tasks + edges), no recursion.
  SimulatedFrame Run(int processors) const;

  /// The same by a list of one's own: of the tasks that are ready, the first in `list` is taken.
  /// It names every any-thread task once; Run takes layout().taking_order. Does not block.
  /// Errors: InvalidArgument for a list that does not. O(tasks log tasks + edges), no recursion.
  absl::StatusOr<SimulatedFrame> RunList(int processors, std::span<const std::uint32_t> list) const;

  const TaskLayout& layout() const { return layout_; }
  const TaskGraph& graph() const { return layout_.graph; }
  const TaskPaths& paths() const { return layout_.paths; }

 private:
  explicit Simulator(TaskLayout layout) : layout_(std::move(layout)) {}

  TaskLayout layout_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_SIMULATOR_H_
