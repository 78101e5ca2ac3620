#ifndef TICKGRAPH_SIMULATE_MAKESPAN_BOUND_H_
#define TICKGRAPH_SIMULATE_MAKESPAN_BOUND_H_

#include <cstdint>
#include <vector>

#include "tickgraph/simulate/order_graph.h"

namespace tickgraph {

/// A length below which no schedule of a frame is, whatever the order in which tasks are taken.
///
///   MakespanBound bound(order_graph, 4);
///   const std::int64_t quick_ns = bound.quick_ns();
///   const std::int64_t better_ns = bound.Sharpen();
///
/// The quick bound is the dearest path through the frame, waits and the order of the game thread
/// included, or all work shared out evenly. The sharper one looks at stretches of time: for a frame
/// of the length L each task has a first moment at which it may begin and a last one at which it
/// may end, so that some of its cost must lie in the stretch. Where more work must than the
/// processors can do there, the frame is longer than L. (Fernandez and Bussell, "Bounds on the
/// number of processors and time for multiprocessor optimal schedules", IEEE Transactions on
/// Computers C-22, 1973.)
///
/// Every task begins when others end, so bounds are rounded up to a multiple of what all costs are
/// multiples of.
class MakespanBound {
 public:
  /// On at least one processor. Does not block. O(tasks + edges).
  MakespanBound(const OrderGraph& order, int processors);

  /// Nanoseconds.
  std::int64_t quick_ns() const { return quick_ns_; }

  /// The sharper bound, at least quick_ns(). Stretches begin where a task may begin; of large
  /// frames not all of these are looked at. Does not block. O(tasks log tasks) for each of
  /// O(2^18 / tasks) beginnings, at most sixteen times.
  std::int64_t Sharpen() const;

 private:
  /// A task with a cost, in a frame as short as possible: it begins no sooner than `head_ns` after
  /// the frame, and `tail_ns` must follow behind its end.
  struct Window {
    std::int64_t head_ns;
    std::int64_t cost_ns;
    std::int64_t tail_ns;
  };

  std::int64_t RoundedUp(std::int64_t ns) const;
  // The most work by which a stretch that begins then is overfull in a frame of this length.
  std::int64_t Excess(std::int64_t begin_ns, std::int64_t length_ns) const;

  int processors_;
  std::int64_t total_ns_ = 0;
  std::int64_t step_ns_ = 1;
  std::int64_t quick_ns_ = 0;
  std::vector<Window> windows_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_MAKESPAN_BOUND_H_
