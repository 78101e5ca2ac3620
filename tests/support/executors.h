#ifndef TICKGRAPH_TESTS_SUPPORT_EXECUTORS_H_
#define TICKGRAPH_TESTS_SUPPORT_EXECUTORS_H_

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {

/// An executor and its number of workers: what a rule has to hold on (rule G8).
///
///   class GroupTest : public testing::TestWithParam<ExecutorChoice> {
///    protected:
///     MadeScheduler made_{GetParam()};
///   };
///   TEST_P(GroupTest, RunsEveryCard) { made_.scheduler.RunFrame(0.1); }
///   INSTANTIATE_TEST_SUITE_P(Executors, GroupTest, AllExecutors(), ExecutorName);
struct ExecutorChoice {
  ExecutorKind kind = ExecutorKind::kSerial;
  int workers = 0;
};

/// "Serial", "Flow0", "Flow4": fits into the name of a test.
inline std::string NameOfExecutor(const ExecutorChoice& choice) {
  if (choice.kind == ExecutorKind::kSerial) return "Serial";
  return "Flow" + std::to_string(choice.workers);
}

inline std::string ExecutorName(const testing::TestParamInfo<ExecutorChoice>& info) {
  return NameOfExecutor(info.param);
}

inline void PrintTo(const ExecutorChoice& choice, std::ostream* out) {
  *out << NameOfExecutor(choice);
}

/// For INSTANTIATE_TEST_SUITE_P: serial, and flow with 0, 1, 2 and 4 workers.
inline auto AllExecutors() {
  return testing::Values(
      ExecutorChoice{ExecutorKind::kSerial, 0}, ExecutorChoice{ExecutorKind::kFlow, 0},
      ExecutorChoice{ExecutorKind::kFlow, 1}, ExecutorChoice{ExecutorKind::kFlow, 2},
      ExecutorChoice{ExecutorKind::kFlow, 4});
}

/// A scheduler on an executor of choice, with the pool that it needs.
///
///   MadeScheduler made(choice, {.max_rounds = 3});
///   made.scheduler.RunFrame(0.1);
struct MadeScheduler {
  /// `definition.workers` and `definition.executor` are set from `choice`.
  explicit MadeScheduler(const ExecutorChoice& choice, TickSchedulerDefinition definition = {})
      : workers({.count = choice.workers}), scheduler(Complete(definition, choice, workers)) {}

  WorkerPool workers;
  TickScheduler scheduler;

 private:
  static TickSchedulerDefinition Complete(TickSchedulerDefinition definition,
                                          const ExecutorChoice& choice, WorkerPool& workers) {
    definition.workers = &workers;
    definition.executor = choice.kind;
    return definition;
  }
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TESTS_SUPPORT_EXECUTORS_H_
