#ifndef TICKGRAPH_SIMULATE_SIMULATED_FRAME_H_
#define TICKGRAPH_SIMULATE_SIMULATED_FRAME_H_

#include <cstdint>
#include <vector>

namespace tickgraph {

/// When and where one task ran, in virtual nanoseconds since the frame began.
struct TaskTime {
  /// Bodiless tasks run nowhere.
  static constexpr std::int32_t kNoProcessor = -1;

  std::int64_t start_ns = 0;
  std::int64_t finish_ns = 0;
  std::int32_t processor = kNoProcessor;

  friend bool operator==(const TaskTime&, const TaskTime&) = default;
};

/// One frame in virtual time.
struct SimulatedFrame {
  /// At least 1. Processor 0 is the game thread.
  int processors = 1;
  /// When the last task finished.
  std::int64_t makespan_ns = 0;
  std::int64_t total_cost_ns = 0;
  /// By task of the graph.
  std::vector<TaskTime> tasks;

  /// The share of all processors' time in which they ran something, 0 to 1; 0 for an empty frame.
  double utilisation() const {
    if (makespan_ns == 0) return 0;
    return static_cast<double>(total_cost_ns) /
           (static_cast<double>(processors) * static_cast<double>(makespan_ns));
  }
  /// How many times faster than one processor that is never idle; 1 for an empty frame.
  double speed_up() const {
    if (makespan_ns == 0) return 1;
    return static_cast<double>(total_cost_ns) / static_cast<double>(makespan_ns);
  }
};

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_SIMULATED_FRAME_H_
