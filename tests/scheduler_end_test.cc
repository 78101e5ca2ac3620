// The end of a scheduler, in and between frames, and of the threads around it: rules N1, N4, N7,
// L6.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using ::testing::IsEmpty;

class SchedulerEndTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  std::unique_ptr<TickScheduler> MakeScheduler() {
    TickSchedulerDefinition definition;
    definition.workers = &workers_;
    definition.executor = GetParam().kind;
    return std::make_unique<TickScheduler>(definition);
  }

  HangWatchdog watchdog_{"SchedulerEndTest", std::chrono::seconds(10)};
  WorkerPool workers_{{.count = GetParam().workers}};
  CallLog log_;
};

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerEndTest, AllExecutors(), ExecutorName);

/// Unregisters another card when it is destroyed, as an actor does that owns one.
class Owner {
 public:
  Owner(TickScheduler& scheduler, TickHandle owned) : scheduler_(&scheduler), owned_(owned) {}
  Owner(Owner&& other) noexcept : scheduler_(other.scheduler_), owned_(other.owned_) {
    other.scheduler_ = nullptr;
  }
  ~Owner() {
    if (scheduler_ != nullptr) scheduler_->Unregister(owned_);
  }
  void operator()(const TickContext& /*context*/) {}

 private:
  TickScheduler* scheduler_;
  TickHandle owned_;
};

TEST_P(SchedulerEndTest, CallablesMayAskForChangesWhenTheyAreDestroyed) {
  auto scheduler = MakeScheduler();
  TickHandle before;
  for (int card = 0; card < 20; ++card) {
    const TickHandle owned = scheduler->Register({.name = "owned", .run = [](auto&) {}});
    before =
        scheduler->Register({.name = "owner", .after = {owned}, .run = Owner(*scheduler, owned)});
  }
  scheduler->RunFrame(0.1);
  scheduler->Unregister(before);
  scheduler.reset();
}

TEST_P(SchedulerEndTest, NothingThatWasAskedForActsAfterTheEndInAFrame) {
  auto scheduler = MakeScheduler();
  scheduler->Register({.name = "asks", .lane = Lane::kAnyThread, .run = [&](const TickContext& t) {
                         t.scheduler().Call([&] { log_.Add("call"); });
                         t.scheduler().Register({.name = "newcomer", .run = log_.Note("newcomer")});
                       }});
  scheduler->Register(
      {.name = "later", .start = TickGroup::kPostPhysics, .run = log_.Note("later")});
  ASSERT_TRUE(scheduler->BeginFrame(0.1).ok());
  scheduler.reset();
  EXPECT_THAT(log_.Take(), IsEmpty());
}

TEST_P(SchedulerEndTest, AnotherThreadMayEndASchedulerInAFrame) {
  for (int turn = 0; turn < 20; ++turn) {
    auto scheduler = MakeScheduler();
    for (int card = 0; card < 50; ++card) {
      scheduler->Register({.name = "asks",
                           .end = TickGroup::kPostUpdateWork,
                           .lane = Lane::kAnyThread,
                           .run = [](const TickContext& t) { t.scheduler().Call([] {}); }});
    }
    ASSERT_TRUE(scheduler->BeginFrame(0.1).ok());
    ASSERT_TRUE(scheduler->RunGroup(TickGroup::kPrePhysics).ok());
    std::thread([&] { scheduler.reset(); }).join();
  }
}

TEST_P(SchedulerEndTest, UnregisterAndWaitIsRefusedInsideCardsOfOthersRuleN4) {
  auto outer = MakeScheduler();
  auto inner = MakeScheduler();
  const TickHandle card = inner->Register({.name = "card", .run = [](auto&) {}});
  absl::Status status;
  outer->Register({.name = "asks", .lane = Lane::kAnyThread, .run = [&](const TickContext&) {
                     status = inner->UnregisterAndWait(card);
                   }});
  outer->RunFrame(0.1);
  EXPECT_FALSE(status.ok());
  EXPECT_TRUE(inner->IsRegistered(card));
}

TEST_P(SchedulerEndTest, AskingAnotherSchedulerDoesNotDependOnTheThreadRulesG8N7) {
  auto outer = MakeScheduler();
  auto inner = MakeScheduler();
  std::vector<TickHandle> asked(64);
  for (TickHandle& handle : asked) {
    outer->Register({.name = "asks", .lane = Lane::kAnyThread, .run = [&](const TickContext&) {
                       handle = inner->Register({.name = "card", .run = [](auto&) {}});
                     }});
  }
  outer->RunFrame(0.1);
  EXPECT_EQ(inner->card_count(), 0U) << "all of them wait for the next BeginFrame";
  inner->RunFrame(0.1);
  EXPECT_EQ(inner->card_count(), asked.size());
}

TEST_P(SchedulerEndTest, AnyThreadCardsMayHostAnotherSchedulerRuleL6) {
  auto outer = MakeScheduler();
  auto inner = MakeScheduler();
  std::uint64_t run = 0;
  bool acted_at_once = false;
  outer->Register({.name = "host", .lane = Lane::kAnyThread, .run = [&](const TickContext&) {
                     inner->Register({.name = "waits", .run = [](auto&) {}});
                     ASSERT_TRUE(inner->BeginFrame(0.1).ok());
                     const TickHandle card =
                         inner->Register({.name = "in the frame", .run = [](auto&) {}});
                     acted_at_once = inner->IsRegistered(card);
                     run = inner->EndFrame().cards_run;
                   }});
  outer->RunFrame(0.1);
  EXPECT_EQ(run, 2U);
  EXPECT_TRUE(acted_at_once);
}

TEST_P(SchedulerEndTest, TwoThreadsCannotBeginFramesAtOnce) {
  auto scheduler = MakeScheduler();
  scheduler->Register({.name = "card", .run = [](auto&) {}});
  std::atomic<int> frames{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&] {
      for (int turn = 0; turn < 200; ++turn) {
        if (!scheduler->BeginFrame(0.1).ok()) continue;
        scheduler->EndFrame();
        ++frames;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(scheduler->frame(), static_cast<std::uint64_t>(frames.load()));
}

}  // namespace
}  // namespace tickgraph
