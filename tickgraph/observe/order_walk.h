#ifndef TICKGRAPH_OBSERVE_ORDER_WALK_H_
#define TICKGRAPH_OBSERVE_ORDER_WALK_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "tickgraph/frame_record.h"
#include "tickgraph/observe/schedule_snapshot.h"

namespace tickgraph {

/// Pairs the calls of a recorded frame along the prerequisite edges, also where an edge ends at a
/// card that did not run: order passes through such cards (rule P3), so what stands behind them
/// must have waited for the last call before them.
///
///   OrderWalk walk(snapshot);
///   walk.Visit(record, [](const CardRun& before, const CardRun& after) { … });
///
/// Ignored edges are left out. Keep the object for many frames: it sorts the cards once.
class OrderWalk {
 public:
  /// O(cards + edges). `snapshot` must outlive the walk.
  explicit OrderWalk(const ScheduleSnapshot& snapshot);

  /// Calls `visit` at most once for each edge whose card ran, with the call that had to be over
  /// before: the prerequisite's own, or else the one that ended last of those before it.
  /// One thread at a time; does not block; O(cards + edges).
  void Visit(const FrameRecord& record,
             absl::FunctionRef<void(const CardRun& before, const CardRun& after)> visit);

 private:
  const ScheduleSnapshot& snapshot_;
  /// Kept edges sorted by card, and where each card's edges begin; one entry more than cards.
  std::vector<std::uint32_t> prerequisites_;
  std::vector<std::uint32_t> first_edge_;
  /// Cards such that prerequisites come first.
  std::vector<std::uint32_t> order_;
  /// For each card of the current record: its call, or the last one before it.
  std::vector<const CardRun*> last_run_;
  std::vector<bool> ran_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_ORDER_WALK_H_
