// Groups as a user sees them: rules G1 to G8.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/call_log.h"
#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<TickGroup> ReleasedGroups() {
  std::vector<TickGroup> groups;
  for (int group = 0; group < GroupIndex(TickGroup::kNewlySpawned); ++group) {
    groups.push_back(static_cast<TickGroup>(group));
  }
  return groups;
}

class SchedulerGroupsTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  void ExpectGroups(TickHandle card, TickGroup start, TickGroup end) {
    ASSERT_TRUE(scheduler_.MakePlan().ok());
    const absl::StatusOr<CardInfo> info = scheduler_.Describe(card);
    ASSERT_TRUE(info.ok());
    EXPECT_EQ(info->effective_start, start);
    EXPECT_EQ(info->effective_end, end);
  }

  MadeScheduler made_{GetParam()};
  TickScheduler& scheduler_ = made_.scheduler;
  CallLog log_;
  const HangWatchdog watchdog_{"a test of groups", std::chrono::seconds(60)};
};

// rule G1
TEST_P(SchedulerGroupsTest, CardsRunInTheirGroupsRuleG1) {
  const std::vector<std::pair<std::string, TickGroup>> cards = {
      {"work", TickGroup::kPostUpdateWork}, {"post", TickGroup::kPostPhysics},
      {"end", TickGroup::kEndPhysics},      {"during", TickGroup::kDuringPhysics},
      {"start", TickGroup::kStartPhysics},  {"pre", TickGroup::kPrePhysics}};
  for (const auto& [name, group] : cards) {
    scheduler_.Register({.name = name,
                         .start = group,
                         .engine_stage = IsPhysicsEdgeGroup(group),
                         .run = log_.Note(name)});
  }
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  std::vector<std::string> seen;
  for (const TickGroup group : ReleasedGroups()) {
    ASSERT_TRUE(scheduler_.RunGroup(group).ok());
    for (const std::string& name : log_.Take()) {
      seen.push_back(std::to_string(GroupIndex(group)) + " " + name);
    }
  }
  scheduler_.EndFrame();
  EXPECT_THAT(seen, ElementsAre("0 pre", "1 start", "2 during", "3 end", "4 post", "5 work"));
}

// rule G1
TEST_P(SchedulerGroupsTest, TheDefaultIsPrePhysicsRuleG1) {
  const TickHandle card = scheduler_.Register({});
  ExpectGroups(card, TickGroup::kPrePhysics, TickGroup::kPrePhysics);
}

// rule G1
TEST_P(SchedulerGroupsTest, AWorkerCardIsFinishedWhenItsEndGroupHasBeenWaitedForRuleG1) {
  for (const TickGroup end : {TickGroup::kPrePhysics, TickGroup::kDuringPhysics,
                              TickGroup::kPostPhysics, TickGroup::kPostUpdateWork}) {
    MadeScheduler made(GetParam());
    std::atomic<bool> is_finished = false;
    made.scheduler.Register({.end = end, .lane = Lane::kAnyThread, .run = [&](const TickContext&) {
                               std::this_thread::sleep_for(std::chrono::milliseconds(2));
                               is_finished = true;
                             }});
    for (int frame = 0; frame < 3; ++frame) {
      is_finished = false;
      ASSERT_TRUE(made.scheduler.BeginFrame(0.1).ok());
      // What ends in DuringPhysics is joined by EndPhysics.
      const TickGroup joined = end == TickGroup::kDuringPhysics ? TickGroup::kEndPhysics : end;
      for (const TickGroup group : ReleasedGroups()) {
        ASSERT_TRUE(made.scheduler.RunGroup(group).ok());
        if (group == joined) {
          EXPECT_TRUE(is_finished) << TickGroupName(end);
        }
      }
      made.scheduler.EndFrame();
    }
  }
}

