#ifndef TICKGRAPH_MODEL_DOT_SCHEDULE_H_
#define TICKGRAPH_MODEL_DOT_SCHEDULE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "tickgraph/model/read_problems.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// Reads a schedule from Graphviz DOT. Nodes are cards, clusters are sets, edges are order; an edge
/// with dir=none that ends at a set puts its other end into the set. An edge whose lhead or ltail
/// names a cluster ends at that set. The attributes group, end_group, lane, cost_us, state and
/// cooling_s are read where present; labels are names, tooltips are full names.
///
/// Bevy's dialect is known by its node ids: the invisible set_marker_… nodes stand for their sets,
/// the second line of a label ("In multiple sets, …") is dropped, because edges say the same, and a
/// node without a statement of its own is a missing card.
absl::StatusOr<Schedule> ReadDotSchedule(std::string_view text, std::int64_t most_edges,
                                         ReadProblems& problems);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DOT_SCHEDULE_H_
