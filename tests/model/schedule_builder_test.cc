#include "tickgraph/model/schedule_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "tests/model/random_schedule.h"
#include "tests/support/executors.h"
#include "tests/support/reference_data.h"
#include "tickgraph/model/read_schedule.h"
#include "tickgraph/model/run_order_check.h"
#include "tickgraph/observe/edge_check.h"
#include "tickgraph/observe/order_hash.h"

namespace tickgraph::model {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

Schedule MustRead(std::string_view statements) {
  absl::StatusOr<Schedule> schedule =
      ReadSchedule("digraph {" + std::string(statements) + "}", {.file = "test.dot"});
  EXPECT_TRUE(schedule.ok()) << schedule.status();
  return schedule.ok() ? *std::move(schedule) : Schedule{};
}

class ScheduleBuilderTest : public testing::TestWithParam<ExecutorChoice> {
 protected:
  BuiltSchedule Build(const Schedule& schedule, double game_share = 0.5) {
    absl::StatusOr<BuiltSchedule> built =
        BuildSchedule(schedule,
                      {.game_share = game_share,
                       .work = [this](std::size_t card) -> TickDelegate {
                         return [this, card](const TickContext&) { Note(card); };
                       }},
                      made_.scheduler);
    EXPECT_TRUE(built.ok()) << built.status();
    return built.ok() ? *std::move(built) : BuiltSchedule{};
  }

  void Note(std::size_t card) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ran_.push_back(card);
  }

  std::size_t PlaceOf(std::size_t card) const {
    return static_cast<std::size_t>(std::find(ran_.begin(), ran_.end(), card) - ran_.begin());
  }

  MadeScheduler made_{GetParam(), {.recorded_frames = 1}};
  std::mutex mutex_;
  std::vector<std::size_t> ran_;
};

TEST_P(ScheduleBuilderTest, RunsEnabledAndCoolingCardsOnly) {
  const Schedule schedule = MustRead("a [state=cooling] b [state=disabled] c");
  const BuiltSchedule built = Build(schedule);
  EXPECT_TRUE(made_.scheduler.RunFrame(0.1).ok());
  std::sort(ran_.begin(), ran_.end());
  EXPECT_THAT(ran_, ::testing::ElementsAre(0u, 2u));
  EXPECT_THAT(built.findings, IsEmpty());
}

// rule P8, rule P3: order goes through whole sets, empty sets and disabled cards.
TEST_P(ScheduleBuilderTest, KeepsOrderThroughSetsAndDisabledCards) {
  const Schedule schedule = MustRead(
      "subgraph cluster_late { l1 l2 } subgraph cluster_early { e1 subgraph cluster_in { e2 } } "
      "subgraph cluster_empty {} last middle [state=disabled] "
      "subgraph cluster_early -> subgraph cluster_late -> subgraph cluster_empty -> middle -> "
      "last");
  Build(schedule);
  EXPECT_TRUE(made_.scheduler.RunFrame(0.1).ok());
  ASSERT_EQ(ran_.size(), 5u);
  // Cards are numbered as they are named: l1 l2 e1 e2 last.
  for (const std::size_t early : {2u, 3u}) {
    for (const std::size_t late : {0u, 1u}) EXPECT_LT(PlaceOf(early), PlaceOf(late));
  }
  EXPECT_EQ(PlaceOf(4), 4u);
}

TEST_P(ScheduleBuilderTest, TakesGroupsAndLanesFromTheFile) {
  const Schedule schedule = MustRead(
      "s [group=StartPhysics] d [group=DuringPhysics, lane=AnyThread] e [group=EndPhysics] "
      "n [group=NewlySpawned] b [group=PostPhysics, end_group=PrePhysics] "
      "span [group=PrePhysics, end_group=PostPhysics, lane=AnyThread]");
  const BuiltSchedule built = Build(schedule);
  ASSERT_TRUE(made_.scheduler.MakePlan().ok());
  const auto info = [&](std::size_t card) { return *made_.scheduler.Describe(built.card(card)); };
  EXPECT_TRUE(info(0).engine_stage);
  EXPECT_EQ(info(0).effective_start, TickGroup::kStartPhysics);
  EXPECT_EQ(info(1).lane, Lane::kAnyThread);
  EXPECT_EQ(info(2).effective_start, TickGroup::kEndPhysics);
  EXPECT_EQ(info(3).effective_start, TickGroup::kPostUpdateWork);
  EXPECT_EQ(info(4).effective_end, TickGroup::kPostPhysics);
  EXPECT_EQ(info(5).effective_end, TickGroup::kPostPhysics);
  ASSERT_EQ(built.findings.size(), 2u);
  EXPECT_THAT(built.findings[0].text, HasSubstr("nobody may name NewlySpawned"));
  EXPECT_THAT(built.findings[1].text, HasSubstr("end group comes before"));
}

