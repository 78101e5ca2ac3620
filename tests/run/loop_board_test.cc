// TickContext::ParallelFor: rules L7, N7.

#include "tickgraph/run/loop_board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::HasSubstr;

class ParallelForTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  /// Runs `card` on both lanes, `frames` times each.
  template <typename Card>
  void RunOnBothLanes(int frames, Card card) {
    for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
      const TickHandle handle = scheduler_.Register({.name = "loop", .lane = lane, .run = card});
      for (int frame = 0; frame < frames; ++frame) scheduler_.RunFrame(0.1);
      scheduler_.Unregister(handle);
    }
  }

  HangWatchdog watchdog_{"a parallel loop", std::chrono::seconds(100)};
  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
};

INSTANTIATE_TEST_SUITE_P(Executors, ParallelForTest, AllExecutors(), ExecutorName);

// rule L7: every index once; what the bodies wrote is visible after the return (rule P5).
TEST_P(ParallelForTest, EveryIndexOnce) {
  for (const std::size_t count : {0U, 1U, 2U, 63U, 64U, 65U, 1000U}) {
    for (const std::size_t grain : {0U, 1U, 7U, 64U, 5000U}) {
      RunOnBothLanes(1, [=](const TickContext& t) {
        std::vector<int> visits(count, 0);
        t.ParallelFor(count, grain, [&](std::size_t index) { ++visits.at(index); });
        ASSERT_EQ(visits, std::vector<int>(count, 1)) << count << " by " << grain;
      });
    }
  }
}

// rule L7: nested, with any number of workers.
TEST_P(ParallelForTest, NestedLoops) {
  RunOnBothLanes(2, [](const TickContext& t) {
    std::atomic<int> visits{0};
    t.ParallelFor(12, 1, [&](std::size_t outer) {
      t.ParallelFor(10, 1, [&](std::size_t inner) {
        t.ParallelFor(3, 1, [&](std::size_t innermost) {
          if (outer < 12 && inner < 10 && innermost < 3) ++visits;
        });
      });
    });
    EXPECT_EQ(visits, 12 * 10 * 3);
  });
}

// Several cards loop at the same time.
TEST_P(ParallelForTest, LoopsOfManyCards) {
  std::atomic<int> visits{0};
  for (int card = 0; card < 100; ++card) {
    scheduler_.Register({.name = "loop",
                         .lane = card % 4 == 0 ? Lane::kGameThread : Lane::kAnyThread,
                         .cost_us = 50,
                         .run = [&](const TickContext& t) {
                           t.ParallelFor(40, 2, [&](std::size_t) { ++visits; });
                         }});
  }
  for (int frame = 0; frame < 3; ++frame) scheduler_.RunFrame(0.1);
  EXPECT_EQ(visits, 100 * 40 * 3);
}

// rule L7: helpers come. Two indices that wait for each other need two threads.
TEST_P(ParallelForTest, HelpersCome) {
  if (GetParam().workers == 0) GTEST_SKIP() << "nobody can come";
  RunOnBothLanes(20, [](const TickContext& t) {
    std::latch meeting(2);
    t.ParallelFor(2, 1, [&](std::size_t) { meeting.arrive_and_wait(); });
  });
}

// rule L7, F1: an exception inside leaves the loop, and is the card's. The frame goes on.
TEST_P(ParallelForTest, AnExceptionInsideIsTheCards) {
  std::atomic<int> inside{0};
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    const TickHandle loop =
        scheduler_.Register({.name = "broken loop", .lane = lane, .run = [&](const TickContext& t) {
                               t.ParallelFor(60, 1, [&](std::size_t index) {
                                 ++inside;
                                 struct Leave {
                                   std::atomic<int>& inside;
                                   ~Leave() { --inside; }
                                 } leave{inside};
                                 t.ParallelFor(4, 1, [&](std::size_t inner) {
                                   if (index == 20 && inner == 1)
                                     throw std::runtime_error("index 20");
                                 });
                               });
                             }});
    const TickHandle last =
        scheduler_.Register({.name = "last", .after = {loop}, .run = [&](const TickContext&) {
                               EXPECT_EQ(inside, 0) << "the loop has ended everywhere";
                             }});
    for (int frame = 0; frame < 10; ++frame) {
      const FrameResult& result = scheduler_.RunFrame(0.1);
      ASSERT_EQ(result.error_count, 1U);
      ASSERT_EQ(result.cards_run, 2U);
      ASSERT_THAT(result.first_error_text, HasSubstr("\"broken loop\" threw: index 20"));
    }
    scheduler_.Unregister(loop);
    scheduler_.Unregister(last);
    EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  }
}

// A card may catch what its loop threw, and loop again.
TEST_P(ParallelForTest, AnExceptionMayBeCaughtInTheCard) {
  RunOnBothLanes(20, [](const TickContext& t) {
    EXPECT_THROW(t.ParallelFor(50, 1,
                               [](std::size_t index) {
                                 if (index == 7) throw std::runtime_error("seven");
                               }),
                 std::runtime_error);
    std::atomic<int> visits{0};
    t.ParallelFor(50, 1, [&](std::size_t) { ++visits; });
    EXPECT_EQ(visits, 50);
  });
  EXPECT_TRUE(scheduler_.last_frame().ok());
}

