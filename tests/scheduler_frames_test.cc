// Frames and groups: their order, wrong calls, frames inside of cards, and frames with nothing in
// them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tests/support/soak.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::array kReleased = {
    TickGroup::kPrePhysics,    TickGroup::kStartPhysics, TickGroup::kDuringPhysics,
    TickGroup::kEndPhysics,    TickGroup::kPostPhysics,  TickGroup::kPostUpdateWork,
    TickGroup::kLastDemotable,
};

class SchedulerFramesTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  void Fill() {
    for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
      for (const TickGroup group : {TickGroup::kPrePhysics, TickGroup::kDuringPhysics,
                                    TickGroup::kPostPhysics, TickGroup::kPostUpdateWork}) {
        const std::string name =
            (lane == Lane::kGameThread ? "game " : "any ") + std::string(TickGroupName(group));
        scheduler_.Register({.name = name, .start = group, .lane = lane, .run = log_.Note(name)});
      }
    }
  }

  /// A refused call must leave nothing behind: the frame goes on and every card runs once.
  void ExpectWholeFrameRunsFrom(std::size_t next) {
    for (; next < kReleased.size(); ++next) {
      ASSERT_TRUE(scheduler_.RunGroup(kReleased[next]).ok()) << next;
    }
    const FrameResult& result = scheduler_.EndFrame();
    EXPECT_EQ(result.cards_run, 8U);
    EXPECT_EQ(log_.TakeSorted().size(), 8U);
  }

  HangWatchdog watchdog_{"a frame", std::chrono::seconds(100)};
  CallLog log_;
  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
};

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerFramesTest, AllExecutors(), ExecutorName);

// rule G6: released in order, each once a frame.
TEST_P(SchedulerFramesTest, RunGroupOutOfOrderOrTwiceIsRefusedAndChangesNothing) {
  Fill();
  for (std::size_t released = 0; released <= kReleased.size(); ++released) {
    ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
    for (std::size_t index = 0; index < released; ++index) {
      ASSERT_TRUE(scheduler_.RunGroup(kReleased[index]).ok());
    }
    for (int group = 0; group < kTickGroupCount; ++group) {
      if (static_cast<std::size_t>(group) == released && released < kReleased.size()) continue;
      const absl::Status status = scheduler_.RunGroup(static_cast<TickGroup>(group));
      EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << released << " " << group;
    }
    ExpectWholeFrameRunsFrom(released);
    EXPECT_EQ(scheduler_.last_frame().first_error.code, TickErrorCode::kFrameOrder);
  }
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok()) << "the next frame is normal";
}

// rule G6, F4: the status says what to do instead.
TEST_P(SchedulerFramesTest, WrongCallsSayWhatToDo) {
  EXPECT_THAT(std::string(scheduler_.RunGroup(TickGroup::kPrePhysics).message()),
              HasSubstr("call BeginFrame first"));
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  EXPECT_THAT(std::string(scheduler_.RunGroup(TickGroup::kPostPhysics).message()),
              HasSubstr("PrePhysics comes next"));
  EXPECT_THAT(std::string(scheduler_.BeginFrame(0.1).message()), HasSubstr("call EndFrame"));
  EXPECT_THAT(scheduler_.RunFrame(0.1).first_error_text, HasSubstr("call EndFrame first"));
  EXPECT_THAT(std::string(scheduler_.MakePlan().message()), HasSubstr("before BeginFrame"));
  EXPECT_EQ(scheduler_.EndFrame().error_count, 5U) << "every one is in the frame's result";
}

// rule G6: BeginFrame twice, EndFrame alone.
TEST_P(SchedulerFramesTest, BeginTwiceAndEndAloneAreRefused) {
  Fill();
  const FrameResult& alone = scheduler_.EndFrame();
  EXPECT_FALSE(alone.ok());
  EXPECT_EQ(alone.first_error.code, TickErrorCode::kFrameOrder);
  EXPECT_EQ(scheduler_.frame(), 0U);
  EXPECT_FALSE(scheduler_.in_frame());

  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  EXPECT_FALSE(scheduler_.BeginFrame(0.1).ok());
  EXPECT_EQ(scheduler_.frame(), 1U);
  EXPECT_TRUE(scheduler_.in_frame());
  ExpectWholeFrameRunsFrom(0);

  EXPECT_FALSE(scheduler_.EndFrame().ok());
  EXPECT_EQ(scheduler_.last_frame().cards_run, 8U) << "the last complete frame stays";
}

