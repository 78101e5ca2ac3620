#include "tickgraph/model/dump_ticks_schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/dump_line.h"
#include "tickgraph/model/line_reader.h"
#include "tickgraph/model/log_prefix.h"
#include "tickgraph/model/suffix_index.h"

namespace tickgraph::model {
namespace {

// A saved log writes this in front of all lines.
constexpr std::string_view kUsualPrefix = "[2026.01.15-10.20.30:123][252]";

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

std::string_view StripBlanksLeft(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view StripBlanksRight(std::string_view text) {
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

class DumpTicksReader {
 public:
  DumpTicksReader(std::string_view text, ReadProblems& problems)
      : text_(text), lines_(text), problems_(problems) {}

  absl::StatusOr<Schedule> Read();

 private:
  enum class Place : std::uint8_t { kBeforeDump, kInDump, kAfterDump };
  enum class Filter : std::uint8_t { kAll, kEnabled, kDisabled, kGrouped };
  struct Prerequisite {
    std::uint32_t card = 0;
    std::string_view text;
    std::int64_t line = 0;
  };

  bool HasHeader() const;
  bool StripPrefix(std::string_view& line) const;
  absl::Status ReadLine(std::string_view line);
  absl::Status ReadHeader(const DumpHeader& header);
  absl::Status BeginDump(const DumpHeader& header);
  absl::Status ReadDumpLine(std::string_view line, bool has_prefix);
  absl::Status ReadPrerequisite(std::string_view line);
  absl::Status ReadRow(const DumpRow& row);
  absl::Status EndRow();
  absl::Status EndDump(const DeclaredTotals& totals);
  absl::Status ReadOtherLine(std::string_view line, bool has_prefix);
  void AddCard(std::string_view name, ScheduleCard card);
  void ResolvePrerequisites();
  std::uint32_t AddMissingCard(const Prerequisite& prerequisite);
  void CheckTotals();

  std::string_view text_;
  LineReader lines_;
  ReadProblems& problems_;
  Schedule schedule_;
  Place place_ = Place::kBeforeDump;
  Filter filter_ = Filter::kAll;
  std::int64_t line_ = 0;
  std::int64_t totals_line_ = 0;
  // Of the first line that could be a header, but is broken.
  std::int64_t broken_header_line_ = 0;
  std::string header_problem_;

  // In front of the header, and so of all lines.
  LogPrefix prefix_;
  const LogPrefix usual_prefix_{kUsualPrefix};
  bool saved_log_ = false;
  // Of the row that is being read: prerequisites that are still to come.
  bool in_row_ = false;
  std::int64_t announced_ = 0;
  std::int64_t remaining_ = 0;
  std::int64_t row_line_ = 0;
  std::vector<Prerequisite> prerequisites_;

  struct SameName {
    std::uint32_t first = 0;
    std::int64_t count = 0;
  };
  absl::flat_hash_map<std::string_view, SameName> names_;
  std::int64_t other_lines_ = 0;
  std::int64_t first_other_line_ = 0;
};

absl::StatusOr<Schedule> DumpTicksReader::Read() {
  schedule_.format = ScheduleFormat::kDumpTicks;
  if (!HasHeader()) {
    problems_.Note(ScheduleFinding::Kind::kDoubt, 1,
                   "no header \"Tick Functions (…)\"; rows are read from the first line on");
    place_ = Place::kInDump;
  }
  std::string_view line;
  while (lines_.Next(line)) {
    line_ = lines_.line();
    if (absl::Status status = ReadLine(line); !status.ok()) return status;
  }
  if (place_ == Place::kBeforeDump) return problems_.Fatal(broken_header_line_, header_problem_);
  if (place_ == Place::kInDump) {
    absl::Status status = EndRow();
    status.Update(problems_.Report(line_, "the dump has no total line; is the file cut off?"));
    if (!status.ok()) return status;
  }
  if (other_lines_ > 0) {
    problems_.Note(ScheduleFinding::Kind::kDoubt, first_other_line_,
                   absl::StrCat(other_lines_,
                                " line(s) inside the dump do not belong to it and "
                                "are skipped, the first here"));
  }
  ResolvePrerequisites();
  CheckTotals();
  return std::move(schedule_);
}

bool DumpTicksReader::HasHeader() const {
  return text_.find("Tick Functions (") != std::string_view::npos;
}

bool DumpTicksReader::StripPrefix(std::string_view& line) const {
  return prefix_.Strip(line) || prefix_.StripStamp(line) || usual_prefix_.Strip(line);
}

absl::Status DumpTicksReader::ReadLine(std::string_view line) {
  if (place_ != Place::kInDump) {
    const std::optional<DumpHeader> header = ParseDumpHeader(line);
    return header.has_value() ? ReadHeader(*header) : absl::OkStatus();
  }
  const bool has_prefix = StripPrefix(line);
  saved_log_ = saved_log_ || has_prefix;
  return ReadDumpLine(line, has_prefix);
}

absl::Status DumpTicksReader::ReadHeader(const DumpHeader& header) {
  if (!header.has_rule) {
    if (broken_header_line_ == 0) {
      broken_header_line_ = line_;
      header_problem_ = header.problem;
    }
    return absl::OkStatus();
  }
  if (place_ == Place::kBeforeDump) return BeginDump(header);
  problems_.Note(ScheduleFinding::Kind::kDoubt, line_,
                 "another dump begins here; only the first is read");
  return absl::OkStatus();
}

absl::Status DumpTicksReader::BeginDump(const DumpHeader& header) {
  place_ = Place::kInDump;
  prefix_ = LogPrefix(header.prefix);
  saved_log_ = !prefix_.empty();
  if (!header.problem.empty()) {
    if (absl::Status status = problems_.Report(line_, header.problem); !status.ok()) return status;
  }
  const std::string_view filter = header.filter;
  if (absl::EqualsIgnoreCase(ToAbsl(filter), "All")) {
    filter_ = Filter::kAll;
  } else if (absl::EqualsIgnoreCase(ToAbsl(filter), "Enabled")) {
    filter_ = Filter::kEnabled;
  } else if (absl::EqualsIgnoreCase(ToAbsl(filter), "Disabled")) {
    filter_ = Filter::kDisabled;
  } else if (absl::EqualsIgnoreCase(ToAbsl(filter), "Grouped")) {
    filter_ = Filter::kGrouped;
  } else {
    return problems_.Report(line_, absl::StrCat("unknown kind of dump ", QuotedName(filter)));
  }
  return absl::OkStatus();
}

absl::Status DumpTicksReader::ReadDumpLine(std::string_view line, bool has_prefix) {
  if (StripBlanksRight(line).empty()) return absl::OkStatus();
  const bool is_indented = IsBlank(line.front());
  if (is_indented && remaining_ > 0) return ReadPrerequisite(StripBlanksLeft(line));
  if (const auto row = ParseDumpRow(line); row.has_value()) {
    if (absl::Status status = EndRow(); !status.ok()) return status;
    return ReadRow(*row);
  }
  if (const auto totals = ParseDumpTotals(line); totals.has_value()) {
    if (absl::Status status = EndRow(); !status.ok()) return status;
    return EndDump(*totals);
  }
  if (filter_ == Filter::kGrouped && !IsLogLine(line)) {
    if (const auto row = ParseDumpGroupedRow(line); row.has_value()) {
      ScheduleCard card;
      card.count = row->count;
      card.line = line_;
      AddCard(row->name, std::move(card));
      return absl::OkStatus();
    }
  }
  if (is_indented && in_row_ && !saved_log_) {
    return problems_.Report(
        line_, absl::StrCat("one more prerequisite than the ", announced_, " that the row of line ",
                            row_line_, " announces: ", QuotedName(line)));
  }
  return ReadOtherLine(line, has_prefix);
}

absl::Status DumpTicksReader::ReadPrerequisite(std::string_view line) {
  --remaining_;
  const auto card = static_cast<std::uint32_t>(schedule_.cards.size() - 1);
  if (StripBlanksRight(line) == "Invalid Prerequisite") {
    problems_.Note(ScheduleFinding::Kind::kDoubt, line_,
                   absl::StrCat("a prerequisite of ", QuotedName(schedule_.cards[card].name),
                                " no longer existed when the file was written"));
    return absl::OkStatus();
  }
  if (line.find(", ") == std::string_view::npos) {
    return problems_.Report(
        line_, absl::StrCat("expected \"context, name\" of a prerequisite: ", QuotedName(line)));
  }
  prerequisites_.push_back({card, line, line_});
  return absl::OkStatus();
}

absl::Status DumpTicksReader::ReadRow(const DumpRow& row) {
  if (!row.problem.empty()) {
    return problems_.Report(line_,
                            absl::StrCat(row.problem, ", in the row of ", QuotedName(row.name)));
  }
  ScheduleCard card;
  card.state = row.state;
  card.cooling_seconds = row.cooling_seconds;
  card.start = row.start;
  card.end = row.end;
  card.line = line_;
  // Nested rows are indented.
  AddCard(StripBlanksLeft(row.name), std::move(card));
  in_row_ = true;
  row_line_ = line_;
  announced_ = row.prerequisites;
  remaining_ = row.prerequisites;
  return absl::OkStatus();
}

absl::Status DumpTicksReader::EndRow() {
  if (!in_row_) return absl::OkStatus();
  in_row_ = false;
  const std::int64_t lost = std::exchange(remaining_, 0);
  if (lost == 0) return absl::OkStatus();
  return problems_.Report(
      row_line_, absl::StrCat("the row of ", QuotedName(schedule_.cards.back().name), " announces ",
                              announced_, " prerequisites, but ", lost, " of them do not follow"));
}

absl::Status DumpTicksReader::EndDump(const DeclaredTotals& totals) {
  schedule_.declared = totals;
  totals_line_ = line_;
  place_ = Place::kAfterDump;
  return absl::OkStatus();
}

absl::Status DumpTicksReader::ReadOtherLine(std::string_view line, bool has_prefix) {
  if (line.starts_with("LogTick: ")) {
    problems_.Note(ScheduleFinding::Kind::kEngineMessage, line_,
                   absl::StrCat("the engine says: ", absl::Utf8SafeCHexEscape(ToAbsl(line))));
    return absl::OkStatus();
  }
  // In a saved log a line without the prefix goes on with the message before it.
  if (!IsLogLine(line) && !(saved_log_ && !has_prefix)) {
    return problems_.Report(
        line_, absl::StrCat("neither a row nor a prerequisite nor a log line: ", QuotedName(line)));
  }
  if (other_lines_++ == 0) first_other_line_ = line_;
  return absl::OkStatus();
}

void DumpTicksReader::AddCard(std::string_view name, ScheduleCard card) {
  SameName& same = names_[name];
  if (same.count++ == 0) same.first = static_cast<std::uint32_t>(schedule_.cards.size());
  card.source_id = std::string(name);
  card.name = same.count == 1 ? std::string(name) : absl::StrCat(ToAbsl(name), "#", same.count);
  schedule_.cards.push_back(std::move(card));
}

void DumpTicksReader::ResolvePrerequisites() {
  SuffixIndex index;
  for (const auto& [name, same] : names_) index.Add(name, same.first);
  absl::flat_hash_map<std::string, std::uint32_t> missing;
  schedule_.edges.reserve(prerequisites_.size());
  for (const Prerequisite& prerequisite : prerequisites_) {
    ScheduleEdge edge;
    edge.to.index = prerequisite.card;
    edge.line = prerequisite.line;
    auto match = index.Find(prerequisite.text);
    // Names may end with blanks, and pasted lines do.
    if (!match.has_value()) match = index.Find(StripBlanksRight(prerequisite.text));
    if (match.has_value()) {
      edge.from.index = match->value;
      if (const std::int64_t count = names_[match->name].count; count > 1) {
        problems_.Note(ScheduleFinding::Kind::kDoubt, prerequisite.line,
                       absl::StrCat(count, " tick functions are called ", QuotedName(match->name),
                                    "; the first is taken as the prerequisite"));
      }
    } else {
      const auto [entry, is_new] =
          missing.try_emplace(std::string(StripBlanksRight(prerequisite.text)), 0);
      if (is_new) entry->second = AddMissingCard(prerequisite);
      edge.from.index = entry->second;
    }
    schedule_.edges.push_back(edge);
  }
}

std::uint32_t DumpTicksReader::AddMissingCard(const Prerequisite& prerequisite) {
  ScheduleCard card;
  std::string_view text = StripBlanksRight(prerequisite.text);
  if (text.find(", ") == std::string_view::npos) text = prerequisite.text;
  card.name = std::string(text.substr(text.rfind(", ") + 2));
  card.source_id = std::string(text);
  card.missing = true;
  card.line = prerequisite.line;
  problems_.Note(ScheduleFinding::Kind::kMissingCard, prerequisite.line,
                 absl::StrCat("the prerequisite ", QuotedName(card.name),
                              " is not among the rows; it orders others but does not run"));
  schedule_.cards.push_back(std::move(card));
  return static_cast<std::uint32_t>(schedule_.cards.size() - 1);
}

void DumpTicksReader::CheckTotals() {
  std::int64_t rows = 0;
  std::int64_t disabled = 0;
  for (const ScheduleCard& card : schedule_.cards) {
    if (card.missing) continue;
    rows += card.count;
    if (card.state == CardState::kDisabled) disabled += card.count;
  }
  const auto check = [&](std::string_view what, std::optional<std::int64_t> declared,
                         std::int64_t read) {
    if (!declared.has_value() || *declared == read) return;
    problems_.Note(ScheduleFinding::Kind::kTotalsDiffer, totals_line_,
                   absl::StrCat("the total line says ", *declared, " ", ToAbsl(what), ", but ",
                                read, " were read",
                                read > *declared && filter_ != Filter::kGrouped
                                    ? " (nested tick functions are printed, but not counted)"
                                    : ""));
  };
  const DeclaredTotals& declared = schedule_.declared;
  if (filter_ == Filter::kAll) {
    check("registered", declared.registered, rows);
    check("enabled", declared.enabled, rows - disabled);
    check("disabled", declared.disabled, disabled);
  } else {
    check(filter_ == Filter::kDisabled ? "disabled" : "enabled",
          filter_ == Filter::kDisabled ? declared.disabled : declared.enabled, rows);
  }
}

}  // namespace

absl::StatusOr<Schedule> ReadDumpTicksSchedule(std::string_view text, ReadProblems& problems) {
  return DumpTicksReader(text, problems).Read();
}

}  // namespace tickgraph::model
