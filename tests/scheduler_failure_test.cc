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
using testing::Not;

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

/// Every change, wrongly, in both forms.
struct Misuse {
  std::string name;
  std::function<absl::Status(TickScheduler&, TickHandle live, TickHandle dead)> tries;
  std::function<void(TickScheduler&, TickHandle live, TickHandle dead)> plain;
  /// What the text says of the card that is gone; nothing where no other card was named.
  std::string part;
};

std::vector<Misuse> AllMisuse() {
  using S = TickScheduler;
  using H = TickHandle;
  return {
      {"Unregister", [](S& s, H, H dead) { return s.TryUnregister(dead); },
       [](S& s, H, H dead) { s.Unregister(dead); }, ""},
      {"SetEnabled", [](S& s, H, H dead) { return s.TrySetEnabled(dead, true); },
       [](S& s, H, H dead) { s.SetEnabled(dead, true); }, ""},
      {"AddPrerequisite", [](S& s, H live, H dead) { return s.TryAddPrerequisite(live, dead); },
       [](S& s, H live, H dead) { s.AddPrerequisite(live, dead); }, "It is the prerequisite."},
      {"AddPrerequisite", [](S& s, H live, H dead) { return s.TryAddPrerequisite(dead, live); },
       [](S& s, H live, H dead) { s.AddPrerequisite(dead, live); },
       "It is the card that was to wait."},
      {"RemovePrerequisite",
       [](S& s, H live, H dead) { return s.TryRemovePrerequisite(live, dead); },
       [](S& s, H live, H dead) { s.RemovePrerequisite(live, dead); }, "It is the prerequisite."},
      {"AddPrerequisite",
       [](S& s, H live, H dead) {
         return s.TryChain({live, dead});
       },
       [](S& s, H live, H dead) {
         s.Chain({live, dead});
       },
       "It is the card that was to wait."},
      {"AddToSet",
       [](S& s, H live, H dead) {
         return s.TryAddToSet(live, TickSet{dead, dead});
       },
       [](S& s, H live, H dead) {
         s.AddToSet(live, TickSet{dead, dead});
       },
       "It is the set."},
      {"RemoveFromSet",
       [](S& s, H live, H dead) {
         return s.TryRemoveFromSet(dead, TickSet{live, live});
       },
       [](S& s, H live, H dead) {
         s.RemoveFromSet(dead, TickSet{live, live});
       },
       "It is the member."},
  };
}

// rule F4: a text names the card that is gone and the one that was named with it, and tells which
// is which, where the call is, what came of it, and what to do. The Try twin returns it and reports
// nothing; the plain form reports the same, once. Nothing else happens.
TEST_P(SchedulerFailureTest, MisuseIsAStatusOrInTheFrameResult) {
  const TickHandle live = scheduler_.Register({.name = "LIVE", .run = log_.Note("live")});
  const TickHandle dead = scheduler_.Register({.name = "DEAD", .run = log_.Note("dead")});
  scheduler_.Unregister(dead);
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  log_.Take();
  for (const Misuse& misuse : AllMisuse()) {
    SCOPED_TRACE(misuse.name + ": " + misuse.part);
    const absl::Status status = misuse.tries(scheduler_, live, dead);
    const std::string text(status.message());
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
    EXPECT_THAT(text, HasSubstr("\"DEAD\" (unregistered)"));
    if (!misuse.part.empty()) {
      EXPECT_THAT(text, HasSubstr("\"LIVE\""));
      EXPECT_THAT(text, HasSubstr(misuse.part));
    }
    EXPECT_THAT(text, HasSubstr(misuse.name + " did nothing."));
    EXPECT_THAT(text, HasSubstr("scheduler_failure_test.cc:"));
    EXPECT_THAT(text, HasSubstr("ask IsRegistered"));
    EXPECT_TRUE(scheduler_.RunFrame(0.1).ok()) << "the caller has it";
    const std::size_t errors_before = scheduler_.errors().size();
    misuse.plain(scheduler_, live, dead);
    const FrameResult& result = scheduler_.RunFrame(0.1);
    EXPECT_EQ(result.error_count, 1U);
    EXPECT_EQ(result.first_error_text.substr(0, 6), text.substr(0, 6));
    EXPECT_THAT(result.first_error_text, HasSubstr(misuse.part));
    EXPECT_THAT(result.first_error_text, HasSubstr(misuse.name + " did nothing."));
    EXPECT_EQ(scheduler_.errors().size(), errors_before + 1);
    EXPECT_THAT(log_.Take(), ElementsAre("live", "live"));
  }
}

