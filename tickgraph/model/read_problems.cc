#include "tickgraph/model/read_problems.h"

#include <algorithm>

namespace tickgraph::model {

absl::Status ReadProblems::Report(std::int64_t line, std::string text) {
  if (!lenient_) return Fatal(line, std::move(text));
  Note(ScheduleFinding::Kind::kLoss, line, std::move(text));
  return absl::OkStatus();
}

absl::Status ReadProblems::Fatal(std::int64_t line, std::string text) const {
  return absl::InvalidArgumentError(
      FindingText(file_, {ScheduleFinding::Kind::kLoss, line, std::move(text)}));
}

void ReadProblems::Note(ScheduleFinding::Kind kind, std::int64_t line, std::string text) {
  warnings_.push_back({kind, line, std::move(text)});
}

std::vector<ScheduleFinding> ReadProblems::TakeWarnings() {
  std::stable_sort(
      warnings_.begin(), warnings_.end(),
      [](const ScheduleFinding& a, const ScheduleFinding& b) { return a.line < b.line; });
  return std::move(warnings_);
}

}  // namespace tickgraph::model