// rule G3
TEST_P(SchedulerGroupsTest, ForbiddenGroupsAreErrorValuesRuleG3) {
  const auto try_groups = [this](TickGroup start, TickGroup end, bool engine_stage) {
    return scheduler_
        .TryRegister({.name = "odd", .start = start, .end = end, .engine_stage = engine_stage})
        .status();
  };
  for (const TickGroup group : {TickGroup::kStartPhysics, TickGroup::kEndPhysics}) {
    const absl::Status refused = try_groups(group, TickGroup::kPostPhysics, false);
    EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(refused.message()), HasSubstr("odd"));
    EXPECT_TRUE(try_groups(group, TickGroup::kPostPhysics, true).ok());
  }
  for (const bool engine_stage : {false, true}) {
    for (const TickGroup group : {TickGroup::kLastDemotable, TickGroup::kNewlySpawned}) {
      EXPECT_FALSE(try_groups(group, group, engine_stage).ok());
      EXPECT_FALSE(try_groups(TickGroup::kPrePhysics, group, engine_stage).ok());
    }
  }
  EXPECT_FALSE(try_groups(static_cast<TickGroup>(200), static_cast<TickGroup>(200), true).ok());
  EXPECT_EQ(scheduler_.card_count(), 2U) << "what is refused is not registered";
}

// rule G3
TEST_P(SchedulerGroupsTest, AnEndBeforeTheStartIsAnErrorValueRuleG3) {
  const absl::StatusOr<TickHandle> refused = scheduler_.TryRegister(
      {.name = "backwards", .start = TickGroup::kPostPhysics, .end = TickGroup::kPrePhysics});
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("backwards"));
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("scheduler_groups_test.cc:"));
  EXPECT_EQ(scheduler_.card_count(), 0U);

  EXPECT_FALSE(
      scheduler_.Register({.start = TickGroup::kPostPhysics, .end = TickGroup::kDuringPhysics}));
  const FrameResult& frame = scheduler_.RunFrame(0.1);
  EXPECT_EQ(frame.error_count, 1U) << "what was returned is not reported as well";
  EXPECT_EQ(frame.first_error.code, TickErrorCode::kEndBeforeStart);
}

// rule G4
TEST_P(SchedulerGroupsTest, EffectiveGroupsAreThoseOfTheTableRuleG4) {
  const TickHandle to_end = scheduler_.Register({.end = TickGroup::kEndPhysics});
  const TickHandle to_post = scheduler_.Register({.end = TickGroup::kPostPhysics});
  const TickHandle post = scheduler_.Register({.start = TickGroup::kPostPhysics});
  const TickHandle end_stage =
      scheduler_.Register({.start = TickGroup::kEndPhysics, .engine_stage = true});
  const TickHandle start_stage =
      scheduler_.Register({.start = TickGroup::kStartPhysics, .engine_stage = true});
  const TickHandle after_post = scheduler_.Register({.after = {post}});
  const TickHandle after_end = scheduler_.Register({.after = {end_stage}});
  const TickHandle after_start = scheduler_.Register({.after = {start_stage}});
  const TickHandle after_to_post = scheduler_.Register({.after = {to_post}});
  ExpectGroups(to_end, TickGroup::kPrePhysics, TickGroup::kDuringPhysics);
  ExpectGroups(to_post, TickGroup::kPrePhysics, TickGroup::kPostPhysics);
  ExpectGroups(post, TickGroup::kPostPhysics, TickGroup::kPostPhysics);
  ExpectGroups(end_stage, TickGroup::kEndPhysics, TickGroup::kEndPhysics);
  ExpectGroups(start_stage, TickGroup::kStartPhysics, TickGroup::kStartPhysics);
  ExpectGroups(after_post, TickGroup::kPostPhysics, TickGroup::kPostPhysics);
  ExpectGroups(after_end, TickGroup::kPostPhysics, TickGroup::kPostPhysics);
  ExpectGroups(after_start, TickGroup::kDuringPhysics, TickGroup::kDuringPhysics);
  ExpectGroups(after_to_post, TickGroup::kPrePhysics, TickGroup::kPostPhysics);
}

// rule G2
TEST_P(SchedulerGroupsTest, DemotionGoesThroughAWholeChainRuleG2) {
  TickHandle last = scheduler_.Register({.start = TickGroup::kPostPhysics});
  for (int count = 0; count < 10; ++count) last = scheduler_.Register({.after = {last}});
  ExpectGroups(last, TickGroup::kPostPhysics, TickGroup::kPostPhysics);
}

