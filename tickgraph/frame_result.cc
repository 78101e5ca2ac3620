#include "tickgraph/frame_result.h"

#include <ostream>

namespace tickgraph {

absl::Status FrameResult::status() const {
  if (ok()) return absl::OkStatus();
  return absl::Status(StatusCodeOf(first_error.code), first_error_text);
}

std::ostream& operator<<(std::ostream& out, const FrameResult& result) {
  out << "frame " << result.frame << ": " << result.cards_run << " cards ran, "
      << result.cards_skipped << " did not";
  if (result.error_count > 0) {
    out << "; " << result.error_count << (result.error_count == 1 ? " error: " : " errors, first: ")
        << result.first_error_text;
  }
  return out << '\n';
}

}  // namespace tickgraph
