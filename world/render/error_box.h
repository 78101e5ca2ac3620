#ifndef TICKGRAPH_WORLD_RENDER_ERROR_BOX_H_
#define TICKGRAPH_WORLD_RENDER_ERROR_BOX_H_

#include <cstdint>
#include <mutex>
#include <utility>

#include "absl/status/status.h"

namespace tickgraph {

/// Collects the errors of threads that have nobody to return them to, until somebody who has asks.
/// Keeps the first error, which is usually the cause, and counts the others. Any thread; blocks
/// only for the length of an assignment.
class ErrorBox {
 public:
  /// Adds `status` unless it is ok.
  void Add(absl::Status status) {
    if (status.ok()) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (first_.ok()) first_ = std::move(status);
    ++count_;
  }

  /// Returns the first error added since the last call, or ok.
  absl::Status Take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::exchange(first_, absl::OkStatus());
  }

  /// All errors ever added.
  std::int64_t count() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return count_;
  }

 private:
  mutable std::mutex mutex_;
  absl::Status first_;
  std::int64_t count_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_RENDER_ERROR_BOX_H_
