// Edges that come and go in the middle of a frame, and cards that are enabled there: who keeps a
// turn, and who follows. Rules N1, N2, P2, P4, I1, L2.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "tests/support/executors.h"
#include "tests/support/logged_scheduler_test.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using enum TickGroup;

class SchedulerNewcomerEdgesTest : public LoggedSchedulerTest {
 protected:
  /// A card that also does `once` in the first frame.
  TickHandle AddActing(const char* name, std::function<void()> once, TickFunction card = {}) {
    card.name = name;
    card.run = [note = log_.Note(name), once = std::move(once)](const TickContext& t) {
      note(t);
      if (t.frame == 1) once();
    };
    return scheduler_.Register(std::move(card));
  }
};

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerNewcomerEdgesTest, AllExecutors(), ExecutorName);

TEST_P(SchedulerNewcomerEdgesTest, ACardWhoseTurnComesLaterAnywayKeepsIt) {
  TickHandle late;
  TickHandle next;
  AddActing("spawner", [&] { late = Add("late", {.start = kPostPhysics, .order = -1}); });
  AddActing("orderer", [&] { scheduler_.AddPrerequisite(next, late); },
            {.start = kPostPhysics, .order = -2});
  next = Add("next", {.start = kPostPhysics});
  Add("last", {.start = kPostPhysics});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("spawner", "orderer", "late", "next", "last"));
}

TEST_P(SchedulerNewcomerEdgesTest, ACardWhoseTurnCameFirstLosesIt) {
  TickHandle late;
  TickHandle next;
  AddActing("spawner", [&] { late = Add("late", {.start = kPostPhysics, .order = 1}); });
  AddActing("orderer", [&] { scheduler_.AddPrerequisite(next, late); }, {.start = kPostPhysics});
  next = Add("next", {.start = kPostPhysics});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("spawner", "orderer", "late", "next"));
}

// In DuringPhysics there are no rounds: who lost a turn there would run in PostPhysics.
TEST_P(SchedulerNewcomerEdgesTest, GoingIntoASetWhoseBeginningIsDueKeepsTheTurn) {
  TickHandle member;
  TickSet set;
  scheduler_.Register({.name = "spawner", .run = [&](const TickContext& t) {
                         if (t.frame == 1) set = scheduler_.RegisterSet({.name = "set"});
                       }});
  AddActing("joiner", [&] { scheduler_.AddToSet(member, set); }, {.start = kDuringPhysics});
  member = Add("member", {.start = kDuringPhysics});
  Add("later", {.start = kPostPhysics, .order = -1});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("joiner", "member", "later"));
}

TEST_P(SchedulerNewcomerEdgesTest, OrderThatPassedIsNotPassedAgainForWhatHasRun) {
  TickHandle late;
  TickHandle passing = scheduler_.Register({.name = "passing", .start_enabled = false});
  AddActing("spawner", [&] { late = Add("late"); });
  AddActing("orderer", [&] { scheduler_.AddPrerequisite(passing, late); }, {.start = kPostPhysics});
  Add("next", {.start = kPostPhysics, .order = 1, .after = {passing}});
  Add("last", {.start = kPostPhysics, .order = 2});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("spawner", "late", "orderer", "next", "last"));
}

// What is held back never finishes in its old place; what came after it there and goes away must
// not wait for that.
TEST_P(SchedulerNewcomerEdgesTest, NobodyWaitsForWhatWasHeldBack) {
  const TickHandle gone = Add("gone", {.start = kPostUpdateWork, .start_enabled = false});
  TickHandle passing;
  TickHandle last;
  AddActing("spawner", [&] {
    passing = Add("passing", {.start_enabled = false, .after = {last}});
    scheduler_.AddPrerequisite(gone, passing);
  });
  AddActing("remover", [&] { scheduler_.Unregister(gone); },
            {.start = kPostUpdateWork, .order = -1});
  last = AddActing("last", [&] { scheduler_.AddPrerequisite(passing, Add("late")); },
                   {.start = kPostUpdateWork});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("spawner", "remover", "last", "late"));
}

// rule P4: what counts goes on counting in that frame, also against an older edge that would count
// from now on.
TEST_P(SchedulerNewcomerEdgesTest, AnEdgeThatCountsIsNotOvertakenByAnOlderOneInTheFrame) {
  const TickHandle disabled = Add("disabled", {.start_enabled = false});
  const TickHandle planned = Add("planned", {.start = kPostPhysics});
  AddActing("spawner", [&] {
    scheduler_.AddPrerequisite(planned, disabled);
    const TickHandle late = Add("late", {.after = {planned}});
    scheduler_.AddPrerequisite(disabled, late);
  });
  AddActing("enabler", [&] { scheduler_.SetEnabled(disabled, true); },
            {.start = kPostPhysics, .order = -1});
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("spawner", "enabler", "planned", "late", "disabled"));
}

// rules P2, P4: a refused edge counts at once when what it closed a cycle with is removed.
TEST_P(SchedulerNewcomerEdgesTest, ARefusedEdgeCountsWhenAnotherOneGoes) {
  const TickHandle planned = Add("planned", {.order = 1});
  AddActing("spawner", [&] {
    const TickHandle late = Add("late");
    scheduler_.AddPrerequisite(late, planned);
    scheduler_.AddPrerequisite(planned, late);
    scheduler_.RemovePrerequisite(late, planned);
  });
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("spawner", "late", "planned"));
}

// rule P4: a set that is in a cycle goes as a whole; none of its edges counts in between.
TEST_P(SchedulerNewcomerEdgesTest, AGoneSetHoldsNobodyBack) {
  TickHandle second;
  const TickHandle first = Add("first", {.order = 1});
  TickSet set;
  second = Add("second", {.order = 2, .after = {first}});
  AddActing("spawner", [&] {
    set = scheduler_.RegisterSet({.name = "set", .after = {second}});
    scheduler_.AddPrerequisite(first, set.end);
    Add("late", {.order = 0});
    scheduler_.Unregister(set);
  });
  scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("spawner", "first", "second", "late"));
}

// rules I1, N1: a card that workers may run, that a newcomer waits for, and that had its turn while
// it was disabled.
TEST_P(SchedulerNewcomerEdgesTest, AnAwaitedCardThatIsEnabledAgainRuns) {
  const TickHandle worker = Add("worker", {.start = kPostPhysics, .lane = Lane::kAnyThread});
  AddActing("spawner", [&] {
    scheduler_.SetEnabled(worker, false);
    Add("late", {.start = kPostPhysics, .after = {worker}});
  });
  AddActing("enabler", [&] { scheduler_.SetEnabled(worker, true); }, {.after = {worker}});
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_THAT(log_.Take(), ElementsAre("spawner", "enabler", "worker", "late"));
  EXPECT_EQ(frame.cards_skipped, 0U);
}

// rule N1: nothing runs twice, even if a worker may be calling it when it is enabled again.
TEST_P(SchedulerNewcomerEdgesTest, ANewcomerOfARoundThatIsEnabledAgainRunsOnce) {
  TickHandle worker;
  AddActing("spawner", [&] {
    worker = Add("worker", {.lane = Lane::kAnyThread});
    AddActing("toggler", [&] {
      for (int times = 0; times < 3; ++times) {
        scheduler_.SetEnabled(worker, false);
        scheduler_.SetEnabled(worker, true);
      }
    });
  });
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_TRUE(frame.ok()) << frame;
  std::vector<std::string> ran = log_.Take();
  EXPECT_THAT(ran, testing::UnorderedElementsAre("spawner", "worker", "toggler"));
}

}  // namespace
}  // namespace tickgraph
