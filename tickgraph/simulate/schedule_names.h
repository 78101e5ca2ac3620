#ifndef TICKGRAPH_SIMULATE_SCHEDULE_NAMES_H_
#define TICKGRAPH_SIMULATE_SCHEDULE_NAMES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph {

/// Finds cards and sets by what people call them: the name; where nothing has that name, the full
/// name; where nothing has that either, the file's own id. All functions may be called from any
/// thread and do not block. O(cards + sets).

/// The cards and sets that `text` names: none, one, or several that have the same name.
std::vector<model::ScheduleEndpoint> FindEndpoints(const model::Schedule& schedule,
                                                   std::string_view text);

/// The one declared card that `text` names. Errors: NotFound with the nearest names,
/// InvalidArgument with all candidates where several cards have the name.
absl::StatusOr<std::size_t> FindCard(const model::Schedule& schedule, std::string_view text);

/// For messages: `"walk" (line 3)`, with the full name or the file's id where it has one.
std::string EndpointText(const model::Schedule& schedule, model::ScheduleEndpoint endpoint);

/// For messages: up to eight endpoints, and how many there are more.
std::string EndpointListText(const model::Schedule& schedule,
                             const std::vector<model::ScheduleEndpoint>& endpoints);

/// For messages: the declared cards whose names are nearest to `text`, as a list.
std::string NearestCardsText(const model::Schedule& schedule, std::string_view text);

}  // namespace tickgraph

#endif  // TICKGRAPH_SIMULATE_SCHEDULE_NAMES_H_
