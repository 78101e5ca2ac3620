// Exceptions and misuse: rules F1 (kContinue) and F4.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class SchedulerFailureTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  HangWatchdog watchdog_{"a frame with failures", std::chrono::seconds(100)};
  CallLog log_;
  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
};

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerFailureTest, AllExecutors(), ExecutorName);

// rule F1: dependents run, the frame reaches its end, the first error has the card's name.
TEST_P(SchedulerFailureTest, AnExceptionStaysInItsCard) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    TickScheduler& scheduler = made.scheduler;
    const TickHandle thrower =
        scheduler.Register({.name = "thrower", .lane = lane, .run = [](const TickContext&) {
                              throw std::runtime_error("out of mana");
                            }});
    const TickHandle dependent = scheduler.Register(
        {.name = "dependent", .lane = lane, .after = {thrower}, .run = log_.Note("dependent")});
    scheduler.Register({.name = "last", .after = {dependent}, .run = log_.Note("last")});
    const FrameResult& result = scheduler.RunFrame(0.1);
    EXPECT_EQ(result.error_count, 1U);
    EXPECT_EQ(result.cards_run, 3U);
    EXPECT_EQ(result.first_error.code, TickErrorCode::kException);
    EXPECT_EQ(result.first_error.card, thrower);
    EXPECT_THAT(result.first_error_text, HasSubstr("\"thrower\""));
    EXPECT_THAT(result.first_error_text, HasSubstr("out of mana"));
    EXPECT_EQ(result.status().code(), absl::StatusCode::kInternal);
    EXPECT_THAT(log_.Take(), ElementsAre("dependent", "last"));
    scheduler.Unregister(thrower);
    EXPECT_TRUE(scheduler.RunFrame(0.1).ok()) << "the next frame is normal";
    EXPECT_THAT(log_.Take(), ElementsAre("dependent", "last"));
  }
}

// rule F1: 1,000 repeats, several throwers a frame on both lanes, a quiet frame after each.
TEST_P(SchedulerFailureTest, AThousandFailingFrames) {
  bool fails = true;
  std::atomic<int> calls{0};
  std::vector<TickHandle> cards;
  for (int index = 0; index < 24; ++index) {
    cards.push_back(scheduler_.Register(
        {.name = "card " + std::to_string(index),
         .lane = index % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread,
         .after = index < 4 ? std::vector<TickHandle>()
                            : std::vector{cards[static_cast<std::size_t>(index) - 4]},
         .run = [&, index](const TickContext&) {
           ++calls;
           if (fails && index % 3 == 1) throw index;
         }}));
  }
  for (int repeat = 0; repeat < 1000; ++repeat) {
    fails = true;
    const FrameResult& failed = scheduler_.RunFrame(0.1);
    ASSERT_EQ(failed.error_count, 8U);
    ASSERT_EQ(failed.cards_run, 24U);
    // The first in plan order, on whatever thread it threw first in time.
    ASSERT_EQ(failed.first_error.card, cards[1]) << failed;
    ASSERT_THAT(failed.first_error_text, HasSubstr("\"card 1\""));
    fails = false;
    ASSERT_TRUE(scheduler_.RunFrame(0.1).ok());
  }
  EXPECT_EQ(calls, 2 * 1000 * 24);
}

// rule F1: a newcomer fails like any card.
TEST_P(SchedulerFailureTest, ANewcomerThatThrows) {
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    MadeScheduler made(GetParam());
    TickScheduler& scheduler = made.scheduler;
    scheduler.Register({.name = "spawner", .run = [&](const TickContext& t) {
                          const TickHandle bad = t.scheduler().Register(
                              {.name = "bad", .lane = lane, .run = [](const TickContext& c) {
                                 c.scheduler().Unregister(c.card());
                                 throw std::logic_error("new and broken");
                               }});
                          const TickHandle after = t.scheduler().Register(
                              {.name = "after", .after = {bad}, .run = log_.Note("after")});
                          t.scheduler().Unregister(t.card());
                          EXPECT_TRUE(after);
                        }});
    EXPECT_THAT(scheduler.RunFrame(0.1).first_error_text, HasSubstr("\"bad\""));
    EXPECT_EQ(scheduler.last_frame().error_count, 1U);
    EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
    EXPECT_THAT(log_.Take(), ElementsAre("after", "after"));
  }
}

