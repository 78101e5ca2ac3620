#ifndef TICKGRAPH_TESTS_SUPPORT_CALL_LOG_H_
#define TICKGRAPH_TESTS_SUPPORT_CALL_LOG_H_

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "tickgraph/tick_context.h"

namespace tickgraph {

/// Notes which cards were called, from any thread.
///   CallLog log;
///   scheduler.Register({.name = "a", .run = log.Note("a")});
///   EXPECT_THAT(log.Take(), ElementsAre("a"));
class CallLog {
 public:
  /// The work of a card that notes `name`.
  auto Note(std::string name) {
    return [this, name = std::move(name)](const TickContext& /*context*/) { Add(name); };
  }

  void Add(std::string name) {
    const std::lock_guard lock(mutex_);
    names_.push_back(std::move(name));
  }

  /// What was noted since the last Take, in order of time.
  std::vector<std::string> Take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(names_, {});
  }

  std::vector<std::string> TakeSorted() {
    std::vector<std::string> names = Take();
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> names_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_CALL_LOG_H_