// rule G6: by the thread that called BeginFrame.
TEST_P(SchedulerFramesTest, FrameCallsFromAnotherThreadAreRefused) {
  Fill();
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  std::thread([this] {
    EXPECT_FALSE(scheduler_.RunGroup(TickGroup::kPrePhysics).ok());
    EXPECT_FALSE(scheduler_.BeginFrame(0.1).ok());
    EXPECT_EQ(scheduler_.EndFrame().first_error.code, TickErrorCode::kWrongThread);
    EXPECT_EQ(scheduler_.RunFrame(0.1).first_error.code, TickErrorCode::kWrongThread);
  }).join();
  EXPECT_TRUE(scheduler_.in_frame());
  EXPECT_THAT(log_.Take(), IsEmpty());
  ExpectWholeFrameRunsFrom(0);
}

// The thread of each frame is the one that begins it.
TEST_P(SchedulerFramesTest, FramesMayMoveToAnotherThreadBetweenFrames) {
  Fill();
  for (int frame = 0; frame < 3; ++frame) {
    std::thread([this] {
      const std::thread::id mine = std::this_thread::get_id();
      std::thread::id seen;
      const TickHandle card = scheduler_.Register(
          {.name = "who", .run = [&](const TickContext&) { seen = std::this_thread::get_id(); }});
      EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
      EXPECT_EQ(scheduler_.last_frame().cards_run, scheduler_.card_count());
      EXPECT_EQ(seen, mine) << "rule L1";
      scheduler_.Unregister(card);
    }).join();
  }
}

// rule G6: EndFrame releases what is left.
TEST_P(SchedulerFramesTest, EndFrameReleasesWhatIsLeft) {
  Fill();
  for (std::size_t released = 0; released <= kReleased.size(); ++released) {
    ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
    for (std::size_t index = 0; index < released; ++index) {
      ASSERT_TRUE(scheduler_.RunGroup(kReleased[index]).ok());
    }
    EXPECT_TRUE(scheduler_.EndFrame().ok());
    EXPECT_EQ(log_.TakeSorted().size(), 8U) << released;
  }
}

// rule G1, G6: what starts in a group does not run before its release, what ends in it has run
// when RunGroup returns.
TEST_P(SchedulerFramesTest, RunGroupRunsItsGroupAndWaits) {
  Fill();
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  EXPECT_THAT(log_.Take(), IsEmpty());
  ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kPrePhysics).ok());
  EXPECT_THAT(log_.TakeSorted(), ElementsAre("any PrePhysics", "game PrePhysics"));
  ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kStartPhysics).ok());
  EXPECT_THAT(log_.Take(), IsEmpty());
  ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kDuringPhysics).ok());
  ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kEndPhysics).ok());
  EXPECT_THAT(log_.TakeSorted(), ElementsAre("any DuringPhysics", "game DuringPhysics"));
  ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kPostPhysics).ok());
  EXPECT_THAT(log_.TakeSorted(), ElementsAre("any PostPhysics", "game PostPhysics"));
  ASSERT_TRUE(scheduler_.RunGroup(TickGroup::kPostUpdateWork).ok());
  EXPECT_THAT(log_.TakeSorted(), ElementsAre("any PostUpdateWork", "game PostUpdateWork"));
  scheduler_.EndFrame();
}

TEST_P(SchedulerFramesTest, ABadDeltaIsAnErrorAndTheFrameRunsWithZero) {
  double seen = -1;
  scheduler_.Register({.name = "delta", .run = [&](const TickContext& t) { seen = t.delta; }});
  for (const double bad :
       {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    seen = -1;
    const FrameResult& result = scheduler_.RunFrame(bad);
    EXPECT_EQ(result.first_error.code, TickErrorCode::kBadDelta);
    EXPECT_EQ(seen, 0.0);
  }
  scheduler_.RunFrame(0.25);
  EXPECT_EQ(seen, 0.25);
}

// rule L6: on both lanes, each of the four functions.
TEST_P(SchedulerFramesTest, FrameCallsInsideOwnCardAreRefused) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    int refused = 0;
    const TickHandle card =
        scheduler_.Register({.name = "inside", .lane = lane, .run = [&](const TickContext& t) {
                               refused += t.scheduler().BeginFrame(0.1).ok() ? 0 : 1;
                               refused +=
                                   t.scheduler().RunGroup(TickGroup::kStartPhysics).ok() ? 0 : 1;
                               refused += t.scheduler().EndFrame().ok() ? 0 : 1;
                               refused += t.scheduler().RunFrame(0.1).ok() ? 0 : 1;
                             }});
    const TickHandle later =
        scheduler_.Register({.name = "later", .lane = lane, .run = log_.Note("later")});
    const FrameResult& result = scheduler_.RunFrame(0.1);
    EXPECT_EQ(refused, 4);
    EXPECT_EQ(result.error_count, 4U);
    EXPECT_EQ(result.first_error.code, TickErrorCode::kInsideCard);
    EXPECT_THAT(result.first_error_text, HasSubstr("\"inside\""));
    EXPECT_EQ(result.cards_run, 2U);
    EXPECT_THAT(log_.Take(), ElementsAre("later"));
    scheduler_.Unregister(card);
    scheduler_.Unregister(later);
    EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  }
}

