// A steady frame allocates nothing on any thread: rule N6.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <latch>
#include <vector>

#include "tests/support/allocation_counter.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

/// Every kind of work that a steady world has.
class SteadyWorld {
 public:
  SteadyWorld(const ExecutorChoice& choice, int recorded_frames)
      : made_(choice, {.recorded_frames = recorded_frames}) {
    using enum TickGroup;
    TickHandle last;
    for (int index = 0; index < 400; ++index) {
      constexpr std::array kStarts = {kPrePhysics, kDuringPhysics, kPostPhysics, kPostUpdateWork};
      const TickGroup start = kStarts[static_cast<std::size_t>(index) % kStarts.size()];
      TickFunction card;
      card.name = "steady";
      card.start = start;
      card.lane = index % 3 == 0 ? Lane::kGameThread : Lane::kAnyThread;
      card.start_enabled = index % 11 != 0;
      if (index % 4 == 3 && last) card.after = {last};
      card.run = [this, index](const TickContext& t) {
        if (index % 50 != 1) {
          calls_.fetch_add(1, std::memory_order_relaxed);
          return;
        }
        t.ParallelFor(64, 4,
                      [this](std::size_t) { calls_.fetch_add(1, std::memory_order_relaxed); });
      };
      last = made_.scheduler.Register(std::move(card));
    }
  }

  TickScheduler& scheduler() { return made_.scheduler; }

  /// Returns when every worker has been inside a card at the same time as all others: the first
  /// time a thread comes, oneTBB allocates for it, and that may be long after the hundredth frame.
  void MeetAllWorkers() {
    const int count = made_.workers.worker_count();
    if (count == 0) return;
    const HangWatchdog watchdog("a meeting of all workers", std::chrono::seconds(60));
    std::latch meeting(count);
    TickScheduler meets(made_.workers);
    for (int worker = 0; worker < count; ++worker) {
      meets.Register({.name = "meets",
                      .start = TickGroup::kDuringPhysics,
                      .lane = Lane::kAnyThread,
                      .run = [&](const TickContext&) { meeting.arrive_and_wait(); }});
    }
    ASSERT_TRUE(meets.BeginFrame(0.01).ok());
    for (int group = 0; group <= GroupIndex(TickGroup::kDuringPhysics); ++group) {
      ASSERT_TRUE(meets.RunGroup(static_cast<TickGroup>(group)).ok());
    }
    meeting.wait();
    meets.EndFrame();
  }

 private:
  MadeScheduler made_;
  std::atomic<int> calls_{0};
};

class SchedulerMemoryTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  void SetUp() override {
    if (!AllocationCounter::kIsSupported) {
      GTEST_SKIP() << "allocations are not counted under sanitizers, nor without glibc";
    }
  }

  static std::uint64_t AllocationsIn(const std::function<void()>& what) {
    const AllocationCounter counter;
    what();
    return counter.allocations();
  }
};

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerMemoryTest, AllExecutors(), ExecutorName);

// rule N6, after 100 frames.
TEST_P(SchedulerMemoryTest, ASteadyFrameAllocatesNothing) {
  for (const int recorded_frames : {0, 3}) {
    SteadyWorld world(GetParam(), recorded_frames);
    world.MeetAllWorkers();
    for (int frame = 0; frame < 100; ++frame) world.scheduler().RunFrame(0.01);
    const std::uint64_t count = AllocationsIn([&world] {
      for (int frame = 0; frame < 500; ++frame) world.scheduler().RunFrame(0.01);
    });
    EXPECT_EQ(count, 0U) << "in 500 frames, recording " << recorded_frames;
  }
}

// What the test above would see if there was something.
TEST_P(SchedulerMemoryTest, AFrameThatRegistersIsSeenToAllocate) {
  SteadyWorld world(GetParam(), 0);
  for (int frame = 0; frame < 100; ++frame) world.scheduler().RunFrame(0.01);
  const std::uint64_t count = AllocationsIn([&world] {
    world.scheduler().Register({.name = "a name that is too long to be kept inside a string"});
    world.scheduler().RunFrame(0.01);
  });
  EXPECT_GT(count, 0U);
}

}  // namespace
}  // namespace tickgraph