TEST_P(ScheduleBuilderTest, MixesLanesBySeed) {
  std::string statements;
  for (int card = 0; card < 1000; ++card) statements += " c" + std::to_string(card);
  const Schedule schedule = MustRead(statements);
  const auto lanes = [&](double share, std::uint64_t seed) {
    TickScheduler scheduler{TickSchedulerDefinition{}};
    const auto built = BuildSchedule(schedule, {.game_share = share, .seed = seed}, scheduler);
    std::vector<Lane> result;
    for (const TickHandle card : built->nodes) result.push_back(scheduler.Describe(card)->lane);
    return result;
  };
  const auto on_game_thread = [](const std::vector<Lane>& chosen) {
    return std::count(chosen.begin(), chosen.end(), Lane::kGameThread);
  };
  EXPECT_EQ(on_game_thread(lanes(0, 1)), 0);
  EXPECT_EQ(on_game_thread(lanes(1, 1)), 1000);
  EXPECT_NEAR(static_cast<double>(on_game_thread(lanes(0.7, 1))), 700, 60);
  EXPECT_EQ(lanes(0.7, 1), lanes(0.7, 1));
  EXPECT_NE(lanes(0.7, 1), lanes(0.7, 2));
}

TEST_P(ScheduleBuilderTest, ReportsACycleWithLinesOfTheFile) {
  const Schedule schedule = MustRead("\na -> b\nb -> c\nc -> a");
  const BuiltSchedule built = Build(schedule);
  ASSERT_TRUE(made_.scheduler.MakePlan().ok());
  ASSERT_EQ(made_.scheduler.cycles().size(), 1u);
  EXPECT_THAT(made_.scheduler.Explain(made_.scheduler.cycles()[0]), HasSubstr("test.dot:4"));
  made_.scheduler.RunFrame(0.1);
  EXPECT_EQ(ran_.size(), 3u);
  RunOrderCheck check(built, made_.scheduler);
  EXPECT_EQ(check.ignored_edges(), 1u);
}

TEST_P(ScheduleBuilderTest, KeepsTheOrderOfRandomSchedules) {
  std::uint64_t compared = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Schedule schedule = MakeRandomSchedule(seed);
    MadeScheduler made(GetParam(), {.recorded_frames = 1});
    std::vector<std::atomic<int>> place(schedule.cards.size());
    std::atomic<int> next{0};
    const absl::StatusOr<BuiltSchedule> built =
        BuildSchedule(schedule,
                      {.game_share = 0.5,
                       .seed = seed,
                       .work = [&](std::size_t card) -> TickDelegate {
                         return [&place, &next, card](const TickContext&) { place[card] = ++next; };
                       }},
                      made.scheduler);
    ASSERT_TRUE(built.ok()) << built.status();
    ASSERT_TRUE(made.scheduler.MakePlan().ok());
    made.scheduler.RunFrame(0.1);
    RunOrderCheck check(*built, made.scheduler);
    ASSERT_EQ(made.scheduler.records().size(), 1u);
    check.Add(*made.scheduler.records()[0]);
    EXPECT_EQ(check.violations(), 0u) << "seed " << seed << "\n" << check.Text();
    compared += check.compared();
    if (made.scheduler.ignored_edge_count() > 0) continue;
    for (const auto& [before, after] : MultiplyOut(schedule, CheckScheduleGraph(schedule))) {
      ASSERT_LT(place[before], place[after]) << "seed " << seed;
    }
  }
  EXPECT_GT(compared, 500u);
}

