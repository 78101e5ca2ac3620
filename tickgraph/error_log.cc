#include "tickgraph/error_log.h"

#include <utility>

namespace tickgraph {

void ErrorLog::Add(TickError error, std::uint64_t plan_key) {
  const std::lock_guard lock(mutex_);
  if (frame_.count == 0 || plan_key < first_key_) {
    frame_.first = error;
    first_key_ = plan_key;
  }
  ++frame_.count;
  if (ring_.size() == kCapacity) ring_.pop_front();
  ring_.push_back(std::move(error));
}

ErrorLog::FrameErrors ErrorLog::TakeFrame() {
  const std::lock_guard lock(mutex_);
  if (frame_.count == 0) return {};
  return std::exchange(frame_, FrameErrors());
}

std::vector<TickError> ErrorLog::All() const {
  const std::lock_guard lock(mutex_);
  return {ring_.begin(), ring_.end()};
}

}  // namespace tickgraph
