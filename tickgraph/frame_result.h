#ifndef TICKGRAPH_FRAME_RESULT_H_
#define TICKGRAPH_FRAME_RESULT_H_

#include <cstdint>
#include <iosfwd>
#include <string>

#include "tickgraph/tick_error.h"

namespace tickgraph {

/// How a frame went. A frame always reaches its end, whatever its cards did.
///
///   if (const FrameResult& frame = scheduler.RunFrame(dt); !frame.ok()) std::cerr << frame;
///
/// Holds every error reported since the end of the frame before, so that gameplay calls need no
/// check of their own: the first one in full, and how many there were.
struct FrameResult {
  std::uint64_t frame = 0;
  /// Cards that ran, and cards that were in the frame but did not run.
  std::uint64_t cards_run = 0;
  std::uint64_t cards_skipped = 0;
  /// Cards that came in the middle of the frame.
  std::uint64_t newcomers = 0;
  /// CancelFrame was called; what had not started by then did not run.
  bool is_cancelled = false;

  std::uint64_t error_count = 0;
  /// The first error; meaningful where error_count > 0.
  TickError first_error;
  /// The first error as text: the card's name, what happened, where, and the way out.
  std::string first_error_text;

  bool ok() const { return error_count == 0; }
  absl::Status status() const;
};

/// "frame 12: 340 cards ran, 3 did not" and, where there was one, the first error.
std::ostream& operator<<(std::ostream& out, const FrameResult& result);

}  // namespace tickgraph

#endif  // TICKGRAPH_FRAME_RESULT_H_
