#include "tickgraph/world/engine_frame.h"

#include <ostream>

namespace tickgraph {

std::ostream& operator<<(std::ostream& out, const EngineFrame& frame) {
  out << "frame " << frame.frame << ": " << frame.worlds
      << (frame.worlds == 1 ? " world" : " worlds") << ", delta " << frame.delta.seconds << " s";
  if (frame.sync.is_forced()) {
    out << "; synchronous calls held the game thread for " << frame.sync.forced_frames
        << " frames in a row";
  }
  if (!frame.ok()) {
    out << "; " << frame.error_count << (frame.error_count == 1 ? " error: " : " errors, first: ")
        << frame.first_error.message();
  }
  return out << '\n';
}

}  // namespace tickgraph