// rule G5
TEST_P(SchedulerGroupsTest, ALongWorkerRunsThroughTheGroupsAndIsJoinedAtItsEndRuleG5) {
  // A worker that holds on until PostPhysics has been released shows that nobody waited for it
  // earlier; without workers only the join at its end runs it.
  const bool has_workers = made_.workers.worker_count() > 0;
  std::atomic<bool> is_post_released = false;
  std::atomic<bool> saw_post = false;
  std::atomic<bool> is_finished = false;
  scheduler_.Register({.name = "long",
                       .end = TickGroup::kPostUpdateWork,
                       .lane = Lane::kAnyThread,
                       .run = [&](const TickContext&) {
                         while (has_workers && !is_post_released) std::this_thread::yield();
                         saw_post = is_post_released.load();
                         is_finished = true;
                       }});
  scheduler_.Register({.name = "post",
                       .start = TickGroup::kPostPhysics,
                       .run = [&](const TickContext&) { is_post_released = true; }});
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  for (const TickGroup group : ReleasedGroups()) {
    ASSERT_TRUE(scheduler_.RunGroup(group).ok());
    if (group == TickGroup::kPostUpdateWork) {
      EXPECT_TRUE(is_finished);
    }
  }
  scheduler_.EndFrame();
  if (has_workers) {
    EXPECT_TRUE(saw_post);
  }
}

// rule G5
TEST_P(SchedulerGroupsTest, NothingThatEndsInDuringPhysicsLeaksIntoEndPhysicsRuleG5) {
  std::atomic<int> running = 0;
  std::atomic<int> leaks = 0;
  for (int count = 0; count < 20; ++count) {
    scheduler_.Register(
        {.start = count % 2 == 0 ? TickGroup::kDuringPhysics : TickGroup::kPrePhysics,
         .end = TickGroup::kDuringPhysics,
         .lane = Lane::kAnyThread,
         .run = [&](const TickContext&) {
           ++running;
           std::this_thread::yield();
           --running;
         }});
  }
  std::atomic<int> finished = 0;
  for (const Lane lane : {Lane::kGameThread, Lane::kAnyThread}) {
    scheduler_.Register({.start = TickGroup::kEndPhysics,
                         .lane = lane,
                         .engine_stage = true,
                         .run = [&](const TickContext&) {
                           leaks += running;
                           ++finished;
                         }});
  }
  for (int frame = 0; frame < 20; ++frame) EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  EXPECT_EQ(leaks, 0);
  EXPECT_EQ(finished, 40);
}

// rule G6
TEST_P(SchedulerGroupsTest, GroupsAreReleasedInOrderAndOnceRuleG6) {
  scheduler_.Register({.name = "pre", .run = log_.Note("pre")});
  scheduler_.Register({.name = "post", .start = TickGroup::kPostPhysics, .run = log_.Note("post")});
  EXPECT_FALSE(scheduler_.RunGroup(TickGroup::kPrePhysics).ok()) << "outside of a frame";
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  EXPECT_FALSE(scheduler_.BeginFrame(0.1).ok()) << "twice";
  EXPECT_FALSE(scheduler_.RunGroup(TickGroup::kPostPhysics).ok()) << "too early";
  EXPECT_THAT(log_.Take(), IsEmpty());
  EXPECT_TRUE(scheduler_.RunGroup(TickGroup::kPrePhysics).ok());
  EXPECT_THAT(log_.Take(), ElementsAre("pre"));
  const absl::Status again = scheduler_.RunGroup(TickGroup::kPrePhysics);
  EXPECT_EQ(again.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(again.message()), HasSubstr("StartPhysics comes next"));
  EXPECT_THAT(log_.Take(), IsEmpty()) << "nothing changes";
  EXPECT_TRUE(scheduler_.RunGroup(TickGroup::kStartPhysics).ok());
  const FrameResult& frame = scheduler_.EndFrame();
  EXPECT_THAT(log_.Take(), ElementsAre("post")) << "EndFrame releases what is left";
  EXPECT_EQ(frame.error_count, 4U);
  EXPECT_EQ(frame.cards_run, 2U);
}