// rule F1: a deferred call that throws harms no other.
TEST_P(SchedulerFailureTest, ADeferredCallThatThrows) {
  int calls = 0;
  scheduler_.Register({.name = "asks", .lane = Lane::kAnyThread, .run = [&](const TickContext& t) {
                         t.scheduler().Call([&] { ++calls; });
                         t.scheduler().Call([] { throw std::runtime_error("deferred"); });
                         t.scheduler().Call([&] { ++calls; });
                       }});
  std::thread([&] { scheduler_.Call([] { throw std::runtime_error("mailed"); }); }).join();
  const FrameResult& result = scheduler_.RunFrame(0.1);
  EXPECT_EQ(result.error_count, 2U);
  EXPECT_THAT(result.first_error_text, HasSubstr("mailed"));
  EXPECT_EQ(scheduler_.NameOf(scheduler_.errors().back().card), "\"asks\"");
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 1U);
  EXPECT_THAT(scheduler_.last_frame().first_error_text, HasSubstr("\"asks\""));
}

TEST_P(SchedulerFailureTest, WhatIsThrownMayBeAnything) {
  scheduler_.Register({.name = "odd", .run = [](const TickContext&) { throw 7; }});
  EXPECT_THAT(scheduler_.RunFrame(0.1).first_error_text,
              HasSubstr("something that is not a std::exception"));
}

/// Every gameplay call, wrongly, in both forms.
struct Misuse {
  std::string name;
  std::function<absl::Status(TickScheduler&, TickHandle live, TickHandle gone)> tries;
  std::function<void(TickScheduler&, TickHandle live, TickHandle gone)> plain;
};

std::vector<Misuse> AllMisuse() {
  using S = TickScheduler;
  using H = TickHandle;
  return {
      {"Unregister", [](S& s, H, H gone) { return s.TryUnregister(gone); },
       [](S& s, H, H gone) { s.Unregister(gone); }},
      {"SetEnabled", [](S& s, H, H gone) { return s.TrySetEnabled(gone, true); },
       [](S& s, H, H gone) { s.SetEnabled(gone, true); }},
      {"AddPrerequisite", [](S& s, H live, H gone) { return s.TryAddPrerequisite(live, gone); },
       [](S& s, H live, H gone) { s.AddPrerequisite(live, gone); }},
      {"AddPrerequisite", [](S& s, H live, H gone) { return s.TryAddPrerequisite(gone, live); },
       [](S& s, H live, H gone) { s.AddPrerequisite(gone, live); }},
      {"RemovePrerequisite",
       [](S& s, H live, H gone) { return s.TryRemovePrerequisite(live, gone); },
       [](S& s, H live, H gone) { s.RemovePrerequisite(live, gone); }},
  };
}

// rule F4: each Try twin returns a status that names the card, the place and the call; the plain
// form reports the same into the next frame's result. Nothing else happens.
TEST_P(SchedulerFailureTest, MisuseIsAStatusOrInTheFrameResult) {
  const TickHandle live = scheduler_.Register({.name = "live", .run = log_.Note("live")});
  const TickHandle gone = scheduler_.Register({.name = "gone", .run = log_.Note("gone")});
  scheduler_.Unregister(gone);
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  log_.Take();
  for (const Misuse& misuse : AllMisuse()) {
    const absl::Status status = misuse.tries(scheduler_, live, gone);
    const std::string text(status.message());
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound) << misuse.name;
    EXPECT_THAT(text, HasSubstr(misuse.name + " did nothing"));
    EXPECT_THAT(text, HasSubstr("scheduler_failure_test.cc"));
    EXPECT_THAT(text, HasSubstr("gone"));
    misuse.plain(scheduler_, live, gone);
    const FrameResult& result = scheduler_.RunFrame(0.1);
    EXPECT_EQ(result.error_count, 2U) << "both forms are in the frame's result";
    EXPECT_EQ(result.first_error_text, text);
    EXPECT_THAT(log_.Take(), ElementsAre("live"));
  }
}

