#include "tickgraph/physics/physics_stage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <latch>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/physics/whole_state.h"
#include "tests/support/worker_probe.h"
#include "tickgraph/physics/bullet_scene.h"
#include "tickgraph/physics/scripted_scene.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Machine {
  const char* name;
  ExecutorKind executor;
  int workers;
};

constexpr Machine kMachines[] = {{"Serial", ExecutorKind::kSerial, 0},
                                 {"NoWorkers", ExecutorKind::kFlow, 0},
                                 {"OneWorker", ExecutorKind::kFlow, 1},
                                 {"TwoWorkers", ExecutorKind::kFlow, 2},
                                 {"FourWorkers", ExecutorKind::kFlow, 4}};

// A pool, a scheduler on it, and what a frame of it needs.
struct Rig {
  explicit Rig(const Machine& machine)
      : workers({.count = machine.workers}),
        scheduler({.workers = &workers, .executor = machine.executor}) {}

  WorkerPool workers;
  TickScheduler scheduler;
};

class PhysicsStageTest : public testing::TestWithParam<Machine> {};

INSTANTIATE_TEST_SUITE_P(Machines, PhysicsStageTest, testing::ValuesIn(kMachines),
                         [](const auto& tested) { return std::string(tested.param.name); });

// rule PH-1, rule PH-2: commands before the start act in the same frame, then the step, then the
// new state is there.
TEST_P(PhysicsStageTest, AFramePreparesStepsAndPublishes) {
  Rig rig(GetParam());
  ScriptedScene scene;
  PhysicsStage stage(rig.scheduler, scene);
  const BodyHandle body = stage.AddBody({}).value();
  std::vector<std::int64_t> seen;
  rig.scheduler.Register({.name = "push", .run = [&](const TickContext&) {
                            seen.push_back(scene.View().version());
                            stage.Command(VelocityCommand{body, {2, 0, 0}, {}});
                          }});
  rig.scheduler.Register(
      {.name = "look", .start = TickGroup::kPostPhysics, .run = [&](const TickContext&) {
         seen.push_back(scene.View().version());
       }});
  EXPECT_TRUE(rig.scheduler.RunFrame(0.015625).ok());
  EXPECT_THAT(scene.calls(), ElementsAre("add 0", "velocity 0", "step 0.015625"));
  EXPECT_THAT(seen, ElementsAre(0, 1));
  EXPECT_EQ(scene.State(body)->position.x, 0.03125);
  EXPECT_TRUE(rig.scheduler.RunFrame(0.015625).ok());
  EXPECT_THAT(seen, ElementsAre(0, 1, 1, 2));
  EXPECT_EQ(stage.last_frame().frame, 2u);
  EXPECT_TRUE(stage.last_frame().status.ok());
  EXPECT_LE(stage.last_frame().step_start, stage.last_frame().step_end);
}

// rule PH-1: the step is a card like any other in its groups, and an engine stage.
TEST(PhysicsStageCardsTest, TheCardsHaveTheirGroupsAndLanes) {
  TickScheduler scheduler(TickSchedulerDefinition{});
  ScriptedScene scene;
  {
    PhysicsStage stage(scheduler, scene);
    ASSERT_TRUE(scheduler.MakePlan().ok());
    const CardInfo start = scheduler.Describe(stage.start_card()).value();
    const CardInfo step = scheduler.Describe(stage.step_card()).value();
    const CardInfo end = scheduler.Describe(stage.end_card()).value();
    EXPECT_EQ(start.effective_start, TickGroup::kStartPhysics);
    EXPECT_EQ(start.effective_end, TickGroup::kStartPhysics);
    EXPECT_EQ(step.effective_start, TickGroup::kStartPhysics);
    EXPECT_EQ(step.effective_end, TickGroup::kDuringPhysics);
    EXPECT_EQ(step.lane, Lane::kAnyThread);
    EXPECT_EQ(end.effective_start, TickGroup::kEndPhysics);
    EXPECT_EQ(end.effective_end, TickGroup::kEndPhysics);
    EXPECT_TRUE(start.engine_stage && step.engine_stage && end.engine_stage);
    EXPECT_EQ(scheduler.card_count(), 3u);
  }
  EXPECT_EQ(scheduler.card_count(), 0u);
}

