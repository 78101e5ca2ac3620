#ifndef TICKGRAPH_MODEL_DUMP_LINE_H_
#define TICKGRAPH_MODEL_DUMP_LINE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tickgraph/model/schedule.h"

namespace tickgraph::model {

/// The line that a dump begins with.
struct DumpHeader {
  /// What stands in front of it: times and categories of a log.
  std::string_view prefix;
  /// What stands in the brackets.
  std::string_view filter;
  /// The row of "=" stands in front of it; other lines may speak of tick functions, too.
  bool has_rule = false;
  /// What is wrong with it; empty where nothing is.
  std::string problem;
};

/// A row of `dumpticks`: one tick function.
struct DumpRow {
  std::string_view name;
  CardState state = CardState::kEnabled;
  double cooling_seconds = 0;
  std::optional<TickGroup> start;
  std::optional<TickGroup> end;
  std::int64_t prerequisites = 0;
  /// Why the row cannot be read; empty where it can.
  std::string problem;
};

/// A row of `dumpticks grouped`: how many tick functions share a name.
struct DumpGroupedRow {
  std::string_view name;
  std::int64_t count = 0;
};

/// Reads "==== Tick Functions (All) ====", whatever a log has written in front of it. Nothing for a
/// line without "Tick Functions ("; a header with `problem` for one that is broken.
std::optional<DumpHeader> ParseDumpHeader(std::string_view line);

/// Reads a row from right to left, because names may hold commas, colons and blanks. Nothing where
/// the line does not end as a row does; a row with `problem` where it does, but is broken.
std::optional<DumpRow> ParseDumpRow(std::string_view line);

/// Reads "name, count". Nothing where the line does not end that way.
std::optional<DumpGroupedRow> ParseDumpGroupedRow(std::string_view line);

/// Reads "Total registered tick functions: 12, enabled: 11, disabled: 1." and the grouped form
/// "Total enabled tick functions: 107.".
std::optional<DeclaredTotals> ParseDumpTotals(std::string_view line);

/// True for a line of the engine's log, "LogStreaming: Display: …".
bool IsLogLine(std::string_view line);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DUMP_LINE_H_
