#ifndef TICKGRAPH_MODEL_DOT_SCHEDULE_WRITER_H_
#define TICKGRAPH_MODEL_DOT_SCHEDULE_WRITER_H_

#include <cstddef>
#include <iosfwd>
#include <vector>

#include "absl/status/status.h"
#include "tickgraph/model/schedule.h"
#include "tickgraph/tick_group.h"

namespace tickgraph::model {

/// What a scheduler has made of a schedule, for people to look at.
struct DotPlan {
  struct Place {
    /// In the order of the plan, from 0.
    std::size_t position = 0;
    /// Effective groups.
    TickGroup start = TickGroup::kPrePhysics;
    TickGroup end = TickGroup::kPrePhysics;
  };
  /// By index in Schedule::cards.
  std::vector<Place> cards;
  /// By index in Schedule::edges: the edge closes a cycle and is ignored.
  std::vector<bool> is_ignored;
};

/// Writes a schedule for Graphviz: what a file declares, while observe/dot_writer.h writes what a
/// scheduler has made of it.
///
///   absl::Status status = WriteDotSchedule(file, *schedule);     // dot -Tsvg frame.dot
///
/// What is in it
/// - Nodes n0, n1, … are the cards in their order; labels are names, tooltips full names.
/// - Sets are boxes cluster_s0, cluster_s1, …, each drawn inside the first set around it; the
///   attribute `sets` of a node or box lists all sets around it, and `position` counts the boxes.
/// - An edge that ends at a set ends at an invisible node inside, m0, m1, …, which says
///   marker=true, and names the box by lhead or ltail. Memberships are dotted, with dir=none.
/// - Attributes: group, end_group, lane, state, cooling_s, cost_us, owner, high_priority, order,
///   tie_key, engine_stage, dedicated_server, count, missing, source; `name` where a name is empty,
///   which a label cannot say. Each only where it says something.
///
/// ReadSchedule gives it back: all of this in the same order, names byte by byte. Not kept are what
/// JSON does not keep either, source ids, declared totals and published bounds.
///
/// Any thread; blocks as the stream does. Errors: Internal where the stream fails. Linear, without
/// recursion.
absl::Status WriteDotSchedule(std::ostream& out, const Schedule& schedule);

/// The same, and how it is planned: colours for effective groups, beside each card its position,
/// and the groups it was moved to; ignored edges in bold red; a legend. ReadSchedule gives the same
/// schedule back: attributes keep what was declared. Errors: those of WriteDotSchedule;
/// InvalidArgument where `plan` has another number of cards or edges.
absl::Status WriteDotPlan(std::ostream& out, const Schedule& schedule, const DotPlan& plan);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DOT_SCHEDULE_WRITER_H_