// rule F4: when the slot of a card that is gone has another card, its name is lost; the other end
// has one.
TEST_P(SchedulerFailureTest, ACardWhoseSlotIsUsedAgainIsToldByTheOtherEnd) {
  const TickHandle live = scheduler_.Register({.name = "LIVE"});
  const TickHandle dead = scheduler_.Register({.name = "DEAD"});
  scheduler_.Unregister(dead);
  EXPECT_EQ(scheduler_.Register({.name = "OTHER"}).slot, dead.slot) << "the test wants the slot";
  for (const absl::Status& status :
       {scheduler_.TryAddPrerequisite(live, dead), scheduler_.TryAddPrerequisite(dead, live)}) {
    EXPECT_THAT(std::string(status.message()), HasSubstr("a card that is gone"));
    EXPECT_THAT(std::string(status.message()), HasSubstr("\"LIVE\""));
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("OTHER")));
  }
}

// rule F4: what `after` and `in` name in vain is in the frame's result with the name of what was
// registered, in both forms: the rest was registered.
TEST_P(SchedulerFailureTest, ADefinitionThatNamesWhatIsGoneIsNamed) {
  const TickHandle dead = scheduler_.Register({.name = "DEAD"});
  const TickSet dead_set = scheduler_.RegisterSet({.name = "DEAD SET"});
  scheduler_.Unregister(dead);
  scheduler_.Unregister(dead_set);
  const auto expect_error = [this](const char* who, const char* gone, const char* part) {
    const FrameResult& result = scheduler_.RunFrame(0.1);
    EXPECT_EQ(result.error_count, 1U);
    EXPECT_EQ(result.first_error.code, TickErrorCode::kStaleHandle);
    EXPECT_THAT(result.first_error_text, HasSubstr(who));
    EXPECT_THAT(result.first_error_text, HasSubstr(gone));
    EXPECT_THAT(result.first_error_text, HasSubstr(part));
    EXPECT_THAT(result.first_error_text, HasSubstr("It was left out"));
    EXPECT_THAT(result.first_error_text, HasSubstr("ask IsRegistered"));
  };
  for (int card = 0; card < 3; ++card) scheduler_.Register({.name = "in a slot of them"});
  EXPECT_TRUE(scheduler_.Register({.name = "NEW", .after = {dead}}));
  expect_error("\"NEW\"", "a card that is gone", "It is the prerequisite.");
  EXPECT_TRUE(scheduler_.TryRegister({.name = "TRIED", .after = {dead}}).ok());
  expect_error("\"TRIED\"", "a card that is gone", "It is the prerequisite.");
  EXPECT_TRUE(scheduler_.Register({.name = "MEMBER", .in = {dead_set}}));
  expect_error("\"MEMBER\"", "a card that is gone", "It is the set.");
  EXPECT_TRUE(scheduler_.RegisterSet({.name = "NEW SET", .after = {dead}}));
  expect_error("set \"NEW SET\"", "a card that is gone", "It is the prerequisite.");
  EXPECT_TRUE(scheduler_.RegisterSet({.name = "INNER SET", .in = {dead_set}}));
  expect_error("set \"INNER SET\"", "a card that is gone", "It is the set.");
}

