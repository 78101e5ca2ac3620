#ifndef TICKGRAPH_OBSERVE_DOT_WRITER_H_
#define TICKGRAPH_OBSERVE_DOT_WRITER_H_

#include <iosfwd>

#include "absl/status/status.h"
#include "tickgraph/observe/schedule_snapshot.h"

namespace tickgraph {

struct DotDefinition {
  /// Draws dotted arrows from each group to the next. They are no edges of the schedule, so a
  /// reader of the file would count them as order between groups.
  bool group_barriers = false;
  /// Explains shapes and arrows below the graph.
  bool legend = true;
};

/// Writes a schedule for Graphviz: `dot -Tsvg plan.dot -o plan.svg`.
///
///   WriteDot(file, TakeSnapshot(scheduler), {});
///
/// What is in it
/// - Nodes n0, n1, … in plan order, in a box for each effective start group; edges sorted. Equal
///   schedules give equal files, byte by byte.
/// - Labels are names; each node has its group, end_group, lane, state and, where it is known,
///   cost_us as attributes. An empty name is an attribute `name` as well, because readers call a
///   node with an empty label by its id. model::ReadSchedule reads all of this again, names byte by
///   byte.
/// - Boxes are game-thread cards, ellipses any-thread cards, dashed ones disabled, double ones
///   stages of the engine. A card that its prerequisites moved has its declared group in the
///   tooltip.
/// - A solid arrow is a prerequisite; dashed: it ends at a disabled card and order passes through;
///   bold red: it closes a cycle and is ignored; dotted: a group barrier.
/// - The legend is the graph's own label, not nodes, so a reader meets the cards only.
///
/// Any thread; blocks as the stream does. Errors: Internal where the stream fails.
/// O(cards + edges log edges).
absl::Status WriteDot(std::ostream& out, const ScheduleSnapshot& schedule,
                      const DotDefinition& definition);

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_DOT_WRITER_H_
