#include "tests/support/hang_watchdog.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace tickgraph {

HangWatchdog::HangWatchdog(std::string what, std::chrono::seconds limit)
    : what_(std::move(what)), thread_([this, limit] {
        std::unique_lock<std::mutex> lock(mutex_);
        if (ended_changed_.wait_for(lock, limit, [this] { return ended_; })) return;
        std::fprintf(stderr, "hang: %s did not end within %lld s\n", what_.c_str(),
                     static_cast<long long>(limit.count()));
        std::abort();
      }) {}

HangWatchdog::~HangWatchdog() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_one();
  thread_.join();
}

}  // namespace tickgraph