// rule PH-3, rule PH-5
TEST_P(PhysicsStageTest, ALongFrameIsClampedAndTheLossIsCounted) {
  Rig rig(GetParam());
  ScriptedScene scene;
  PhysicsStage stage(rig.scheduler, scene);
  rig.scheduler.RunFrame(1.0);
  EXPECT_EQ(stage.last_frame().step.count, 1);
  EXPECT_EQ(stage.last_frame().step.delta.count(), 33'333'334);
  EXPECT_EQ(stage.last_frame().step.lost.count(), 966'666'666);
  rig.scheduler.RunFrame(1.0 / 60.0);
  EXPECT_EQ(stage.last_frame().step.lost.count(), 0);
  EXPECT_EQ(stage.lost_time().count(), 966'666'666);
  EXPECT_EQ(stage.simulated_time().count(), 33'333'334 + 16'666'666);
  EXPECT_EQ(stage.steps(), 2);
  rig.scheduler.RunFrame(0.0);
  EXPECT_EQ(stage.steps(), 2);
  EXPECT_EQ(scene.View().version(), 3);
}

// rule N7, rule PH-2: commands of any-thread cards act in plan order.
TEST_P(PhysicsStageTest, CommandsOfAnyThreadCardsActInPlanOrder) {
  Rig rig(GetParam());
  ScriptedScene scene;
  PhysicsStage stage(rig.scheduler, scene);
  const BodyHandle body = stage.AddBody({}).value();
  for (int i = 0; i < 20; ++i) {
    rig.scheduler.Register({.name = "worker card",
                            .lane = Lane::kAnyThread,
                            .order = 20 - i,
                            .run = [&stage, body, i](const TickContext&) {
                              const double value = i;
                              stage.Command(TeleportCommand{body, {value, 0, 0}, {}});
                              stage.Command(TeleportCommand{body, {value, 1, 0}, {}});
                            }});
  }
  for (int frame = 0; frame < 20; ++frame) {
    ASSERT_TRUE(rig.scheduler.RunFrame(0.01).ok());
    // Card 0 has the highest order, so it is the last.
    ASSERT_EQ(scene.State(body)->position, Vector3({0, 1, 0}));
    ASSERT_TRUE(stage.last_frame().status.ok());
  }
}

// rule PH-2: what comes while the step runs waits for the next start.
TEST_P(PhysicsStageTest, CommandsAfterTheStartActInTheNextFrame) {
  Rig rig(GetParam());
  ScriptedScene scene;
  PhysicsStage stage(rig.scheduler, scene);
  const BodyHandle a = stage.AddBody({}).value();
  const BodyHandle b = stage.AddBody({}).value();
  int frame = 0;
  rig.scheduler.Register(
      {.name = "game", .start = TickGroup::kDuringPhysics, .run = [&](const TickContext&) {
         ++frame;
         stage.Command(TeleportCommand{a, {1.0 * frame, 0, 0}, {}});
       }});
  rig.scheduler.Register({.name = "worker",
                          .start = TickGroup::kDuringPhysics,
                          .lane = Lane::kAnyThread,
                          .run = [&](const TickContext& t) {
                            const auto now = static_cast<double>(t.frame);
                            stage.Command(TeleportCommand{b, {now, 0, 0}, {}});
                          }});
  rig.scheduler.RunFrame(0.01);
  EXPECT_EQ(scene.State(a)->position.x, 0.0);
  EXPECT_EQ(scene.State(b)->position.x, 0.0);
  rig.scheduler.RunFrame(0.01);
  EXPECT_EQ(scene.State(a)->position.x, 1.0);
  EXPECT_EQ(scene.State(b)->position.x, 1.0);
}

TEST_P(PhysicsStageTest, CommandsOfOtherThreadsActAtTheNextFrame) {
  Rig rig(GetParam());
  ScriptedScene scene;
  PhysicsStage stage(rig.scheduler, scene);
  BodyHandle body;
  rig.scheduler.RunFrame(0.01);
  std::thread([&] {
    body = stage.AddBody({}).value();
    stage.Command(TeleportCommand{body, {4, 0, 0}, {}});
  }).join();
  rig.scheduler.RunFrame(0.01);
  EXPECT_EQ(scene.State(body)->position.x, 4.0);
}

