#include "tickgraph/run/lane_set.h"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/support/hang_watchdog.h"
#include "tickgraph/run/worker_pool.h"

namespace tickgraph {
namespace {

class OneCall final : public LaneClient {
 public:
  void WorkOnLane(int /*lane*/) override {
    has_work_ = false;
    ++calls;
    calls.notify_all();
  }
  bool HasLaneWork() override { return has_work_; }

  void Give() { has_work_ = true; }
  std::atomic<int> calls{0};

 private:
  std::atomic<bool> has_work_{false};
};

// Sets live on in their pool: the next client gets the lanes of the one before it, and messages
// that found nobody do not keep them from being called.
TEST(LaneSetTest, ServesOneClientAfterAnother) {
  const HangWatchdog watchdog("a client of used lanes", std::chrono::seconds(60));
  WorkerPool pool({.count = 1});
  for (int client = 0; client < 500; ++client) {
    OneCall called;
    WorkerLanes lanes(pool, called);
    called.Give();
    lanes.Wake();
    if (client % 2 == 0) called.calls.wait(0);
  }
}

}  // namespace
}  // namespace tickgraph
