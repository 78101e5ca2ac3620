// Trouble that people had with memory that grows. docs/cases.md lists all cases.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/allocation_counter.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/sanitizers.h"
#include "tests/support/small_stack.h"
#include "tickgraph/model/critical_path.h"
#include "tickgraph/model/schedule.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

class MemoryCasesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  HangWatchdog watchdog_{"a frame", std::chrono::seconds(200)};
};

INSTANTIATE_TEST_SUITE_P(Executors, MemoryCasesTest, AllExecutors(), ExecutorName);

/// Counts those that live.
class Counted {
 public:
  explicit Counted(std::atomic<int>& alive) : alive_(&alive) { ++*alive_; }
  Counted(Counted&& other) noexcept : alive_(std::exchange(other.alive_, nullptr)) {}
  Counted& operator=(Counted&&) = delete;
  ~Counted() {
    if (alive_ != nullptr) --*alive_;
  }

 private:
  std::atomic<int>* alive_;
};

// case-G2: cards that fork into two, and these again, and go when they have run: at the end of the
// frame nothing of them is left, and memory is that of one frame and not of all before.
TEST_P(MemoryCasesTest, ForkedCardsLeaveNothingBehindCaseG2) {
  constexpr int kDepth = 6;
  constexpr int kForked = (2 << kDepth) - 2;
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    TickScheduler& scheduler = made.scheduler;
    std::atomic<int> alive = 0;
    std::atomic<int> runs = 0;
    std::function<void(const TickContext&, int)> fork = [&](const TickContext& t, int depth) {
      for (int child = 0; child < 2 && depth > 0; ++child) {
        // Larger than what a delegate keeps inside, so it is allocated.
        t.scheduler().Register({.name = "a child with a name that is not short",
                                .lane = lane,
                                .run = [&, depth, counted = Counted(alive),
                                        payload = std::array<char, 100>()](const TickContext& c) {
                                  ++runs;
                                  c.scheduler().Unregister(c.card());
                                  fork(c, depth - 1 + payload[0]);
                                }});
      }
    };
    scheduler.Register({.lane = lane, .run = [&](const TickContext& t) { fork(t, kDepth); }});
    const auto frames = [&](int count) {
      for (int frame = 0; frame < count; ++frame) {
        runs = 0;
        const FrameResult& result = scheduler.RunFrame(0.1);
        ASSERT_TRUE(result.ok()) << result;
        ASSERT_EQ(runs, kForked);
        ASSERT_EQ(alive, 0) << "frame " << frame;
        ASSERT_EQ(scheduler.card_count(), 1U);
      }
    };
    frames(60);
    const AllocationCounter counter;
    frames(240);
    // One child of one frame in ten that was kept would be more.
    constexpr std::int64_t kSlack = 24 * 100;
    if (AllocationCounter::kIsSupported) {
      EXPECT_LE(counter.bytes(), kSlack);
    }
  }
}

// case-G3: the number of paths doubles with each diamond; nothing counts paths. Each runs once, and
// the longest path is the right one. scheduler_scale_test.cc has 100,000 on each executor.
TEST_P(MemoryCasesTest, DiamondsInARowCaseG3) {
  for (const std::uint32_t diamonds : {30U, 100U, 2000U}) {
    MadeScheduler made(GetParam());
    std::atomic<std::uint32_t> calls = 0;
    const auto add = [&](Lane lane, std::vector<TickHandle> after) {
      return made.scheduler.Register(
          {.lane = lane, .after = std::move(after), .run = [&](auto&) { ++calls; }});
    };
    TickHandle top = add(Lane::kGameThread, {});
    for (std::uint32_t diamond = 0; diamond < diamonds; ++diamond) {
      const TickHandle left = add(Lane::kAnyThread, {top});
      const TickHandle right = add(Lane::kGameThread, {top});
      top = add(diamond % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread, {left, right});
    }
    for (std::uint32_t frame = 1; frame <= 3; ++frame) {
      EXPECT_TRUE(made.scheduler.RunFrame(0.1).ok());
      EXPECT_EQ(calls, frame * (3 * diamonds + 1));
    }
  }
}

// case-G3: of each diamond the path takes the dearer side.
TEST(MemoryCasesPathTest, TheLongestPathThroughDiamondsCaseG3) {
  for (const std::uint32_t diamonds : {30U, 100U, kIsSanitized ? 5'000U : 100'000U}) {
    model::Schedule schedule;
    const auto add = [&](double cost) {
      schedule.cards.emplace_back().cost_us = cost;
      return static_cast<std::uint32_t>(schedule.cards.size() - 1);
    };
    const auto order = [&](std::uint32_t from, std::uint32_t to) {
      model::ScheduleEdge& edge = schedule.edges.emplace_back();
      edge.from.index = from;
      edge.to.index = to;
    };
    std::vector<std::uint32_t> expected = {add(1)};
    for (std::uint32_t diamond = 0; diamond < diamonds; ++diamond) {
      const bool is_left_dearer = diamond % 3 == 0;
      const std::uint32_t top = expected.back();
      const std::uint32_t left = add(is_left_dearer ? 5 : 2);
      const std::uint32_t right = add(is_left_dearer ? 2 : 5);
      const std::uint32_t bottom = add(1);
      for (const std::uint32_t side : {left, right}) {
        order(top, side);
        order(side, bottom);
      }
      expected.push_back(is_left_dearer ? left : right);
      expected.push_back(bottom);
    }
    RunOnSmallStack([&] {
      const model::CriticalPath path = model::FindCriticalPath(schedule);
      EXPECT_EQ(path.cards, expected);
      EXPECT_EQ(path.cost_us, 1.0 + 6.0 * diamonds);
      EXPECT_EQ(path.total_cost_us, 1.0 + 8.0 * diamonds);
      EXPECT_FALSE(path.has_cycle);
    });
  }
}

}  // namespace
}  // namespace tickgraph
