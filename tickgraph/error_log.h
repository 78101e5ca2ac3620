#ifndef TICKGRAPH_ERROR_LOG_H_
#define TICKGRAPH_ERROR_LOG_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "tickgraph/tick_error.h"

namespace tickgraph {

/// The last errors of one scheduler, and those of the running frame.
///
/// Errors arrive from any thread in any order; the frame's first error is the one that came
/// earliest in plan order, so that it does not depend on the number of workers.
class ErrorLog {
 public:
  static constexpr std::size_t kCapacity = 100;

  /// Adds an error of a card with this place in plan order; 0 outside of cards. From any thread.
  void Add(TickError error, std::uint64_t plan_key);

  struct FrameErrors {
    std::uint64_t count = 0;
    TickError first;
  };
  /// What was added since the last call.
  FrameErrors TakeFrame();

  /// Oldest first.
  std::vector<TickError> All() const;

 private:
  mutable std::mutex mutex_;
  std::deque<TickError> ring_;
  FrameErrors frame_;
  std::uint64_t first_key_ = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_ERROR_LOG_H_
