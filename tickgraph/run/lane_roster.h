#ifndef TICKGRAPH_RUN_LANE_ROSTER_H_
#define TICKGRAPH_RUN_LANE_ROSTER_H_

#include <atomic>
#include <chrono>

namespace tickgraph {

class LaneSet;

/// All lane sets of one pool, so that a worker that stays awake belongs to no client: it serves
/// whichever lane is called first.
///
/// Sets are added while others spin and stay until the end of the pool.
class LaneRoster {
 public:
  /// How long a worker of a hot pool looks for work before it goes to sleep all the same.
  static constexpr std::chrono::milliseconds kHotSpinTime{50};

  /// `hot`: workers stay awake in the gap between frames.
  explicit LaneRoster(bool hot) : hot_(hot) {}

  void Add(LaneSet& set);

  /// Serves lanes of all sets as they are called, until none was called for kHotSpinTime or Stop
  /// was called. Returns at once where the pool is not hot. For workers.
  void ServeWhileHot();

  /// Sends spinning workers away; does not wait for them.
  void Stop() { is_stopping_.store(true, std::memory_order_seq_cst); }

 private:
  bool ServeOnce();

  bool hot_;
  std::atomic<bool> is_stopping_{false};
  std::atomic<LaneSet*> first_{nullptr};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_LANE_ROSTER_H_
