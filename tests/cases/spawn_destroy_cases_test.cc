// Trouble that people had with functions that come and go. docs/cases.md lists all cases.
// case-S3, what removes itself, its neighbour or its prerequisite: scheduler_newcomers_test.cc.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/logged_scheduler_test.h"
#include "tests/support/worker_probe.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array kLanes = {Lane::kGameThread, Lane::kAnyThread};

class SpawnDestroyCasesTest : public LoggedSchedulerTest {};

INSTANTIATE_TEST_SUITE_P(Executors, SpawnDestroyCasesTest, AllExecutors(), ExecutorName);

// case-S2: cards that bring cards without end stop at the limit, which is 100 by default; the error
// names one of those, the frame ends, the next one works, and nothing is left when they are gone
// (rule N3).
TEST_P(SpawnDestroyCasesTest, EndlessSpawningStopsAtTheLimitCaseS2) {
  for (const Lane lane : kLanes) {
    for (const TickGroup group :
         {TickGroup::kPrePhysics, TickGroup::kPostPhysics, TickGroup::kPostUpdateWork}) {
      MadeScheduler made(GetParam());
      TickScheduler& scheduler = made.scheduler;
      const auto alive = std::make_shared<int>();
      std::atomic<int> runs = 0;
      bool spawns = true;
      std::vector<TickHandle> rabbits;
      // Calls of any-thread cards come in their turn, so the list belongs to the game thread.
      std::function<void(const TickContext&)> spawn = [&](const TickContext& t) {
        ++runs;
        if (!spawns) return;
        t.scheduler().Call([&, group, lane] {
          rabbits.push_back(scheduler.Register(
              {.name = "rabbit",
               .start = group,
               .lane = lane,
               .run = [&spawn, alive](const TickContext& context) { spawn(context); }}));
        });
      };
      const TickHandle first =
          scheduler.Register({.name = "first", .start = group, .lane = lane, .run = spawn});
      const FrameResult stopped = scheduler.RunFrame(0.1);
      EXPECT_EQ(stopped.error_count, 1U);
      EXPECT_EQ(stopped.first_error.code, TickErrorCode::kTooManyRounds);
      EXPECT_THAT(stopped.first_error_text, HasSubstr("\"rabbit\""));
      EXPECT_EQ(runs, 101) << "the first one and 100 rounds";
      EXPECT_EQ(stopped.newcomers, 101U);

      spawns = false;
      runs = 0;
      const FrameResult next = scheduler.RunFrame(0.1);
      EXPECT_TRUE(next.ok()) << next;
      EXPECT_EQ(runs, 102) << "the one that was put off is there";

      for (const TickHandle rabbit : rabbits) scheduler.Unregister(rabbit);
      scheduler.Unregister(first);
      EXPECT_EQ(scheduler.RunFrame(0.1).cards_run, 0U);
      EXPECT_EQ(scheduler.card_count(), 0U);
      EXPECT_EQ(alive.use_count(), 1);
    }
  }
}

