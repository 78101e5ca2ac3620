#ifndef TICKGRAPH_TESTS_SUPPORT_HANG_WATCHDOG_H_
#define TICKGRAPH_TESTS_SUPPORT_HANG_WATCHDOG_H_

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace tickgraph {

/// Ends the test program with a message when a scope does not come to its end in time: a thread
/// that hangs cannot be ended in any other way.
///   const HangWatchdog watchdog("shutdown with a frame in flight");
class HangWatchdog {
 public:
  explicit HangWatchdog(std::string what, std::chrono::seconds limit = std::chrono::seconds(10));
  ~HangWatchdog();
  HangWatchdog(const HangWatchdog&) = delete;
  HangWatchdog& operator=(const HangWatchdog&) = delete;

 private:
  std::string what_;
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_HANG_WATCHDOG_H_
