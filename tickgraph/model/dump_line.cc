#include "tickgraph/model/dump_line.h"

#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/card_values.h"

namespace tickgraph::model {
namespace {

bool IsDigit(char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }

std::string_view StripRight(std::string_view text) {
  while (!text.empty() && absl::ascii_isspace(static_cast<unsigned char>(text.back()))) {
    text.remove_suffix(1);
  }
  return text;
}

// Takes the number at the end of `text` away; nothing where there is none or it is too large.
std::optional<std::int64_t> TakeNumber(std::string_view& text) {
  std::size_t begin = text.size();
  while (begin > 0 && IsDigit(text[begin - 1])) --begin;
  std::int64_t number = 0;
  if (begin == text.size() || !absl::SimpleAtoi(ToAbsl(text.substr(begin)), &number)) {
    return std::nullopt;
  }
  text.remove_suffix(text.size() - begin);
  return number;
}

bool TakeSuffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

bool TakePrefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Takes the last field, after ", ", away.
std::optional<std::string_view> TakeField(std::string_view& text) {
  const std::size_t comma = text.rfind(", ");
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view field = text.substr(comma + 2);
  text.remove_suffix(text.size() - comma);
  return field;
}

// Reads "Enabled", "Disabled" or "Cooling Down for 0.2134 seconds".
bool ParseState(std::string_view field, DumpRow& row) {
  if (field == "Enabled") {
    row.state = CardState::kEnabled;
  } else if (field == "Disabled") {
    row.state = CardState::kDisabled;
  } else if (TakePrefix(field, "Cooling Down for ") && TakeSuffix(field, " seconds")) {
    row.state = CardState::kCoolingDown;
    const auto seconds = ParseDuration(field);
    if (seconds.has_value()) row.cooling_seconds = *seconds;
    if (!seconds.has_value()) row.problem = absl::StrCat("no duration: ", QuotedName(field));
  } else {
    return false;
  }
  return true;
}

// Reads "ActualStartTickGroup: TG_PrePhysics"; older engines wrote "ActualTickGroup".
bool ParseGroup(std::string_view field, DumpRow& row) {
  const std::size_t colon = field.rfind(": ");
  if (colon == std::string_view::npos) return false;
  const std::string_view key = field.substr(0, colon);
  if (!key.ends_with("TickGroup") || key.find(' ') != std::string_view::npos) return false;
  const std::string_view name = field.substr(colon + 2);
  const auto group = ParseTickGroup(name);
  if (!group.has_value()) row.problem = absl::StrCat("no tick group: ", QuotedName(name));
  (key.find("End") != std::string_view::npos ? row.end : row.start) = group;
  return true;
}

}  // namespace

std::optional<DumpHeader> ParseDumpHeader(std::string_view line) {
  constexpr std::string_view kWords = "Tick Functions (";
  constexpr std::size_t kShortestRule = 4;
  const std::size_t words = line.find(kWords);
  if (words == std::string_view::npos) return std::nullopt;
  DumpHeader header;
  header.prefix = StripRight(line.substr(0, words));
  std::size_t rule = 0;
  while (header.prefix.ends_with('=')) {
    header.prefix.remove_suffix(1);
    ++rule;
  }
  header.has_rule = rule >= kShortestRule;
  header.filter = line.substr(words + kWords.size());
  const std::size_t end = header.filter.find(')');
  const char* const missing = !header.has_rule                ? "\"====\""
                              : end == std::string_view::npos ? "')'"
                                                              : nullptr;
  if (missing != nullptr) {
    header.problem = absl::StrCat("the header \"==== Tick Functions (…) ====\" is broken: its ",
                                  missing, " is missing");
  }
  std::size_t letters = 0;
  while (letters < header.filter.size() &&
         absl::ascii_isalpha(static_cast<unsigned char>(header.filter[letters]))) {
    ++letters;
  }
  header.filter = header.filter.substr(0, end == std::string_view::npos ? letters : end);
  return header;
}

std::optional<DumpRow> ParseDumpRow(std::string_view line) {
  line = StripRight(line);
  DumpRow row;
  const auto prerequisites = TakeNumber(line);
  if (!prerequisites.has_value()) return std::nullopt;
  row.prerequisites = *prerequisites;
  // The engine misspells the word; both spellings are read.
  if (!TakeSuffix(line, ", Prerequesities: ") && !TakeSuffix(line, ", Prerequisites: ")) {
    return std::nullopt;
  }
  auto field = TakeField(line);
  while (field.has_value() && ParseGroup(*field, row)) field = TakeField(line);
  if (!row.start.has_value() && row.problem.empty()) row.problem = "the row names no tick group";
  if (!field.has_value() || !ParseState(*field, row)) {
    row.problem = "the row has no state: Enabled, Disabled or Cooling Down for … seconds";
  }
  row.name = line;
  if (line.empty() && row.problem.empty()) row.problem = "the row has no name";
  return row;
}

std::optional<DumpGroupedRow> ParseDumpGroupedRow(std::string_view line) {
  line = StripRight(line);
  const auto count = TakeNumber(line);
  if (!count.has_value() || !TakeSuffix(line, ", ") || line.empty()) return std::nullopt;
  return DumpGroupedRow{line, *count};
}

std::optional<DeclaredTotals> ParseDumpTotals(std::string_view line) {
  line = StripRight(line);
  DeclaredTotals totals;
  if (!TakeSuffix(line, ".")) return std::nullopt;
  if (line.starts_with("Total enabled tick functions: ")) {
    totals.enabled = TakeNumber(line);
    if (!totals.enabled.has_value()) return std::nullopt;
    return totals;
  }
  if (!line.starts_with("Total registered tick functions: ")) return std::nullopt;
  totals.disabled = TakeNumber(line);
  if (!TakeSuffix(line, ", disabled: ")) return std::nullopt;
  totals.enabled = TakeNumber(line);
  if (!TakeSuffix(line, ", enabled: ")) return std::nullopt;
  totals.registered = TakeNumber(line);
  if (!totals.registered || !totals.enabled || !totals.disabled) return std::nullopt;
  return totals;
}

bool IsLogLine(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() &&
         (absl::ascii_isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_')) {
    ++end;
  }
  return end > 0 && line.substr(end).starts_with(": ");
}

}  // namespace tickgraph::model