// case-S5: one stale handle in a list costs that entry: all others are served, and one is reported.
TEST_P(SpawnDestroyCasesTest, OneStaleEntryCostsNothingElseCaseS5) {
  constexpr std::size_t kCards = 20;
  for (std::size_t stale = 0; stale < kCards; ++stale) {
    MadeScheduler made(GetParam());
    TickScheduler& scheduler = made.scheduler;
    std::atomic<std::size_t> ran = 0;
    std::vector<TickHandle> cards;
    for (std::size_t card = 0; card < kCards; ++card) {
      cards.push_back(scheduler.Register({.name = "card " + std::to_string(card),
                                          .lane = kLanes[card % 2],
                                          .start_enabled = false,
                                          .run = [&](const TickContext&) { ++ran; }}));
    }
    scheduler.Unregister(cards[stale]);

    for (const TickHandle card : cards) scheduler.SetEnabled(card, true);
    std::size_t before = 0;
    FrameResult frame = scheduler.RunFrame(0.1);
    EXPECT_EQ(ran, kCards - 1);
    EXPECT_EQ(frame.error_count, 1U);
    EXPECT_THAT(frame.first_error_text, HasSubstr("\"card " + std::to_string(stale) + "\""));

    // A definition, a chain and a set that name it.
    ran = 0;
    const TickHandle last = scheduler.Register(
        {.name = "last", .order = -1, .after = cards, .run = [&](auto&) { before = ran; }});
    frame = scheduler.RunFrame(0.1);
    EXPECT_EQ(frame.error_count, 1U);
    EXPECT_EQ(before, kCards - 1) << "the other prerequisites count";
    const TickSet set = scheduler.RegisterSet({.name = "set"});
    std::size_t refused = 0;
    for (const TickHandle card : cards) refused += scheduler.TryAddToSet(card, set).ok() ? 0 : 1;
    EXPECT_EQ(refused, 1U);
    EXPECT_EQ(scheduler.RunFrame(0.1).error_count, 0U);
    for (const TickHandle card : cards) scheduler.Unregister(card);
    EXPECT_EQ(scheduler.RunFrame(0.1).error_count, 1U);
    EXPECT_EQ(scheduler.Cards(), std::vector{last});
  }
}

// case-S6: a handle that went stale is refused with one report, also when another card has its
// slot; that one is not touched (rule P1). An object that takes its cards along when it goes is
// tickgraph::Actor: tests/world/world_destroy_test.cc.
TEST_P(SpawnDestroyCasesTest, AStaleHandleNeverMeansAnotherCardCaseS6) {
  const TickHandle old = Add("old");
  scheduler_.RunFrame(0.1);
  scheduler_.Unregister(old);
  scheduler_.RunFrame(0.1);
  log_.Take();
  TickHandle heir = Add("heir");
  std::size_t count = 1;
  for (; count < 200 && heir.slot != old.slot; ++count) heir = Add("heir");
  ASSERT_EQ(heir.slot, old.slot) << "no card has the slot, so nothing is shown";
  ASSERT_NE(heir, old);

  scheduler_.SetEnabled(old, false);
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 1U);
  EXPECT_EQ(log_.Take().size(), count);
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok()) << "one report";
  scheduler_.Unregister(old);
  scheduler_.AddPrerequisite(heir, old);
  EXPECT_EQ(scheduler_.RunFrame(0.1).error_count, 2U);
  EXPECT_TRUE(scheduler_.IsRegistered(heir));
  EXPECT_THAT(scheduler_.PrerequisitesOf(heir), testing::IsEmpty());
}

// case-S8: who replaces a card has both steps in one frame: the old one is gone before the new one
// starts, and there is no frame in which both run after that. Changes act at once (rule N1), or
// together in the caller's turn (rule N7): there is nothing to flush.
TEST_P(SpawnDestroyCasesTest, TheOldOneIsGoneBeforeTheNewOneStartsCaseS8) {
  for (const Lane lane : kLanes) {
    for (const Lane replacing_lane : kLanes) {
      for (const TickGroup group : {TickGroup::kPrePhysics, TickGroup::kPostPhysics}) {
        MadeScheduler made(GetParam());
        TickScheduler& scheduler = made.scheduler;
        TickHandle current;
        int generation = 0;
        const auto put = [&] {
          current = scheduler.Register({.name = "body",
                                        .start = group,
                                        .lane = lane,
                                        .run = log_.Note(std::to_string(generation))});
        };
        put();
        scheduler.Register({.name = "director", .lane = replacing_lane, .run = [&](auto& t) {
                              if (t.frame != 2) return;
                              t.scheduler().Call([&] {
                                ++generation;
                                scheduler.Unregister(current);
                                put();
                              });
                            }});
        EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
        EXPECT_THAT(log_.Take(), ElementsAre("0"));
        EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
        if (group == TickGroup::kPrePhysics) {
          // The old one may have had its turn before the director's acted; it never comes second.
          EXPECT_THAT(log_.Take(), testing::AnyOf(ElementsAre("0", "1"), ElementsAre("1")));
        } else {
          EXPECT_THAT(log_.Take(), ElementsAre("1"));
        }
        EXPECT_TRUE(scheduler.RunFrame(0.1).ok());
        EXPECT_THAT(log_.Take(), ElementsAre("1"));
      }
    }
  }
}

