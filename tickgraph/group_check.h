#ifndef TICKGRAPH_GROUP_CHECK_H_
#define TICKGRAPH_GROUP_CHECK_H_

#include <optional>

#include "tickgraph/source_location.h"
#include "tickgraph/tick_error.h"
#include "tickgraph/tick_function.h"

namespace tickgraph {

/// What a scheduler refuses `card` for: groups that it may not name, or an end before its start
/// (rule G3). Nothing where it may be registered. Any thread.
std::optional<TickError> FindGroupError(const TickFunction& card, SourceLocation where);

}  // namespace tickgraph

#endif  // TICKGRAPH_GROUP_CHECK_H_
