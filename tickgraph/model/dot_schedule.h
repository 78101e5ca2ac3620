#ifndef TICKGRAPH_MODEL_DOT_SCHEDULE_H_
#define TICKGRAPH_MODEL_DOT_SCHEDULE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "tickgraph/model/read_problems.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// Reads a schedule from Graphviz DOT. Nodes are cards, clusters are sets, edges are order; an edge
/// with dir=none that ends at a set puts its other end into the set, dir=back turns an edge round,
/// and dir=both is a doubt. An edge whose lhead or ltail names a cluster ends at that set. Labels
/// are names, tooltips are full names; the attributes that our own writers add
/// (dot_schedule_writer.h, observe/dot_writer.h) are read where present.
///
/// Bevy's dialect is known by its node ids: the invisible set_marker_… nodes stand for their sets,
/// the second line of a label ("In multiple sets, …") is dropped, because edges say the same, and a
/// node without a statement of its own is a missing card.
absl::StatusOr<Schedule> ReadDotSchedule(std::string_view text, std::int64_t most_edges,
                                         ReadProblems& problems);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DOT_SCHEDULE_H_
