#ifndef TICKGRAPH_LANE_H_
#define TICKGRAPH_LANE_H_

#include <cstdint>

namespace tickgraph {

/// Where a card may run.
enum class Lane : std::uint8_t {
  /// On the thread that called the frame, one at a time, in an order that nothing changes.
  kGameThread,
  /// On any worker or on the waiting game thread, as early as prerequisites and group allow.
  kAnyThread,
};

}  // namespace tickgraph

#endif  // TICKGRAPH_LANE_H_