// rule L2, rule I10
TEST_P(ScheduleBuilderTest, HandsOnWhatDecidesTheOrderOfReadyCards) {
  Schedule schedule;
  schedule.cards.resize(5);
  schedule.cards[0].order = 1;
  schedule.cards[1].tie_key = 9;
  schedule.cards[2].tie_key = 8;
  schedule.cards[3].order = -5;
  schedule.cards[4].high_priority = true;
  Build(schedule, 1);
  EXPECT_TRUE(made_.scheduler.RunFrame(0.1).ok());
  EXPECT_THAT(ran_, ::testing::ElementsAre(4, 3, 2, 1, 0));
}

TEST_P(ScheduleBuilderTest, HandsOnOwnersAndEngineStages) {
  Schedule schedule;
  schedule.cards.resize(4);
  schedule.cards[0].owner = "door";
  schedule.cards[1].owner = "lamp";
  schedule.cards[2].owner = "door";
  schedule.cards[3].engine_stage = true;
  const BuiltSchedule built = Build(schedule);
  const auto describe = [&](std::size_t card) {
    const absl::StatusOr<CardInfo> info = made_.scheduler.Describe(built.card(card));
    EXPECT_TRUE(info.ok()) << info.status();
    return *info;
  };
  ASSERT_NE(describe(0).owner, nullptr);
  EXPECT_EQ(*static_cast<const std::string*>(describe(0).owner), "door");
  EXPECT_EQ(describe(0).owner, describe(2).owner);
  EXPECT_NE(describe(0).owner, describe(1).owner);
  EXPECT_EQ(describe(3).owner, nullptr);
  EXPECT_TRUE(describe(3).engine_stage);
  EXPECT_FALSE(describe(0).engine_stage);
}

INSTANTIATE_TEST_SUITE_P(Executors, ScheduleBuilderTest, AllExecutors(), ExecutorName);

// The main job: one order of the game thread, whatever the executor, and no edge broken.
TEST(ScheduleBuilderReferenceTest, RunsPostUpdateInOneOrder) {
  const auto path = ReferenceFile("schedules/bevy/schedule_PostUpdate.dot");
  if (!path) GTEST_SKIP() << "reference data is not here: schedules/bevy/schedule_PostUpdate.dot";
  const absl::StatusOr<Schedule> schedule = ReadScheduleFile(*path, {});
  ASSERT_TRUE(schedule.ok()) << schedule.status();
  std::vector<std::uint64_t> hashes;
  for (const ExecutorChoice& choice :
       {ExecutorChoice{ExecutorKind::kSerial, 0}, ExecutorChoice{ExecutorKind::kFlow, 0},
        ExecutorChoice{ExecutorKind::kFlow, 1}, ExecutorChoice{ExecutorKind::kFlow, 2},
        ExecutorChoice{ExecutorKind::kFlow, 4}}) {
    MadeScheduler made(choice, {.recorded_frames = 1});
    std::atomic<std::uint64_t> runs{0};
    const absl::StatusOr<BuiltSchedule> built =
        BuildSchedule(*schedule, {.work = [&](std::size_t) -> TickDelegate {
          return [&runs](const TickContext&) { ++runs; };
        }},
                      made.scheduler);
    ASSERT_TRUE(built.ok()) << built.status();
    ASSERT_TRUE(made.scheduler.MakePlan().ok());
    const ScheduleSnapshot snapshot = TakeSnapshot(made.scheduler);
    RunOrderCheck check(*built, made.scheduler);
    EdgeCheck edges(snapshot);
    OrderHash hash;
    for (int frame = 0; frame < 20; ++frame) {
      ASSERT_TRUE(made.scheduler.RunFrame(0.1).ok());
      for (const FrameRecord* record : made.scheduler.records()) {
        check.Add(*record);
        edges.Add(*record);
        hash.Add(*record, snapshot);
      }
    }
    EXPECT_EQ(runs, 20u * 144u);
    EXPECT_EQ(check.violations(), 0u) << check.Text();
    EXPECT_EQ(edges.violations(), 0u) << edges.Text();
    EXPECT_GT(check.compared(), 20u * 116u);
    hashes.push_back(hash.value());
  }
  for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

}  // namespace
}  // namespace tickgraph::model