TEST_P(PhysicsStageTest, ACommandThatCannotActIsReported) {
  Rig rig(GetParam());
  ScriptedScene scene;
  PhysicsStage stage(rig.scheduler, scene);
  const BodyHandle body = stage.AddBody({}).value();
  rig.scheduler.RunFrame(0.01);
  EXPECT_TRUE(stage.TryCommand(DestroyBodyCommand{body}).ok());
  rig.scheduler.RunFrame(0.01);
  EXPECT_EQ(stage.TryCommand(DestroyBodyCommand{body}).code(), absl::StatusCode::kNotFound);
  EXPECT_FALSE(stage.AddBody({.mass = 0.0}).ok());
  stage.Command(ImpulseCommand{body, {1, 0, 0}, {}});
  rig.scheduler.RunFrame(0.01);
  EXPECT_EQ(stage.last_frame().status.code(), absl::StatusCode::kNotFound);
  rig.scheduler.RunFrame(0.01);
  EXPECT_TRUE(stage.last_frame().status.ok());
}

TEST_P(PhysicsStageTest, ContactsAreToldOnTheGameThreadAndMayThrow) {
  Rig rig(GetParam());
  ScriptedScene scene;
  PhysicsStage stage(rig.scheduler, scene);
  const BodyHandle a = stage.AddBody({}).value();
  stage.AddBody({}).value();
  scene.SetContacts({{.first = 0, .second = 1}});
  std::thread::id told_on;
  scene.AddContactListener([&](const ContactEvent&) {
    told_on = std::this_thread::get_id();
    stage.Command(TeleportCommand{a, {5, 0, 0}, {}});
    throw std::runtime_error("listener trouble");
  });
  EXPECT_TRUE(rig.scheduler.RunFrame(0.01).ok());
  EXPECT_EQ(told_on, std::this_thread::get_id());
  EXPECT_THAT(std::string(stage.last_frame().status.message()), HasSubstr("listener trouble"));
  EXPECT_TRUE(rig.scheduler.RunFrame(0.01).ok());
  EXPECT_TRUE(stage.last_frame().status.ok());
  EXPECT_EQ(scene.State(a)->position.x, 5.0);
}

TEST_P(PhysicsStageTest, AStepThatThrowsIsReportedAndTheNextFrameIsNormal) {
  Rig rig(GetParam());
  bool fails = false;
  ScriptedScene scene({.in_step = [&](double) {
    if (fails) throw std::runtime_error("engine trouble");
  }});
  PhysicsStage stage(rig.scheduler, scene);
  rig.scheduler.RunFrame(0.01);
  fails = true;
  EXPECT_TRUE(rig.scheduler.RunFrame(0.01).ok());
  EXPECT_THAT(std::string(stage.last_frame().status.message()), HasSubstr("engine trouble"));
  EXPECT_EQ(scene.View().version(), 1);
  fails = false;
  rig.scheduler.RunFrame(0.01);
  EXPECT_TRUE(stage.last_frame().status.ok());
  EXPECT_EQ(scene.View().version(), 2);
}

// rule PH-2: every read of every card beside the step sees one whole version, the previous one.
TEST_P(PhysicsStageTest, CardsBesideTheStepSeeThePreviousStateWhole) {
  Rig rig(GetParam());
  // The first half of the bodies has moved when this yields, the second half has not.
  ScriptedScene scene(
      {.in_step = [](double) { std::this_thread::yield(); }, .record_calls = false});
  PhysicsStage stage(rig.scheduler, scene, {{.max_delta = std::chrono::seconds(1)}});
  AddWholeStateBodies(scene, 40);
  std::atomic<int> torn{0};
  std::atomic<int> wrong_version{0};
  for (int i = 0; i < 8; ++i) {
    rig.scheduler.Register({.name = "reader",
                            .start = TickGroup::kDuringPhysics,
                            .lane = i % 4 == 0 ? Lane::kGameThread : Lane::kAnyThread,
                            .run = [&](const TickContext& t) {
                              for (int read = 0; read < 10; ++read) {
                                const PhysicsView view = scene.View();
                                if (!IsWhole(view)) ++torn;
                                if (view.steps() != static_cast<std::int64_t>(t.frame) - 1) {
                                  ++wrong_version;
                                }
                              }
                            }});
  }
  for (int frame = 0; frame < 300; ++frame) ASSERT_TRUE(rig.scheduler.RunFrame(1.0).ok());
  EXPECT_EQ(torn.load(), 0);
  EXPECT_EQ(wrong_version.load(), 0);
  EXPECT_TRUE(IsWhole(scene.View()));
  EXPECT_EQ(scene.View().steps(), 300);
}