// rule F4: Register.
TEST_P(SchedulerFailureTest, MisuseOfRegister) {
  using enum TickGroup;
  const auto expect_error = [this](TickFunction card, TickErrorCode code, const char* advice) {
    card.name = "odd one";
    const std::uint64_t errors_before = scheduler_.errors().size();
    const absl::StatusOr<TickHandle> handle = scheduler_.TryRegister(std::move(card));
    ASSERT_FALSE(handle.ok());
    EXPECT_EQ(handle.status().code(), StatusCodeOf(code));
    EXPECT_THAT(std::string(handle.status().message()), HasSubstr("odd one"));
    EXPECT_THAT(std::string(handle.status().message()), HasSubstr(advice));
    EXPECT_EQ(scheduler_.errors().size(), errors_before + 1);
    EXPECT_EQ(scheduler_.errors().back().code, code);
  };
  expect_error({.start = kStartPhysics}, TickErrorCode::kForbiddenGroup, "Use PrePhysics");
  expect_error({.start = kEndPhysics}, TickErrorCode::kForbiddenGroup, "Use PrePhysics");
  expect_error({.start = kLastDemotable}, TickErrorCode::kForbiddenGroup, "Use PrePhysics");
  expect_error({.start = kNewlySpawned, .engine_stage = true}, TickErrorCode::kForbiddenGroup,
               "Use PrePhysics");
  expect_error({.end = kLastDemotable}, TickErrorCode::kForbiddenGroup, "Use PrePhysics");
  expect_error({.start = kPostPhysics, .end = kPrePhysics}, TickErrorCode::kEndBeforeStart,
               "Name a later end group");
  EXPECT_FALSE(scheduler_.Register({.name = "plain", .start = kEndPhysics}));
  EXPECT_EQ(scheduler_.card_count(), 0U);
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 7U);
}

// rule F4: from an any-thread card what goes wrong is in the frame's result, with the name.
TEST_P(SchedulerFailureTest, MisuseInAnAnyThreadCardIsInTheFrameResult) {
  const TickHandle gone = scheduler_.Register({.name = "gone"});
  scheduler_.Unregister(gone);
  scheduler_.Register(
      {.name = "careless", .lane = Lane::kAnyThread, .run = [&](const TickContext& t) {
         EXPECT_TRUE(t.scheduler().TrySetEnabled(gone, true).ok());
         t.scheduler().AddPrerequisite(t.card(), gone);
       }});
  const FrameResult& result = scheduler_.RunFrame(0.1);
  EXPECT_EQ(result.error_count, 2U);
  EXPECT_EQ(result.first_error.code, TickErrorCode::kStaleHandle);
  EXPECT_THAT(result.first_error_text, HasSubstr("SetEnabled did nothing"));
}

// rule P1, F4: a handle of another scheduler is not one of this.
TEST_P(SchedulerFailureTest, CardsOfAnotherSchedulerAreRefused) {
  MadeScheduler other(GetParam());
  for (int card = 0; card < 10; ++card) {
    const TickHandle mine = scheduler_.Register({.name = "mine"});
    const TickHandle theirs = other.scheduler.Register({.name = "theirs"});
    EXPECT_EQ(scheduler_.TryAddPrerequisite(mine, theirs).code(), absl::StatusCode::kNotFound);
    EXPECT_EQ(scheduler_.TryUnregister(theirs).code(), absl::StatusCode::kNotFound);
  }
}

// The log keeps the last hundred; the frame's result counts them all.
TEST_P(SchedulerFailureTest, TheLogIsBounded) {
  for (int error = 0; error < 250; ++error) scheduler_.SetEnabled(TickHandle(), true);
  EXPECT_EQ(scheduler_.errors().size(), 100U);
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 250U);
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
}

}  // namespace
}  // namespace tickgraph
