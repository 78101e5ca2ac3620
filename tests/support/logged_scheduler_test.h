#ifndef TICKGRAPH_TESTS_SUPPORT_LOGGED_SCHEDULER_TEST_H_
#define TICKGRAPH_TESTS_SUPPORT_LOGGED_SCHEDULER_TEST_H_

#include <gtest/gtest.h>

#include <chrono>
#include <utility>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {

/// A scheduler on each executor whose cards note their names when they are called.
///
///   class MyTest : public LoggedSchedulerTest {};
///   TEST_P(MyTest, RunsBoth) {
///     Add("b", {.after = {Add("a")}});
///     scheduler_.RunFrame(0.1);
///     EXPECT_THAT(log_.Take(), ElementsAre("a", "b"));
///   }
///   INSTANTIATE_TEST_SUITE_P(Executors, MyTest, AllExecutors(), ExecutorName);
class LoggedSchedulerTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  explicit LoggedSchedulerTest(const TickSchedulerDefinition& definition = {})
      : made_(GetParam(), definition) {}

  TickHandle Add(const char* name, TickFunction card = {}) {
    card.name = name;
    card.run = log_.Note(name);
    return scheduler_.Register(std::move(card));
  }

  HangWatchdog watchdog_{"a frame", std::chrono::seconds(100)};
  CallLog log_;
  MadeScheduler made_;
  TickScheduler& scheduler_ = made_.scheduler;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_LOGGED_SCHEDULER_TEST_H_
