#ifndef TICKGRAPH_MODEL_STG_SCHEDULE_H_
#define TICKGRAPH_MODEL_STG_SCHEDULE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "tickgraph/model/read_problems.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// Reads a task graph of the Standard Task Graph set (Tobita and Kasahara, "A standard task graph
/// set for fair evaluation of multiprocessor scheduling algorithms", Journal of Scheduling 5,
/// 2002).
///
///   4                number of tasks
///   0  0  0          id, cost, number of predecessors, predecessors
///   1  5  1  0
///   …
///   #  2 Proc. : 9 9
///
/// - Each row is a card of lane AnyThread whose name is its id. The entry and the exit, which the
///   format adds to the tasks, are cards of cost 0.
/// - The first line counts the rows with or without these two: both are accepted.
/// - Costs have no unit; one unit is read as one microsecond.
/// - What follows a `#` is a comment. Lines of bounds such as the one above (processors, lower
/// bound,
///   best known makespan) become Schedule::published.
/// - Predecessors have smaller ids. One that has not is an error, and a doubt when reading
///   leniently: it is kept, and may close a cycle.
///
/// Any thread; does not block. Errors: those of `problems`; in both modes where `most_edges` is not
/// enough. Linear in the text.
absl::StatusOr<Schedule> ReadStgSchedule(std::string_view text, std::int64_t most_edges,
                                         ReadProblems& problems);

/// True where the first line that is neither blank nor a comment is one number.
bool LooksLikeStg(std::string_view text);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_STG_SCHEDULE_H_
