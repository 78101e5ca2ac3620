#include "tickgraph/model/schedule.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"

namespace tickgraph::model {

std::string_view ScheduleFormatName(ScheduleFormat format) {
  switch (format) {
    case ScheduleFormat::kDot:
      return "dot";
    case ScheduleFormat::kDumpTicks:
      return "dumpticks";
    case ScheduleFormat::kStg:
      return "stg";
    case ScheduleFormat::kPlayerLoop:
      return "player-loop";
    case ScheduleFormat::kJson:
      return "json";
  }
  return "unknown";
}

std::string_view CardStateName(CardState state) {
  switch (state) {
    case CardState::kEnabled:
      return "enabled";
    case CardState::kCoolingDown:
      return "cooling";
    case CardState::kDisabled:
      return "disabled";
  }
  return "unknown";
}

std::string FindingText(std::string_view file, const ScheduleFinding& finding) {
  if (finding.line <= 0) return absl::StrCat(ToAbsl(file), ": ", finding.text);
  return absl::StrCat(ToAbsl(file), ":", finding.line, ": ", finding.text);
}

}  // namespace tickgraph::model
