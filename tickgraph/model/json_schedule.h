#ifndef TICKGRAPH_MODEL_JSON_SCHEDULE_H_
#define TICKGRAPH_MODEL_JSON_SCHEDULE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "tickgraph/model/read_problems.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// Reads a schedule in the project's own JSON, which docs/schedule-json.md describes and
/// json_schedule_writer.h writes.
///
/// The lists of cards, sets and edges may stand in any order, and an item may name others that come
/// later. Members that are not known are doubts, so that older readers get on with newer files.
///
/// Any thread; does not block. Errors: those of `problems`; in both modes where there are more than
/// `most_edges` edges. Linear in the text, without recursion.
absl::StatusOr<Schedule> ReadJsonSchedule(std::string_view text, std::int64_t most_edges,
                                          ReadProblems& problems);

/// True where the first character that is no blank opens an object, with a member or without.
bool LooksLikeJson(std::string_view text);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_JSON_SCHEDULE_H_
