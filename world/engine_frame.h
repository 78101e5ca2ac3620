#ifndef TICKGRAPH_WORLD_ENGINE_FRAME_H_
#define TICKGRAPH_WORLD_ENGINE_FRAME_H_

#include <cstddef>
#include <cstdint>
#include <iosfwd>

#include "absl/status/status.h"
#include "tickgraph/world/render/frame_end_sync.h"
#include "tickgraph/world/time/raw_delta.h"

namespace tickgraph {

/// How one frame of an engine loop went. Details of a world are in its own WorldFrame.
struct EngineFrame {
  /// Counted from 1.
  std::uint64_t frame = 0;
  /// The same for every world of the frame.
  RawDelta delta = {};
  std::size_t worlds = 0;
  /// What the frame-end sync found; empty without a render pipeline.
  SyncResult sync = {};

  /// Of clock, hooks, hand-over, render stages, and worlds: the first error, and how many of them
  /// had one.
  absl::Status first_error = {};
  std::uint64_t error_count = 0;

  bool ok() const { return error_count == 0; }
  const absl::Status& status() const { return first_error; }

  /// Counts an error; ok is none.
  void Add(const absl::Status& status) {
    if (status.ok()) return;
    if (error_count++ == 0) first_error = status;
  }
};

/// "frame 12: 2 worlds, delta 0.0166667 s" and, where there was one, the first error; also that
/// synchronous calls undo the lag, when they do so in more than kMostForcedFrames frames in a row.
std::ostream& operator<<(std::ostream& out, const EngineFrame& frame);

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_ENGINE_FRAME_H_
