#ifndef TICKGRAPH_WORLD_CARD_CHECK_H_
#define TICKGRAPH_WORLD_CARD_CHECK_H_

#include "absl/status/status.h"
#include "tickgraph/source_location.h"
#include "tickgraph/tick_function.h"

namespace tickgraph {

class TickScheduler;

/// What `scheduler` would refuse `card` for: groups that it may not name. Asked before the card is
/// registered, so that whoever wants the error as a value has it nowhere else (rule F4). Game
/// thread.
absl::Status CheckCardGroups(const TickScheduler& scheduler, const TickFunction& card,
                             SourceLocation where);

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_CARD_CHECK_H_