// rule PH-1: the step really runs beside the game thread where there is a worker.
TEST(PhysicsStageOverlapTest, ACardBesideTheStepReadsWhileItIsHalfDone) {
  WorkerPool workers({.count = 1});
  TickScheduler scheduler(workers);
  std::mutex mutex;
  std::condition_variable changed;
  bool is_half_done = false;
  std::latch has_read(1);
  const std::thread::id game_thread = std::this_thread::get_id();
  ScriptedScene scene({.in_step = [&](double) {
    if (std::this_thread::get_id() == game_thread) return;
    {
      const std::lock_guard lock(mutex);
      is_half_done = true;
    }
    changed.notify_all();
    has_read.wait();
  }});
  PhysicsStage stage(scheduler, scene, {{.max_delta = std::chrono::seconds(1)}});
  AddWholeStateBodies(scene, 10);
  bool overlapped = false;
  bool was_whole = false;
  std::int64_t steps = -1;
  scheduler.Register(
      {.name = "reader", .start = TickGroup::kDuringPhysics, .run = [&](const TickContext&) {
         std::unique_lock lock(mutex);
         overlapped =
             changed.wait_for(lock, std::chrono::seconds(10), [&] { return is_half_done; });
         const PhysicsView view = scene.View();
         was_whole = IsWhole(view);
         steps = view.steps();
         has_read.count_down();
       }});
  EXPECT_TRUE(scheduler.RunFrame(1.0).ok());
  if (!overlapped && !GetsAWorkerThread(workers)) {
    GTEST_SKIP() << "the system gave the pool no worker thread";
  }
  ASSERT_TRUE(overlapped) << "there is a worker, and the step did not run on it";
  EXPECT_TRUE(was_whole);
  EXPECT_EQ(steps, 0);
  EXPECT_TRUE(IsWhole(scene.View()));
  EXPECT_EQ(scene.View().steps(), 1);
}

// rule PH-2: a card that runs through EndPhysics keeps what was published when it started.
TEST_P(PhysicsStageTest, ACardThroughEndPhysicsKeepsItsView) {
  Rig rig(GetParam());
  ScriptedScene scene({.record_calls = false});
  PhysicsStage stage(rig.scheduler, scene, {{.max_delta = std::chrono::seconds(1)}});
  AddWholeStateBodies(scene, 10);
  const std::thread::id game_thread = std::this_thread::get_id();
  std::atomic<int> changed{0};
  std::atomic<int> runs{0};
  std::latch* is_published = nullptr;
  rig.scheduler.Register({.name = "long",
                          .start = TickGroup::kDuringPhysics,
                          .end = TickGroup::kPostPhysics,
                          .lane = Lane::kAnyThread,
                          .run = [&](const TickContext&) {
                            const PhysicsView view = scene.View();
                            const std::int64_t steps = view.steps();
                            // On the game thread nothing can be published meanwhile.
                            if (std::this_thread::get_id() != game_thread) is_published->wait();
                            if (view.steps() != steps || !IsWhole(view)) ++changed;
                            ++runs;
                          }});
  rig.scheduler.Register({.name = "after",
                          .start = TickGroup::kPostPhysics,
                          .run = [&](const TickContext&) { is_published->count_down(); }});
  for (int frame = 0; frame < 20; ++frame) {
    std::latch published(1);
    is_published = &published;
    ASSERT_TRUE(rig.scheduler.RunFrame(1.0).ok());
  }
  EXPECT_EQ(runs.load(), 20);
  EXPECT_EQ(changed.load(), 0);
}