// Which exception leaves the loop does not depend on who threw first: index 0 throws when index 1
// has thrown already.
TEST_P(ParallelForTest, TheExceptionOfTheLowestIndexLeavesTheLoop) {
  const bool is_alone = GetParam().workers == 0;
  RunOnBothLanes(20, [=](const TickContext& t) {
    std::latch one_throws(1);
    try {
      t.ParallelFor(8, 1, [&](std::size_t index) {
        if (index == 0 && !is_alone) {
          one_throws.wait();
          std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        if (index == 1) one_throws.count_down();
        throw std::runtime_error(std::to_string(index));
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "0");
    }
  });
}

// Each body is told its own thread: two threads never have one number at the same time.
TEST_P(ParallelForTest, EachBodyHasAWorkerOfItsOwn) {
  std::vector<std::atomic<int>> inside(static_cast<std::size_t>(GetParam().workers) + 1);
  std::atomic<int> clashes{0};
  std::mutex mutex;
  std::set<int> seen;
  RunOnBothLanes(5, [&](const TickContext& t) {
    const int outside = t.worker();
    t.ParallelFor(64, 1, [&](std::size_t) {
      const int worker = t.worker();
      std::atomic<int>& mine = inside.at(static_cast<std::size_t>(worker));
      if (++mine != 1) ++clashes;
      std::this_thread::yield();
      --mine;
      const std::lock_guard lock(mutex);
      seen.insert(worker);
    });
    EXPECT_EQ(t.worker(), outside);
  });
  EXPECT_EQ(clashes, 0);
  EXPECT_GE(*seen.begin(), 0);
  EXPECT_LE(*seen.rbegin(), GetParam().workers);
  if (GetParam().workers == 0) {
    EXPECT_EQ(seen.size(), 1U);
  }
}

// rule N7: what bodies ask for acts by index, at any depth, between what the card asked for before
// and after; the same on every lane and with any number of workers.
TEST_P(ParallelForTest, RequestsOfBodiesActByIndex) {
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::vector<int> order;
    const auto ask = [&](int number) {
      scheduler_.Call([&order, number] { order.push_back(number); });
    };
    const TickHandle card = scheduler_.Register(
        {.name = "asks", .lane = Lane::kAnyThread, .run = [&](const TickContext& t) {
           ask(-2);
           ask(-1);
           t.ParallelFor(20, 1, [&](std::size_t outer) {
             const int base = static_cast<int>(outer) * 100;
             ask(base);
             t.ParallelFor(30, 1, [&](std::size_t inner) {
               std::this_thread::yield();
               ask(base + 1 + static_cast<int>(inner));
             });
             t.ParallelFor(3, 1,
                           [&](std::size_t inner) { ask(base + 50 + static_cast<int>(inner)); });
             ask(base + 99);
           });
           ask(10000);
           t.ParallelFor(5, 1, [&](std::size_t index) { ask(10001 + static_cast<int>(index)); });
           ask(20000);
         }});
    scheduler_.RunFrame(0.1);
    scheduler_.Unregister(card);
    ASSERT_EQ(order.size(), 2U + 20 * 35 + 1 + 5 + 1);
    ASSERT_TRUE(std::is_sorted(order.begin(), order.end()));
  }
}

// rule N7: the bodies of a game-thread card are no exception to that: what they ask for waits for
// the group's end, with workers and without.
TEST_P(ParallelForTest, RequestsOfBodiesOfAGameThreadCardWait) {
  std::vector<std::string> names;
  scheduler_.Register({.name = "game", .run = [&](const TickContext& t) {
                         t.ParallelFor(8, 1, [&](std::size_t index) {
                           scheduler_.Register({.name = "body " + std::to_string(index)});
                         });
                         scheduler_.Register({.name = "direct"});
                       }});
  scheduler_.RunFrame(0.1);
  for (const TickHandle card : scheduler_.Cards()) {
    names.emplace_back(scheduler_.Describe(card)->name);
  }
  EXPECT_THAT(names, testing::ElementsAre("game", "direct", "body 0", "body 1", "body 2", "body 3",
                                          "body 4", "body 5", "body 6", "body 7"));
}

TEST(LoopBoardTest, AnEmptyBoardHasNoWork) {
  LoopBoard board;
  EXPECT_FALSE(board.HasWork(TickGroup::kNewlySpawned));
  EXPECT_FALSE(board.HelpOnce(TickGroup::kNewlySpawned, 1));
}

// The caller runs all by itself where nobody helps, although it called.
TEST(LoopBoardTest, TheCallerNeedsNobody) {
  LoopBoard board;
  const TickContext context;
  std::vector<int> visits(100, 0);
  int called = 0;
  board.Run(
      context, visits.size(), 1, 3,
      [](void* body, std::size_t begin, std::size_t end) {
        for (std::size_t index = begin; index < end; ++index) {
          ++(*static_cast<std::vector<int>*>(body))[index];
        }
      },
      &visits, [&] { ++called; });
  EXPECT_EQ(called, 1);
  EXPECT_EQ(std::accumulate(visits.begin(), visits.end(), 0), 100);
  EXPECT_FALSE(board.HasWork(TickGroup::kNewlySpawned));
}

}  // namespace
}  // namespace tickgraph
