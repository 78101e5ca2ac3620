#ifndef TICKGRAPH_MODEL_DOT_CARD_H_
#define TICKGRAPH_MODEL_DOT_CARD_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "tickgraph/model/dot_graph.h"
#include "tickgraph/model/read_problems.h"
#include "tickgraph/model/schedule.h"
#include "tickgraph/model/source_table.h"

namespace tickgraph::model {

/// The name of a node or cluster: the attribute `name`, else the label, else the id.
std::string DotName(const DotGraph& graph, const DotAttributes& attributes, std::string_view id);

/// Reads what the attributes of a node say about its card: tooltip, group, end_group, lane,
/// cost_us, state, cooling_s, owner, order, tie_key, high_priority, engine_stage,
/// dedicated_server, count, missing, source. A group that is no tick group is not taken, because
/// Graphviz has a layout attribute of that name: it is a doubt where the file `names_tick_groups`,
/// and nothing to speak of elsewhere. All other values that cannot be read are reported.
absl::Status ReadDotCard(const DotGraph& graph, const DotNode& node, bool names_tick_groups,
                         SourceTable& sources, ReadProblems& problems, ScheduleCard& card);

/// Reads the attribute `source` of anything; `what` names it in messages.
absl::Status ReadDotSource(const DotGraph& graph, const DotAttributes& attributes,
                           std::string_view what, std::int64_t line, SourceTable& sources,
                           ReadProblems& problems, ScheduleSource& source);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DOT_CARD_H_
