#include "tickgraph/observe/edge_check.h"

#include "absl/strings/str_format.h"
#include "tickgraph/observe/json_text.h"

namespace tickgraph {

void EdgeCheck::Add(const FrameRecord& record) {
  walk_.Visit(record, [&](const CardRun& before, const CardRun& after) {
    ++compared_;
    if (before.end_ns <= after.start_ns) return;
    ++violations_;
    if (examples_.size() == kMaxExamples) return;
    examples_.push_back({record.frame, before.card, after.card, before.end_ns, after.start_ns});
  });
}

std::string EdgeCheck::Text() const {
  std::string text;
  for (const EdgeViolation& violation : examples_) {
    absl::StrAppendFormat(&text, "frame %d: %s started %d ns before its prerequisite %s ended\n",
                          violation.frame, JsonString(snapshot_.NameOf(violation.card)),
                          violation.prerequisite_end_ns - violation.card_start_ns,
                          JsonString(snapshot_.NameOf(violation.prerequisite)));
  }
  return text;
}

}  // namespace tickgraph