std::uint64_t HashOfRun(const Machine& machine, int frames) {
  Rig rig(machine);
  const auto scene = MakeBulletScene();
  PhysicsStage stage(rig.scheduler, *scene);
  stage.AddBody({.shape = BodyShape::kPlane, .kind = BodyKind::kStatic}).value();
  std::vector<BodyHandle> boxes;
  for (int i = 0; i < 60; ++i) {
    boxes.push_back(
        stage
            .AddBody({.half_extents = {0.4, 0.4, 0.4},
                      .position = {(i % 5) * 0.7, 1.0 + (i / 25) * 0.9, (i / 5 % 5) * 0.7},
                      .user_data = static_cast<std::uint64_t>(i)})
            .value());
  }
  for (std::size_t i = 0; i < 6; ++i) {
    rig.scheduler.Register(
        {.name = "worker",
         .start = i % 2 == 0 ? TickGroup::kPrePhysics : TickGroup::kDuringPhysics,
         .lane = Lane::kAnyThread,
         .run = [&, i](const TickContext& t) {
           const std::size_t box = (i * 11 + t.frame) % 60;
           stage.Command(ImpulseCommand{boxes[box], {0.1, 0.5, -0.1}, {0.1, 0, 0}});
           if (i < 2 && t.frame % 10 == 0) {
             stage.AddBody({.position = {0, 8.0, 0}, .user_data = 1'000 + t.frame}).value();
           }
         }});
  }
  for (int frame = 0; frame < frames; ++frame) EXPECT_TRUE(rig.scheduler.RunFrame(1.0 / 60).ok());
  EXPECT_TRUE(stage.last_frame().status.ok()) << stage.last_frame().status;
  return scene->View().StateHash();
}

// rule PH-7
TEST(PhysicsStageDeterminismTest, TheStateHashIsEqualForEveryNumberOfWorkers) {
  const std::uint64_t reference = HashOfRun(kMachines[0], 60);
  for (const Machine& machine : kMachines) {
    EXPECT_EQ(HashOfRun(machine, 60), reference) << machine.name;
  }
  EXPECT_NE(HashOfRun(kMachines[0], 59), reference);
}

// A frame of centuries is one step, and the rest of it is lost.
TEST(PhysicsStageTimeTest, AHugeDeltaIsLostTime) {
  TickScheduler scheduler(TickSchedulerDefinition{});
  ScriptedScene scene;
  PhysicsStage stage(scheduler, scene);
  for (const double delta : {1e10, 1e300}) {
    EXPECT_TRUE(scheduler.RunFrame(delta).ok());
    EXPECT_EQ(stage.last_frame().step.delta.count(), 33'333'334);
  }
  EXPECT_EQ(stage.steps(), 2);
  EXPECT_EQ(stage.simulated_time().count(), 2 * 33'333'334);
  EXPECT_EQ(stage.lost_time(), std::chrono::nanoseconds::max());
}

// rule I2
TEST(PhysicsStageTimeTest, TheHostMayKnowTheNextDeltaMoreExactly) {
  TickScheduler scheduler(TickSchedulerDefinition{});
  ScriptedScene scene;
  PhysicsStage stage(scheduler, scene);
  stage.SetNextDelta(std::chrono::nanoseconds(16'666'667));
  scheduler.RunFrame(1.0 / 60);
  EXPECT_EQ(stage.simulated_time().count(), 16'666'667);
  scheduler.RunFrame(1.0 / 60);
  EXPECT_EQ(stage.simulated_time().count(), 16'666'667 + 16'666'666) << "rounded down";
}

TEST(PhysicsStageTimeTest, AStepThatIsNoTimeIsReportedInTheFirstFrame) {
  TickScheduler scheduler(TickSchedulerDefinition{});
  ScriptedScene scene;
  PhysicsStage stage(scheduler, scene, {{.max_delta = std::chrono::nanoseconds(-1)}});
  scheduler.RunFrame(0.01);
  EXPECT_EQ(stage.last_frame().status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(stage.steps(), 1);
  scheduler.RunFrame(0.01);
  EXPECT_TRUE(stage.last_frame().status.ok());
}

TEST(PhysicsStageLifeTest, AStageMayGoBeforeItsCommandsAct) {
  TickScheduler scheduler(TickSchedulerDefinition{});
  ScriptedScene scene;
  {
    PhysicsStage stage(scheduler, scene);
    scheduler.RunFrame(0.01);
    std::thread([&] { stage.AddBody({}).value(); }).join();
  }
  EXPECT_TRUE(scheduler.RunFrame(0.01).ok());
  PhysicsStage stage(scheduler, scene);
  EXPECT_TRUE(scheduler.RunFrame(0.01).ok());
  EXPECT_THAT(scene.calls(), ElementsAre("step 0.01", "step 0.01"));
}

}  // namespace
}  // namespace tickgraph
