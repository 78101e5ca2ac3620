#include "tickgraph/model/read_problems.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

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
  if (warnings_.size() < kMostWarnings) {
    warnings_.push_back({kind, line, std::move(text)});
  } else if (unlisted_++ == 0) {
    first_unlisted_line_ = line;
  }
}

std::vector<ScheduleFinding> ReadProblems::TakeWarnings() {
  std::stable_sort(
      warnings_.begin(), warnings_.end(),
      [](const ScheduleFinding& a, const ScheduleFinding& b) { return a.line < b.line; });
  if (unlisted_ > 0) {
    warnings_.push_back({ScheduleFinding::Kind::kLoss, first_unlisted_line_,
                         absl::StrCat(unlisted_, " more findings are not listed, the first here")});
    unlisted_ = 0;
  }
  return std::exchange(warnings_, {});
}

}  // namespace tickgraph::model
