#ifndef TICKGRAPH_MODEL_JSON_SCHEDULE_WRITER_H_
#define TICKGRAPH_MODEL_JSON_SCHEDULE_WRITER_H_

#include <iosfwd>

#include "absl/status/status.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// Writes a schedule in the project's own JSON, docs/schedule-json.md.
///
///   std::ofstream file("frame.json", std::ios::binary);
///   absl::Status status = WriteJsonSchedule(file, *schedule);
///
/// ReadSchedule gives it back: cards, sets and edges in the same order with everything that is
/// known of them, names byte by byte. Not kept are Schedule::file and format, the lines of the file
/// that it was read from, and its warnings. Ids are the source ids; where one is empty or there
/// twice, the card or set gets an id of ours. One line for each item; equal schedules give equal
/// files.
///
/// Any thread; blocks as the stream does. Errors: Internal where the stream fails. Linear.
absl::Status WriteJsonSchedule(std::ostream& out, const Schedule& schedule);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_JSON_SCHEDULE_WRITER_H_
