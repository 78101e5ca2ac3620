#ifndef TICKGRAPH_WORLD_WORLD_FRAME_H_
#define TICKGRAPH_WORLD_WORLD_FRAME_H_

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "absl/status/status.h"
#include "tickgraph/frame_result.h"
#include "tickgraph/world/time/frame_time.h"

namespace tickgraph {

/// How one tick of a world went. A tick always reaches its end, whatever cards, hooks and deferred
/// calls did.
///
///   world.Tick(dt);
///   if (const WorldFrame& frame = world.last_frame(); !frame.ok()) std::cerr << frame;
struct WorldFrame {
  std::string world;
  /// Counted from 1.
  std::uint64_t frame = 0;
  FrameTime time;
  /// Lost time of all frames so far: to the step cap, and to the clamp.
  LostTime lost;

  /// The cards: how many ran, and what they reported.
  FrameResult cards;
  std::size_t deferred_calls = 0;
  std::size_t objects_deleted = 0;

  /// Errors outside of the cards since the end of the frame before: a bad delta, a refused call, a
  /// hook that threw. The first one, and how many.
  absl::Status first_error;
  std::uint64_t error_count = 0;

  bool ok() const { return cards.ok() && error_count == 0; }
  /// The first error: of the world, or else of its cards.
  absl::Status status() const;
};

/// "world "arena": frame 12: 340 cards ran, 3 did not", lost time, and the first errors.
std::ostream& operator<<(std::ostream& out, const WorldFrame& frame);

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_WORLD_FRAME_H_
