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
#include "tickgraph/model/suffix_index.h"

namespace tickgraph::model {
namespace {

constexpr std::string_view kIndent = "    ";

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
  absl::Status ReadLine(std::string_view line, bool has_prefix);
  absl::Status BeginDump(std::string_view filter);
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
    const bool has_prefix = StripLogPrefix(line);
    saved_log_ = saved_log_ || has_prefix;
    if (absl::Status status = ReadLine(line, has_prefix); !status.ok()) return status;
  }
  if (place_ == Place::kBeforeDump) {
    return problems_.Fatal(line_, "the header \"Tick Functions (…)\" is broken");
  }
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

absl::Status DumpTicksReader::ReadLine(std::string_view line, bool has_prefix) {
  if (const auto filter = ParseDumpHeader(line); filter.has_value()) {
    if (place_ == Place::kBeforeDump) return BeginDump(*filter);
    if (place_ == Place::kAfterDump) {
      problems_.Note(ScheduleFinding::Kind::kDoubt, line_,
                     "another dump begins here; only the first is read");
      return absl::OkStatus();
    }
  }
  if (place_ != Place::kInDump) return absl::OkStatus();
  return ReadDumpLine(line, has_prefix);
}

absl::Status DumpTicksReader::BeginDump(std::string_view filter) {
  place_ = Place::kInDump;
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
  if (line.empty()) return absl::OkStatus();
  const bool is_indented = line.starts_with(kIndent);
  if (is_indented && remaining_ > 0) return ReadPrerequisite(line.substr(kIndent.size()));
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
  // Those of nested tick functions are indented once more.
  while (line.starts_with(' ')) line.remove_prefix(1);
  const auto card = static_cast<std::uint32_t>(schedule_.cards.size() - 1);
  if (line == "Invalid Prerequisite") {
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
  std::string_view name = row.name;
  while (name.starts_with(' ')) name.remove_prefix(1);
  AddCard(name, std::move(card));
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
    if (const auto match = index.Find(prerequisite.text); match.has_value()) {
      edge.from.index = match->value;
      if (const std::int64_t count = names_[match->name].count; count > 1) {
        problems_.Note(ScheduleFinding::Kind::kDoubt, prerequisite.line,
                       absl::StrCat(count, " tick functions are called ", QuotedName(match->name),
                                    "; the first is taken as the prerequisite"));
      }
    } else {
      const auto [entry, is_new] = missing.try_emplace(std::string(prerequisite.text), 0);
      if (is_new) entry->second = AddMissingCard(prerequisite);
      edge.from.index = entry->second;
    }
    schedule_.edges.push_back(edge);
  }
}

std::uint32_t DumpTicksReader::AddMissingCard(const Prerequisite& prerequisite) {
  ScheduleCard card;
  const std::size_t comma = prerequisite.text.rfind(", ");
  card.name = std::string(prerequisite.text.substr(comma + 2));
  card.source_id = std::string(prerequisite.text);
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
