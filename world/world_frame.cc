#include "tickgraph/world/world_frame.h"

#include <ostream>

namespace tickgraph {

absl::Status WorldFrame::status() const { return error_count > 0 ? first_error : cards.status(); }

std::ostream& operator<<(std::ostream& out, const WorldFrame& frame) {
  out << "world \"" << frame.world << "\": " << frame.cards;
  if (frame.time.lost.to_step_cap > 0 || frame.time.lost.to_clamp > 0) {
    out << "  lost time: " << frame.time.lost.to_step_cap << " s to the step cap, "
        << frame.time.lost.to_clamp << " s to the clamp\n";
  }
  if (frame.error_count > 0) {
    out << "  " << frame.error_count
        << (frame.error_count == 1 ? " error: " : " errors outside of the cards, first: ")
        << frame.first_error.message() << '\n';
  }
  return out;
}

}  // namespace tickgraph