// case-S9: one card brings X, another one takes it away in the same group, 1,000 times with the
// same outcome. Requests act in plan order (rule N7), so a removal that acts before X has come is
// refused with a report, and X comes.
class SpawnAndDestroyTest : public SpawnDestroyCasesTest {
 protected:
  /// One frame in a scheduler of its own: what ran, errors, and whether X is there at its end. The
  /// destroyer waits until it has the handle, by an edge or on another thread.
  std::string Run(Lane spawner_lane, Lane destroyer_lane, bool has_edge) {
    TickScheduler scheduler({.workers = &made_.workers, .executor = GetParam().kind});
    std::atomic<bool> is_given = false;
    TickHandle x;
    TickFunction destroyer{
        .name = "destroyer", .lane = destroyer_lane, .order = -1, .cost_us = 100};
    destroyer.run = [&](const TickContext& t) {
      is_given.wait(false);
      t.scheduler().Unregister(x);
    };
    const TickHandle destroys = scheduler.Register(std::move(destroyer));
    TickFunction spawner{.name = "spawner", .lane = spawner_lane, .cost_us = 100};
    spawner.run = [&](const TickContext& t) {
      x = t.scheduler().Register({.name = "x", .run = log_.Note("x ran")});
      is_given = true;
      is_given.notify_all();
    };
    const TickHandle spawns = scheduler.Register(std::move(spawner));
    if (has_edge) scheduler.AddPrerequisite(destroys, spawns);
    const FrameResult& frame = scheduler.RunFrame(0.1);
    std::string outcome = std::to_string(frame.error_count) + " errors, " +
                          (scheduler.IsRegistered(x) ? "x stays" : "x is gone");
    for (const std::string& name : log_.Take()) outcome += ", " + name;
    if (!frame.ok()) outcome += ", code " + std::string(TickErrorName(frame.first_error.code));
    return outcome;
  }

  void ExpectAlways(const std::string& expected, Lane spawner_lane, Lane destroyer_lane,
                    bool has_edge, int runs) {
    for (int run = 0; run < runs; ++run) {
      ASSERT_EQ(Run(spawner_lane, destroyer_lane, has_edge), expected) << "run " << run;
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Executors, SpawnAndDestroyTest, AllExecutors(), ExecutorName);

TEST_P(SpawnAndDestroyTest, InPlanOrderXNeverRunsCaseS9) {
  const std::string kGone = "0 errors, x is gone";
  ExpectAlways(kGone, Lane::kGameThread, Lane::kGameThread, true, 1000);
  ExpectAlways(kGone, Lane::kAnyThread, Lane::kAnyThread, true, 1000);
}

TEST_P(SpawnAndDestroyTest, ARemovalBeforeXHasComeIsReportedCaseS9) {
  // The game-thread card acts at once, the worker's card when its end group has been waited for.
  const std::string kStays = "1 errors, x stays, x ran, code StaleHandle";
  ExpectAlways(kStays, Lane::kAnyThread, Lane::kGameThread, true, 1000);
  // The destroyer comes first in plan order, though it asks later.
  if (GetParam().workers < 2 || !GetsAWorkerThread(made_.workers)) return;
  ExpectAlways(kStays, Lane::kAnyThread, Lane::kAnyThread, false, 100);
}

}  // namespace
}  // namespace tickgraph