// rule G6
TEST_P(SchedulerGroupsTest, AGroupThatDoesNotExistIsAnErrorValueRuleG6) {
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  for (const TickGroup group : ReleasedGroups()) ASSERT_TRUE(scheduler_.RunGroup(group).ok());
  for (int group = GroupIndex(TickGroup::kNewlySpawned); group < 20; ++group) {
    EXPECT_FALSE(scheduler_.RunGroup(static_cast<TickGroup>(group)).ok()) << group;
  }
  scheduler_.EndFrame();
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
}

// rule G6
TEST_P(SchedulerGroupsTest, EndFrameWithoutBeginFrameIsAnErrorValueRuleG6) {
  const FrameResult refused = scheduler_.EndFrame();
  EXPECT_EQ(refused.first_error.code, TickErrorCode::kFrameOrder);
  EXPECT_EQ(scheduler_.frame(), 0U);
  const FrameResult& next = scheduler_.RunFrame(0.1);
  EXPECT_EQ(next.frame, 1U);
  EXPECT_EQ(next.error_count, 1U) << "the misuse is in the next result too";
}

// rule G6
TEST_P(SchedulerGroupsTest, RunFrameInsideAFrameIsAnErrorValueRuleG6) {
  scheduler_.Register({.run = log_.Note("card")});
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  EXPECT_EQ(scheduler_.RunFrame(0.1).first_error.code, TickErrorCode::kFrameOrder);
  EXPECT_TRUE(scheduler_.in_frame());
  EXPECT_THAT(log_.Take(), IsEmpty());
  scheduler_.EndFrame();
  EXPECT_THAT(log_.Take(), ElementsAre("card"));
}

// rule G6
TEST_P(SchedulerGroupsTest, OnlyTheThreadThatBeganTheFrameMayGoOnRuleG6) {
  scheduler_.Register({.run = log_.Note("card")});
  ASSERT_TRUE(scheduler_.BeginFrame(0.1).ok());
  std::thread other([this] {
    EXPECT_FALSE(scheduler_.RunGroup(TickGroup::kPrePhysics).ok());
    EXPECT_FALSE(scheduler_.BeginFrame(0.1).ok());
    EXPECT_EQ(scheduler_.EndFrame().first_error.code, TickErrorCode::kWrongThread);
  });
  other.join();
  EXPECT_THAT(log_.Take(), IsEmpty()) << "nothing changes";
  EXPECT_TRUE(scheduler_.in_frame());
  const FrameResult frame = scheduler_.EndFrame();
  EXPECT_EQ(frame.error_count, 3U);
  EXPECT_THAT(log_.Take(), ElementsAre("card"));

  std::thread next_game_thread([this] { EXPECT_TRUE(scheduler_.RunFrame(0.1).ok()); });
  next_game_thread.join();
  EXPECT_THAT(log_.Take(), ElementsAre("card")) << "between frames the thread may change";
}

// rule G7
TEST_P(SchedulerGroupsTest, ADemotedCardKeepsItsLaneRuleG7) {
  const TickHandle post = scheduler_.Register({.start = TickGroup::kPostPhysics});
  const TickHandle worker =
      scheduler_.Register({.lane = Lane::kAnyThread, .after = {post}, .run = log_.Note("w")});
  ExpectGroups(worker, TickGroup::kPostPhysics, TickGroup::kPostPhysics);
  EXPECT_EQ(scheduler_.Describe(worker)->lane, Lane::kAnyThread);
  const std::uint32_t position = scheduler_.plan().PositionOf(worker);
  EXPECT_EQ(scheduler_.plan().lanes[position], PlanLane::kAnyThread);
}

