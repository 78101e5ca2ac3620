#include "tickgraph/model/source_table.h"

#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"

namespace tickgraph::model {

std::optional<ScheduleSource> SourceTable::Parse(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return std::nullopt;
  const std::string_view digits = text.substr(colon + 1);
  for (const char c : digits) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(c))) return std::nullopt;
  }
  ScheduleSource source;
  if (!absl::SimpleAtoi(ToAbsl(digits), &source.line)) return std::nullopt;
  const std::string file(text.substr(0, colon));
  const auto next = static_cast<std::uint32_t>(files_.size() + 1);
  const auto [entry, is_new] = number_.try_emplace(file, next);
  if (is_new) files_.push_back(file);
  source.file = entry->second;
  return source;
}

std::string SourceText(const Schedule& schedule, const ScheduleSource& source) {
  return absl::StrCat(schedule.source_files[source.file - 1], ":", source.line);
}

}  // namespace tickgraph::model