// rule L6: a loop body is inside the card too, on whatever thread it runs.
TEST_P(SchedulerFramesTest, FrameCallsInsideALoopBodyAreRefused) {
  std::atomic<int> refused{0};
  scheduler_.Register({.name = "loop", .lane = Lane::kAnyThread, .run = [&](const TickContext& t) {
                         t.ParallelFor(50, 1, [&](std::size_t) {
                           if (!scheduler_.RunGroup(TickGroup::kStartPhysics).ok()) ++refused;
                         });
                       }});
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 50U);
  EXPECT_EQ(refused, 50);
}

// rule L6: what was asked for by a card runs in the middle of the frame as well.
TEST_P(SchedulerFramesTest, FrameCallsInsideDeferredCallsAreRefused) {
  Fill();
  int refused = 0;
  scheduler_.Register({.name = "asks", .lane = Lane::kAnyThread, .run = [&](const TickContext&) {
                         scheduler_.Call([&] {
                           refused += scheduler_.EndFrame().ok() ? 0 : 1;
                           refused += scheduler_.BeginFrame(0.1).ok() ? 0 : 1;
                           refused += scheduler_.RunGroup(TickGroup::kPrePhysics).ok() ? 0 : 1;
                           refused += scheduler_.RunFrame(0.1).ok() ? 0 : 1;
                         });
                       }});
  const FrameResult& result = scheduler_.RunFrame(0.1);
  EXPECT_EQ(refused, 4);
  EXPECT_EQ(result.cards_run, 9U);
  EXPECT_EQ(log_.Take().size(), 8U);
}

/// Schedulers inside of cards of schedulers, on one pool.
struct Nested {
  Nested(const ExecutorChoice& choice, WorkerPool& workers, Lane lane, int depth)
      : scheduler({.workers = &workers, .executor = choice.kind}) {
    if (depth > 0) inner = std::make_unique<Nested>(choice, workers, lane, depth - 1);
    for (int index = 0; index < 6; ++index) {
      scheduler.Register({.name = "leaf",
                          .lane = index % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread,
                          .run = [this](const TickContext&) { ++calls; }});
    }
    scheduler.Register({.name = "host", .lane = lane, .run = [this](const TickContext& t) {
                          if (inner == nullptr) return;
                          EXPECT_EQ(inner->scheduler.RunFrame(t.delta).cards_run, 7U);
                          // This card belongs to the outer frame again.
                          EXPECT_FALSE(t.scheduler().RunFrame(t.delta).ok());
                        }});
  }

  TickScheduler scheduler;
  std::atomic<int> calls{0};
  std::unique_ptr<Nested> inner;
};

// rule L6, case-M1: ticking another scheduler inside a card works, three deep, with any number of
// workers.
TEST_P(SchedulerFramesTest, AnotherSchedulerTicksInsideACardThreeDeep) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    Nested nested(GetParam(), made_.workers, lane, 3);
    for (int frame = 1; frame <= 50; ++frame) {
      nested.scheduler.RunFrame(0.1);
      int depth = 0;
      for (Nested* level = &nested; level != nullptr; level = level->inner.get(), ++depth) {
        ASSERT_EQ(level->calls, 6 * frame) << "level " << depth;
        EXPECT_EQ(level->scheduler.last_frame().cards_run, 7U);
        EXPECT_EQ(level->scheduler.last_frame().error_count, depth < 3 ? 1U : 0U);
      }
      ASSERT_EQ(depth, 4);
    }
  }
}

