#include "tickgraph/world/deferred_calls.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/world/render/guarded_call.h"

namespace tickgraph {

absl::Status Validate(const DeferredCallsDefinition& definition) {
  if (definition.max_passes >= 1) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("deferred calls may run ", definition.max_passes,
                   " passes (DeferredCallsDefinition::max_passes); give at least 1"));
}

absl::Status DeferredCalls::Push(DeferredCall call, SourceLocation where) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (waiting_.size() >= definition_.capacity) {
    return absl::ResourceExhaustedError(
        absl::StrCat("Defer at ", ToString(where), ": ", waiting_.size(),
                     " deferred calls wait already, and no more fit; the call was dropped"));
  }
  waiting_.push_back({std::move(call), where});
  return absl::OkStatus();
}

std::size_t DeferredCalls::Flush(ErrorBox& errors) {
  if (flushing_) {
    errors.Add(absl::FailedPreconditionError(
        "deferred calls were flushed inside a deferred call; the outer flush will run them all"));
    return 0;
  }
  if (held_back_) return 0;
  flushing_ = true;
  std::size_t count = 0;
  SourceLocation last;
  bool finished = false;
  for (int pass = 0; !finished && pass < definition_.max_passes; ++pass) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      std::swap(waiting_, running_);
    }
    finished = running_.empty();
    for (Entry& entry : running_) {
      const absl::Status status =
          CallGuarded("a deferred call", [&entry] { std::move(entry.call)(); });
      if (!status.ok()) {
        errors.Add(absl::Status(status.code(), absl::StrCat("Defer at ", ToString(entry.where),
                                                            ": ", status.message())));
      }
      last = entry.where;
    }
    count += running_.size();
    running_.clear();
  }
  flushing_ = false;
  if (const std::size_t left = waiting(); !finished && left > 0) {
    held_back_ = true;
    errors.Add(absl::ResourceExhaustedError(
        absl::StrCat("Defer at ", ToString(last), ": deferred calls kept deferring calls, ",
                     definition_.max_passes, " times over; ", left, " wait for the next frame")));
  }
  return count;
}

std::size_t DeferredCalls::waiting() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return waiting_.size();
}

}  // namespace tickgraph
