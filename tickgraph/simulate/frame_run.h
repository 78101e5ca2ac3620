#ifndef TICKGRAPH_SIMULATE_FRAME_RUN_H_
#define TICKGRAPH_SIMULATE_FRAME_RUN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <span>
#include <vector>

#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/simulate/simulated_frame.h"
#include "tickgraph/simulate/task_layout.h"

namespace tickgraph {

/// Moves the tasks of a layout through one frame in virtual time, again and again: by the list of
/// the layout (rule L3) or by another one. Simulator says how it decides; this is how it is done.
///
///   FrameRun run(layout, 4);
///   const SimulatedFrame& frame = run.Run(layout.taking_order);
///
/// Rules
/// - A list holds every any-thread task once. Who is free takes, of the tasks that are ready, the
///   first in the list.
/// - The layout outlives the run. One thread at a time.
class FrameRun {
 public:
  /// At least one processor; processor 0 is the game thread. O(tasks + processors).
  FrameRun(const TaskLayout& layout, int processors);

  /// One frame. The result is the run's own until the next call. Does not block.
  /// O(tasks log tasks + edges), no recursion.
  const SimulatedFrame& Run(std::span<const std::uint32_t> list);

 private:
  // Any-thread tasks that are ready, by end group, each a heap of places in the list.
  class ReadyTasks {
   public:
    static constexpr std::uint32_t kNone = FramePlan::kNoPosition;

    void Add(std::uint32_t rank, TickGroup end);
    // Takes the first one that ends in or before `group`; kNone if there is none.
    std::uint32_t Take(int group);

   private:
    std::array<std::vector<std::uint32_t>, kTickGroupCount> heaps_;
  };

  struct Running {
    std::int64_t finish_ns;
    std::int32_t processor;
    std::uint32_t task;

    bool operator>(const Running& other) const {
      return finish_ns != other.finish_ns ? finish_ns > other.finish_ns
                                          : processor > other.processor;
    }
  };

  void Begin(std::span<const std::uint32_t> list);
  void Start(std::uint32_t task, std::int32_t processor);
  void Finish(std::uint32_t task);
  void Arrive(std::uint32_t task);
  void Release(std::size_t segment);
  void GoOnWithGameThread();
  bool IsFinished(int group) const;
  void StartWorkers();
  void HelpWithGameThread();

  const TaskLayout& layout_;
  SimulatedFrame frame_;
  std::span<const std::uint32_t> list_;
  // By task: its place in the list.
  std::vector<std::uint32_t> ranks_;
  std::int64_t now_ns_ = 0;
  std::vector<std::uint32_t> missing_;
  std::array<std::uint32_t, kTickGroupCount> unfinished_ = {};
  ReadyTasks ready_;
  std::priority_queue<Running, std::vector<Running>, std::greater<Running>> running_;
  // Tasks that have finished and have not told their dependents yet.
  std::vector<std::uint32_t> telling_;

  std::size_t step_ = 0;
  std::size_t released_segments_ = 0;
  std::uint32_t next_game_task_ = 0;
  bool is_game_thread_busy_ = false;
  // The game thread helps with tasks that end in or before this group.
  int game_limit_ = 0;

  // Processors from this one on have not run anything yet; those of `idle_` have.
  std::int32_t next_fresh_ = 1;
  std::vector<std::int32_t> idle_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_FRAME_RUN_H_