TEST_P(SchedulerFramesTest, AFrameOfNothingIsAFrame) {
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_EQ(scheduler_.last_frame().cards_run, 0U);
  EXPECT_EQ(scheduler_.frame(), 1U);

  const TickHandle lone = scheduler_.Register(
      {.name = "lone", .start = TickGroup::kPostPhysics, .run = log_.Note("lone")});
  EXPECT_EQ(scheduler_.RunFrame(0.1).cards_run, 1U) << "the other groups are empty";
  scheduler_.Unregister(lone);
  EXPECT_EQ(scheduler_.RunFrame(0.1).cards_run, 0U);
}

TEST_P(SchedulerFramesTest, AFrameOfDisabledCardsRunsNothing) {
  TickHandle last;
  for (int index = 0; index < 200; ++index) {
    last = scheduler_.Register({.name = "off",
                                .lane = index % 3 == 0 ? Lane::kGameThread : Lane::kAnyThread,
                                .start_enabled = false,
                                .after = last ? std::vector{last} : std::vector<TickHandle>(),
                                .run = log_.Note("off")});
  }
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_EQ(scheduler_.last_frame().cards_run, 0U);
  EXPECT_THAT(log_.Take(), IsEmpty());
}

// Cards without work order others.
TEST_P(SchedulerFramesTest, CardsWithoutWorkOrderOthers) {
  const TickHandle a = scheduler_.Register({.name = "a", .order = 2, .run = log_.Note("a")});
  const TickHandle gate =
      scheduler_.Register({.name = "gate", .lane = Lane::kAnyThread, .after = {a}});
  scheduler_.Register({.name = "b", .order = 1, .after = {gate}, .run = log_.Note("b")});
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_THAT(log_.Take(), ElementsAre("a", "b"));
}

// A scheduler ends in any state, also in the middle of a frame and before its first one.
TEST_P(SchedulerFramesTest, SchedulersComeAndGoSoak) {
  const int count = SoakScale(10000);
  for (int index = 0; index < count; ++index) {
    TickScheduler scheduler({.workers = &made_.workers, .executor = GetParam().kind});
    std::atomic<int> calls{0};
    for (int card = 0; card < index % 9; ++card) {
      scheduler.Register({.name = "card",
                          .lane = card % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread,
                          .run = [&](const TickContext&) { ++calls; }});
    }
    const int frames = index % 4;
    for (int frame = 0; frame < frames; ++frame) scheduler.RunFrame(0.1);
    EXPECT_EQ(calls, frames * (index % 9));
    if (index % 5 == 0) {
      EXPECT_TRUE(scheduler.BeginFrame(0.1).ok());
    }
  }
}

// Two schedulers on one pool, each with its own game thread.
TEST_P(SchedulerFramesTest, TwoThreadsTickTwoSchedulersOnOnePool) {
  const auto run = [this] {
    TickScheduler scheduler({.workers = &made_.workers, .executor = GetParam().kind});
    const std::thread::id mine = std::this_thread::get_id();
    std::atomic<int> calls{0};
    int at_home = 0;
    for (int card = 0; card < 40; ++card) {
      scheduler.Register(
          {.name = "any", .lane = Lane::kAnyThread, .run = [&](const TickContext&) { ++calls; }});
      scheduler.Register({.name = "game", .run = [&](const TickContext&) {
                            at_home += std::this_thread::get_id() == mine ? 1 : 0;
                          }});
    }
    for (int frame = 0; frame < 100; ++frame) EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
    EXPECT_EQ(calls, 4000);
    EXPECT_EQ(at_home, 4000);
  };
  std::thread other(run);
  run();
  other.join();
}

// What a card touches may be gone when its scheduler is destroyed.
TEST(SchedulerEndTest, DestroyedInAFrameStartsNoMoreCards) {
  for (const ExecutorKind kind : {ExecutorKind::kSerial, ExecutorKind::kFlow}) {
    int calls = 0;
    {
      TickScheduler scheduler({.executor = kind});
      for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
        scheduler.Register({.name = "late",
                            .start = TickGroup::kPostPhysics,
                            .lane = lane,
                            .run = [&calls](const TickContext&) { ++calls; }});
      }
      ASSERT_TRUE(scheduler.BeginFrame(0.1).ok());
      ASSERT_TRUE(scheduler.RunGroup(TickGroup::kPrePhysics).ok());
    }
    EXPECT_EQ(calls, 0);
  }
}

}  // namespace
}  // namespace tickgraph
