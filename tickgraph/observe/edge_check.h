#ifndef TICKGRAPH_OBSERVE_EDGE_CHECK_H_
#define TICKGRAPH_OBSERVE_EDGE_CHECK_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tickgraph/frame_record.h"
#include "tickgraph/observe/order_walk.h"
#include "tickgraph/observe/schedule_snapshot.h"

namespace tickgraph {

/// Two calls of one frame in the wrong order: `card` started before `prerequisite` had ended.
struct EdgeViolation {
  std::uint64_t frame = 0;
  TickHandle prerequisite;
  TickHandle card;
  std::int64_t prerequisite_end_ns = 0;
  std::int64_t card_start_ns = 0;
};

/// Counts, from recorded times, how often a card started before its prerequisites had ended. Order
/// that passes through cards that did not run counts, too; edges ignored because of a cycle do not.
///
///   EdgeCheck check(snapshot);
///   for (const FrameRecord* record : scheduler.records()) check.Add(*record);
///   if (check.violations() > 0) std::cerr << check.Text();
///
/// One thread at a time; nothing blocks.
class EdgeCheck {
 public:
  static constexpr std::size_t kMaxExamples = 10;

  /// `snapshot` must outlive the check and hold the edges of the frames that are added.
  explicit EdgeCheck(const ScheduleSnapshot& snapshot) : snapshot_(snapshot), walk_(snapshot) {}

  /// Checks one frame. O(cards + edges).
  void Add(const FrameRecord& record);

  /// How many edges of all frames were compared with times. A check that compared none proves
  /// nothing.
  std::uint64_t compared() const { return compared_; }
  std::uint64_t violations() const { return violations_; }
  /// The first kMaxExamples violations.
  const std::vector<EdgeViolation>& examples() const { return examples_; }
  /// One line for each example: frame, both names, and by how much.
  std::string Text() const;

 private:
  const ScheduleSnapshot& snapshot_;
  OrderWalk walk_;
  std::uint64_t compared_ = 0;
  std::uint64_t violations_ = 0;
  std::vector<EdgeViolation> examples_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_EDGE_CHECK_H_
