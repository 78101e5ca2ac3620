#ifndef TICKGRAPH_MODEL_DUMP_TICKS_SCHEDULE_H_
#define TICKGRAPH_MODEL_DUMP_TICKS_SCHEDULE_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "tickgraph/model/read_problems.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// Reads what Unreal's console command `dumpticks` prints (all, enabled, disabled, grouped), as it
/// is or inside a saved log with other lines in between.
///
/// Rows are cards, the indented lines after a row are its prerequisites. Equal names are told apart
/// by `#2`, `#3`. Every row that is printed is a card, nested children too, which the total line
/// does not count: a difference is a warning. A prerequisite that is not among the rows becomes a
/// missing card. Lines before the header and after the totals are not looked at.
///
/// What stands in front of the header is what the log writes in front of each line, times,
/// frame numbers and a category, and is left out (log_prefix.h). Prerequisites may be indented by
/// blanks or tabs; blanks at the end of a line say nothing.
absl::StatusOr<Schedule> ReadDumpTicksSchedule(std::string_view text, ReadProblems& problems);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DUMP_TICKS_SCHEDULE_H_
