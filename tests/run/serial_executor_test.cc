#include "tickgraph/run/serial_executor.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/call_log.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

// rule L2: the serial executor runs plan order, both lanes, on the calling thread.
TEST(SerialExecutorTest, RunsPlanOrderOnTheCallingThread) {
  WorkerPool pool({.count = 2});
  TickScheduler scheduler({.workers = &pool, .executor = ExecutorKind::kSerial});
  EXPECT_EQ(scheduler.worker_count(), 0);
  CallLog log;
  const std::thread::id mine = std::this_thread::get_id();
  TickHandle last;
  for (int index = 0; index < 60; ++index) {
    const std::string name = std::to_string(index);
    TickFunction card;
    card.name = name;
    card.start = index % 4 == 0 ? TickGroup::kDuringPhysics : TickGroup::kPrePhysics;
    card.lane = index % 2 == 0 ? Lane::kGameThread : Lane::kAnyThread;
    card.order = index % 7;
    if (index % 5 == 0 && last) card.after = {last};
    card.run = [&log, mine, name](const TickContext& t) {
      EXPECT_EQ(std::this_thread::get_id(), mine);
      EXPECT_EQ(t.worker(), 0);
      log.Add(name);
    };
    last = scheduler.Register(std::move(card));
  }
  scheduler.RunFrame(0.1);
  std::vector<std::string> expected;
  for (const TickHandle card : scheduler.PlanOrder()) {
    expected.emplace_back(scheduler.Describe(card)->name);
  }
  EXPECT_EQ(log.Take(), expected);
}

}  // namespace
}  // namespace tickgraph
