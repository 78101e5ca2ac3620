#include "tickgraph/model/read_schedule.h"

#include <array>
#include <cstddef>
#include <fstream>
#include <ios>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/dot_lexer.h"
#include "tickgraph/model/dot_schedule.h"
#include "tickgraph/model/dump_ticks_schedule.h"
#include "tickgraph/model/json_schedule.h"
#include "tickgraph/model/player_loop_schedule.h"
#include "tickgraph/model/read_problems.h"
#include "tickgraph/model/stg_schedule.h"

namespace tickgraph::model {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

// With its mark, or two characters of ASCII, each beside a zero byte: no text that can be read
// begins like that.
bool LooksLikeUtf16(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  if (text.size() < 4 || (text[0] == 0) == (text[1] == 0)) return false;
  return (text[2] == 0) == (text[0] == 0) && (text[3] == 0) == (text[1] == 0);
}

absl::StatusOr<Schedule> ReadAs(ScheduleFormat format, std::string_view text,
                                std::int64_t most_edges, ReadProblems& problems) {
  switch (format) {
    case ScheduleFormat::kDot:
      return ReadDotSchedule(text, most_edges, problems);
    case ScheduleFormat::kDumpTicks:
      return ReadDumpTicksSchedule(text, problems);
    case ScheduleFormat::kStg:
      return ReadStgSchedule(text, most_edges, problems);
    case ScheduleFormat::kPlayerLoop:
      return ReadPlayerLoopSchedule(text, problems);
    case ScheduleFormat::kJson:
      return ReadJsonSchedule(text, most_edges, problems);
  }
  return problems.Fatal(1, "unknown format");
}

}  // namespace

std::optional<ScheduleFormat> FindScheduleFormat(std::string_view text) {
  if (text.starts_with(kUtf8Mark)) text.remove_prefix(kUtf8Mark.size());
  if (LooksLikeJson(text)) return ScheduleFormat::kJson;
  if (text.find("Tick Functions (") != std::string_view::npos ||
      text.find("TickGroup: TG_") != std::string_view::npos) {
    // A graph may hold these words in a label: it begins with a keyword all the same.
    const DotToken first = DotLexer(text).current().token;
    const bool is_dot = first == DotToken::kDigraph || first == DotToken::kStrict;
    return is_dot ? ScheduleFormat::kDot : ScheduleFormat::kDumpTicks;
  }
  switch (DotLexer(text).current().token) {
    case DotToken::kStrict:
    case DotToken::kGraph:
    case DotToken::kDigraph:
      return ScheduleFormat::kDot;
    default:
      break;
  }
  if (LooksLikePlayerLoop(text)) return ScheduleFormat::kPlayerLoop;
  if (LooksLikeStg(text)) return ScheduleFormat::kStg;
  return std::nullopt;
}

absl::StatusOr<Schedule> ReadSchedule(std::string_view text, const ReadDefinition& definition) {
  ReadProblems problems(definition.file, definition.lenient);
  if (text.starts_with(kUtf8Mark)) text.remove_prefix(kUtf8Mark.size());
  if (LooksLikeUtf16(text)) {
    return problems.Fatal(1, "the file is UTF-16 text; save it as UTF-8");
  }
  if (text.empty()) return problems.Fatal(1, "the file is empty");
  if (text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos) {
    return problems.Fatal(1, "the file holds nothing but blanks and line ends");
  }
  const auto format = definition.format ? definition.format : FindScheduleFormat(text);
  if (!format.has_value()) {
    return problems.Fatal(
        1,
        "not a schedule: expected a Graphviz digraph, what Unreal's dumpticks "
        "prints, a list of Unity's player loop, an STG task graph, or the JSON of "
        "docs/schedule-json.md");
  }
  absl::StatusOr<Schedule> schedule = ReadAs(*format, text, definition.most_edges, problems);
  if (!schedule.ok()) return schedule;
  schedule->file = definition.file;
  schedule->warnings = problems.TakeWarnings();
  return schedule;
}

absl::StatusOr<Schedule> ReadScheduleFile(const std::filesystem::path& path,
                                          ReadDefinition definition) {
  if (definition.file == ReadDefinition{}.file) definition.file = path.string();
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return absl::NotFoundError(absl::StrCat(definition.file, ": there is no such file"));
  }
  std::ifstream stream(path, std::ios::binary);
  std::string text;
  const bool has_no_end = std::filesystem::is_character_file(path, error);
  if (std::filesystem::is_directory(path, error) || has_no_end || !stream) {
    return absl::InvalidArgumentError(absl::StrCat(definition.file, ": cannot be read"));
  }
  // In blocks: character by character it would take a tenth of the time of the whole reading.
  std::array<char, 16 * 1024> block;
  do {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
  } while (stream);
  if (stream.bad()) {
    return absl::InvalidArgumentError(absl::StrCat(definition.file, ": reading broke off"));
  }
  return ReadSchedule(text, definition);
}

}  // namespace tickgraph::model
