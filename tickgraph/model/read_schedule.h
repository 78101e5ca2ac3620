#ifndef TICKGRAPH_MODEL_READ_SCHEDULE_H_
#define TICKGRAPH_MODEL_READ_SCHEDULE_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// How to read a schedule.
struct ReadDefinition {
  /// Name of the text in messages.
  std::string file = "schedule";
  /// False: the first thing that cannot be read is an error. True: everything else is read, and
  /// each loss is one of Schedule::warnings.
  bool lenient = false;
  /// Found by content where it is not given.
  std::optional<ScheduleFormat> format = std::nullopt;
  /// Text such as `{a b c} -> {d e f}` makes many edges of few letters; here it ends.
  std::int64_t most_edges = 20'000'000;
};

/// Reads a schedule from text: Graphviz DOT, plain or in Bevy's dialect; Unreal's `dumpticks`, as
/// printed or inside a saved log; a task graph of the Standard Task Graph set; a list
/// of Unity's player loop; our own JSON, docs/schedule-json.md.
///
/// Any thread; does not block. Errors: InvalidArgument, "file:line: reason". Linear in the text,
/// without recursion. Names are kept byte by byte, valid UTF-8 or not.
absl::StatusOr<Schedule> ReadSchedule(std::string_view text, const ReadDefinition& definition);

/// Reads a file as ReadSchedule does; messages name the path if `definition.file` is the default.
/// Any thread; blocks on the disk. Errors: NotFound, and those of ReadSchedule.
absl::StatusOr<Schedule> ReadScheduleFile(const std::filesystem::path& path,
                                          ReadDefinition definition);

/// The format that `text` seems to be in: JSON begins with a brace, DOT begins with a graph, STG
/// with a line that holds one number, a player loop with a version or a phase, a dump has its rows
/// somewhere. Nothing where it is none. Any thread; linear in the text.
std::optional<ScheduleFormat> FindScheduleFormat(std::string_view text);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_READ_SCHEDULE_H_
