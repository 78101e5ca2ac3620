#ifndef TICKGRAPH_WORLD_DEFERRED_CALLS_H_
#define TICKGRAPH_WORLD_DEFERRED_CALLS_H_

#include <cstddef>
#include <mutex>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "tickgraph/source_location.h"
#include "tickgraph/world/render/error_box.h"

namespace tickgraph {

struct DeferredCallsDefinition {
  /// How many calls may wait; one more is refused.
  std::size_t capacity = 65'536;
  /// How often calls may defer calls within one flush; the rest waits for the next frame. At
  /// least 1.
  int max_passes = 100;
};

/// InvalidArgument where no call could ever run.
absl::Status Validate(const DeferredCallsDefinition& definition);

/// Calls that wait for a point of the frame at which anything may be changed (rule O-8).
///
///   calls.Push([&] { door.Open(); }, SourceLocation::Current());
///   calls.Flush(errors);
///
/// First in, first out. Calls pushed during a flush run in the same flush.
class DeferredCalls {
 public:
  using DeferredCall = absl::AnyInvocable<void() &&>;

  explicit DeferredCalls(const DeferredCallsDefinition& definition) : definition_(definition) {}

  /// Adds a call. Any thread; does not block. Errors: ResourceExhausted; then nothing was kept.
  absl::Status Push(DeferredCall call, SourceLocation where);

  /// Lets calls run again that the flush before had to leave. Game thread, at the start of a frame.
  void BeginFrame() { held_back_ = false; }

  /// Runs what waits until nothing does, and returns how many calls. What calls throw, more passes
  /// than allowed, and a flush inside a flush, which does nothing, go to `errors`. Game thread.
  std::size_t Flush(ErrorBox& errors);

  /// How many calls wait. Any thread.
  std::size_t waiting() const;

 private:
  struct Entry {
    DeferredCall call;
    SourceLocation where;
  };

  DeferredCallsDefinition definition_;
  mutable std::mutex mutex_;
  std::vector<Entry> waiting_;
  // The entries of the pass that runs; kept for its storage.
  std::vector<Entry> running_;
  bool flushing_ = false;
  bool held_back_ = false;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_DEFERRED_CALLS_H_