// rule F4: Register.
TEST_P(SchedulerFailureTest, MisuseOfRegister) {
  using enum TickGroup;
  const auto expect_error = [this](TickFunction card, TickErrorCode code, const char* advice) {
    card.name = "odd one";
    TickFunction twin{
        .name = card.name, .start = card.start, .end = card.end, .engine_stage = card.engine_stage};
    const absl::StatusOr<TickHandle> handle = scheduler_.TryRegister(std::move(twin));
    ASSERT_FALSE(handle.ok());
    EXPECT_EQ(handle.status().code(), StatusCodeOf(code));
    EXPECT_THAT(std::string(handle.status().message()), HasSubstr("odd one"));
    EXPECT_THAT(std::string(handle.status().message()), HasSubstr(advice));
    EXPECT_TRUE(scheduler_.RunFrame(0.1).ok()) << "the caller has it";
    EXPECT_FALSE(scheduler_.Register(std::move(card)));
    const FrameResult& result = scheduler_.RunFrame(0.1);
    EXPECT_EQ(result.error_count, 1U);
    EXPECT_EQ(result.first_error.code, code);
    EXPECT_THAT(result.first_error_text, HasSubstr("odd one"));
    EXPECT_THAT(result.first_error_text, HasSubstr(advice));
  };
  expect_error({.start = kStartPhysics}, TickErrorCode::kForbiddenGroup, "Use PrePhysics");
  expect_error({.start = kEndPhysics}, TickErrorCode::kForbiddenGroup, "Use PrePhysics");
  expect_error({.start = kLastDemotable}, TickErrorCode::kForbiddenGroup, "Use PrePhysics");
  expect_error({.start = kNewlySpawned, .engine_stage = true}, TickErrorCode::kForbiddenGroup,
               "Use PrePhysics");
  expect_error({.end = kLastDemotable}, TickErrorCode::kForbiddenGroup, "Use PrePhysics");
  expect_error({.start = kPostPhysics, .end = kPrePhysics}, TickErrorCode::kEndBeforeStart,
               "Name a later end group");
  EXPECT_EQ(scheduler_.card_count(), 0U);
}

// rule F4: what acts later than it is asked for is in the frame's result, with the names, in both
// forms: from an any-thread card in the same frame, from another thread in the next one.
TEST_P(SchedulerFailureTest, MisuseThatIsPutOffIsInTheFrameResult) {
  const TickHandle dead = scheduler_.Register({.name = "DEAD"});
  scheduler_.Unregister(dead);
  scheduler_.Register({.name = "in its slot"});
  const auto misuse = [&](TickHandle live) {
    EXPECT_TRUE(scheduler_.TryAddPrerequisite(live, dead).ok());
    scheduler_.AddPrerequisite(live, dead);
  };
  const auto expect_errors = [&](const FrameResult& result) {
    EXPECT_EQ(result.error_count, 2U);
    EXPECT_EQ(result.first_error.code, TickErrorCode::kStaleHandle);
    EXPECT_THAT(result.first_error_text, HasSubstr("\"CARELESS\""));
    EXPECT_THAT(result.first_error_text, HasSubstr("AddPrerequisite did nothing."));
  };
  bool is_careless = true;
  const TickHandle careless = scheduler_.Register(
      {.name = "CARELESS", .lane = Lane::kAnyThread, .run = [&](const TickContext& t) {
         if (is_careless) misuse(t.card());
       }});
  expect_errors(scheduler_.RunFrame(0.1));
  is_careless = false;
  std::thread([&] { misuse(careless); }).join();
  expect_errors(scheduler_.RunFrame(0.1));
}

// rule P1, F4: a handle of another scheduler is not one of this.
TEST_P(SchedulerFailureTest, CardsOfAnotherSchedulerAreRefused) {
  MadeScheduler other(GetParam());
  for (int card = 0; card < 10; ++card) {
    const TickHandle mine = scheduler_.Register({.name = "mine"});
    const TickHandle theirs = other.scheduler.Register({.name = "theirs"});
    const absl::Status status = scheduler_.TryAddPrerequisite(mine, theirs);
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
    EXPECT_THAT(std::string(status.message()), HasSubstr("\"mine\""));
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