// rule G7
TEST_P(SchedulerGroupsTest, DemotionsAreKeptAsDataRuleG7) {
  const TickHandle early = scheduler_.Register({.name = "early"});
  const TickHandle post = scheduler_.Register({.name = "post", .start = TickGroup::kPostPhysics});
  const TickHandle moved = scheduler_.Register(
      {.name = "moved", .end = TickGroup::kDuringPhysics, .after = {early, post}});
  const TickHandle stretched_by =
      scheduler_.Register({.end = TickGroup::kPostPhysics, .lane = Lane::kAnyThread});
  const TickHandle stretched = scheduler_.Register({.name = "end", .after = {stretched_by}});
  ASSERT_TRUE(scheduler_.MakePlan().ok());
  ASSERT_EQ(scheduler_.demotions().size(), 2U);
  const bool moved_first = scheduler_.demotions()[0].card == moved;
  const Demotion& start = scheduler_.demotions()[moved_first ? 0 : 1];
  const Demotion& end = scheduler_.demotions()[moved_first ? 1 : 0];
  EXPECT_EQ(start.card, moved);
  EXPECT_EQ(start.cause, post);
  EXPECT_EQ(start.declared_start, TickGroup::kPrePhysics);
  EXPECT_EQ(start.declared_end, TickGroup::kDuringPhysics);
  EXPECT_EQ(start.effective_start, TickGroup::kPostPhysics);
  EXPECT_EQ(start.effective_end, TickGroup::kPostPhysics);
  EXPECT_EQ(end.card, stretched);
  EXPECT_EQ(end.cause, stretched_by);
  EXPECT_EQ(end.effective_start, TickGroup::kPrePhysics);
  EXPECT_EQ(end.effective_end, TickGroup::kPostPhysics);

  scheduler_.RemovePrerequisite(moved, post);
  scheduler_.RemovePrerequisite(stretched, stretched_by);
  ASSERT_TRUE(scheduler_.MakePlan().ok());
  EXPECT_THAT(scheduler_.demotions(), IsEmpty());
}

// rule G7
TEST_P(SchedulerGroupsTest, DemotionsOfNewcomersAreKeptUntilTheNextPlanRuleG7) {
  const TickHandle work = scheduler_.Register({.start = TickGroup::kPostUpdateWork});
  TickHandle too_late;
  TickHandle moved;
  scheduler_.Register({.start = TickGroup::kDuringPhysics, .run = [&](const TickContext&) {
                         if (moved) return;
                         too_late = scheduler_.Register({.name = "too late"});
                         moved = scheduler_.Register({.name = "moved", .after = {work}});
                         scheduler_.Register({.start = TickGroup::kPostPhysics});
                       }});
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  ASSERT_EQ(scheduler_.demotions().size(), 2U);
  const Demotion& late = scheduler_.demotions()[0];
  EXPECT_EQ(late.card, too_late);
  EXPECT_FALSE(late.cause);
  EXPECT_EQ(late.declared_start, TickGroup::kPrePhysics);
  EXPECT_EQ(late.effective_start, TickGroup::kPostPhysics);
  const Demotion& follower = scheduler_.demotions()[1];
  EXPECT_EQ(follower.card, moved);
  EXPECT_EQ(follower.cause, work);
  EXPECT_EQ(follower.effective_start, TickGroup::kPostUpdateWork);
  EXPECT_TRUE(scheduler_.RunFrame(0.1).ok());
  ASSERT_EQ(scheduler_.demotions().size(), 1U) << "the next plan has them in their groups";
  EXPECT_EQ(scheduler_.demotions()[0].card, moved);
}

// rule G8
TEST_P(SchedulerGroupsTest, TheSameCardsRunOnEveryExecutorRuleG8) {
  for (int count = 0; count < 300; ++count) {
    scheduler_.Register({.start = count % 3 == 0   ? TickGroup::kPrePhysics
                                  : count % 3 == 1 ? TickGroup::kDuringPhysics
                                                   : TickGroup::kPostPhysics,
                         .lane = count % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread,
                         .start_enabled = count % 10 != 0,
                         .run = log_.Note(std::to_string(count))});
  }
  for (int frame = 0; frame < 3; ++frame) {
    const FrameResult& result = scheduler_.RunFrame(0.1);
    EXPECT_EQ(result.cards_run, 270U);
    EXPECT_EQ(result.cards_skipped, 0U);
    std::vector<std::string> ran = log_.Take();
    std::sort(ran.begin(), ran.end());
    EXPECT_EQ(ran.size(), 270U);
    EXPECT_EQ(std::unique(ran.begin(), ran.end()), ran.end()) << "a card ran twice";
  }
}

INSTANTIATE_TEST_SUITE_P(Executors, SchedulerGroupsTest, AllExecutors(), ExecutorName);

}  // namespace
}  // namespace tickgraph
