// Game thread and workers together: rules L5, L9, G5, and workers that come late.

#include "tickgraph/run/flow_executor.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <latch>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/executors.h"
#include "tests/support/hang_watchdog.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

void RunGroups(TickScheduler& scheduler, TickGroup first, TickGroup last) {
  for (int group = GroupIndex(first); group <= GroupIndex(last); ++group) {
    ASSERT_TRUE(scheduler.RunGroup(static_cast<TickGroup>(group)).ok());
  }
}

/// Holds all workers of a pool inside cards of another scheduler while it lives.
class WorkersHeld {
 public:
  explicit WorkersHeld(WorkerPool& pool) : started_(pool.worker_count()), scheduler_(pool) {
    for (int worker = 0; worker < pool.worker_count(); ++worker) {
      scheduler_.Register({.name = "holds a worker",
                           .start = TickGroup::kDuringPhysics,
                           .lane = Lane::kAnyThread,
                           .cost_us = 1000,
                           .run = [this](const TickContext&) {
                             started_.count_down();
                             release_.wait();
                           }});
    }
    EXPECT_TRUE(scheduler_.BeginFrame(0.1).ok());
    RunGroups(scheduler_, TickGroup::kPrePhysics, TickGroup::kDuringPhysics);
    started_.wait();
  }
  ~WorkersHeld() {
    release_.count_down();
    scheduler_.EndFrame();
  }
  WorkersHeld(const WorkersHeld&) = delete;
  WorkersHeld& operator=(const WorkersHeld&) = delete;

 private:
  std::latch started_;
  std::latch release_{1};
  TickScheduler scheduler_;
};

/// What the system says of a thread of this process.
struct ThreadStatus {
  bool sleeps = false;
  long voluntary_switches = -1;
};

ThreadStatus StatusOf(long thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/status");
  ThreadStatus status;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("State:")) status.sleeps = line.find('S', 6) != std::string::npos;
    if (line.starts_with("voluntary_ctxt_switches:")) {
      status.voluntary_switches = std::stol(line.substr(line.find(':') + 1));
    }
  }
  return status;
}

/// Returns when the thread sleeps and stays asleep: it neither spins nor polls.
void WaitUntilAsleep(long thread) {
  for (int quiet = 0; quiet < 20;) {
    const ThreadStatus before = StatusOf(thread);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const ThreadStatus after = StatusOf(thread);
    const bool is_quiet =
        before.sleeps && after.sleeps && before.voluntary_switches == after.voluntary_switches;
    quiet = is_quiet ? quiet + 1 : 0;
  }
}

/// Works for so long, by the clock.
void Work(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

class FlowExecutorTest : public testing::TestWithParam<int> {
 protected:
  HangWatchdog watchdog_{"a frame with workers", std::chrono::seconds(100)};
  WorkerPool pool_{{.count = GetParam()}};
};

INSTANTIATE_TEST_SUITE_P(Workers, FlowExecutorTest, testing::Values(1, 2, 4));

// rule L5: the waiting game thread runs nothing of another scheduler, and sleeps until woken.
TEST_P(FlowExecutorTest, TheWaitingGameThreadSleepsAndTakesNoForeignWork) {
  const long game_thread = syscall(SYS_gettid);
  const std::thread::id mine = std::this_thread::get_id();
  std::latch awaited_runs(1);
  std::latch release(1);
  TickScheduler scheduler(pool_);
  scheduler.Register({.name = "awaited",
                      .start = TickGroup::kDuringPhysics,
                      .lane = Lane::kAnyThread,
                      .run = [&](const TickContext&) {
                        awaited_runs.count_down();
                        release.wait();
                      }});
  ASSERT_TRUE(scheduler.BeginFrame(0.1).ok());
  RunGroups(scheduler, TickGroup::kPrePhysics, TickGroup::kDuringPhysics);
  awaited_runs.wait();

  std::latch other_is_ready(1);
  std::atomic<int> foreign{0};
  std::thread other([&] {
    TickScheduler theirs(pool_);
    for (int card = 0; card < 50; ++card) {
      theirs.Register({.name = "foreign",
                       .start = TickGroup::kDuringPhysics,
                       .lane = Lane::kAnyThread,
                       .cost_us = 100,
                       .run = [&](const TickContext&) {
                         if (std::this_thread::get_id() == mine) ++foreign;
                       }});
    }
    EXPECT_TRUE(theirs.BeginFrame(0.1).ok());
    RunGroups(theirs, TickGroup::kPrePhysics, TickGroup::kDuringPhysics);
    other_is_ready.count_down();
    WaitUntilAsleep(game_thread);
    release.count_down();
    theirs.EndFrame();
  });
  other_is_ready.wait();
  EXPECT_TRUE(scheduler.EndFrame().ok());
  other.join();
  EXPECT_EQ(foreign, 0);
}

// rule L5: asleep, it is woken for work of its own that becomes ready, while the worker is busy.
TEST_P(FlowExecutorTest, TheSleepingGameThreadIsWokenForNewWork) {
  const long game_thread = syscall(SYS_gettid);
  std::latch all_started(2);
  TickScheduler scheduler(pool_);
  const TickHandle first = scheduler.Register({.name = "first",
                                               .lane = Lane::kAnyThread,
                                               .engine_stage = true,
                                               .run = [&](const TickContext& t) {
                                                 if (t.worker() == 0) return;
                                                 WaitUntilAsleep(game_thread);
                                               }});
  // These need two threads; with one worker the game thread is the other one.
  for (int card = 0; card < 2; ++card) {
    scheduler.Register({.name = "meets",
                        .lane = Lane::kAnyThread,
                        .engine_stage = true,
                        .after = {first},
                        .run = [&](const TickContext&) { all_started.arrive_and_wait(); }});
  }
  scheduler.RunFrame(0.1);
}

// rule L9: a card that DuringPhysics runs beside the physics step starts before the step has ended,
// as recorded times show. The step is made long by waiting for just that.
TEST_P(FlowExecutorTest, ACardOfDuringPhysicsStartsBeforeTheStepHasEnded) {
  TickScheduler scheduler({.workers = &pool_, .recorded_frames = 1});
  std::unique_ptr<std::latch> started;
  const TickHandle step = scheduler.Register({.name = "physics step",
                                              .start = TickGroup::kStartPhysics,
                                              .end = TickGroup::kDuringPhysics,
                                              .lane = Lane::kAnyThread,
                                              .engine_stage = true,
                                              .run = [&](const TickContext&) { started->wait(); }});
  const TickHandle beside =
      scheduler.Register({.name = "beside",
                          .start = TickGroup::kDuringPhysics,
                          .lane = Lane::kAnyThread,
                          .run = [&](const TickContext&) { started->count_down(); }});
  for (int frame = 0; frame < 30; ++frame) {
    started = std::make_unique<std::latch>(1);
    ASSERT_TRUE(scheduler.RunFrame(0.1).ok());
    const FrameRecord& record = *scheduler.records().at(0);
    ASSERT_EQ(record.runs.size(), 2U);
    const CardRun& one = record.runs[0];
    const CardRun& two = record.runs[1];
    const CardRun& step_run = one.card == step ? one : two;
    const CardRun& beside_run = one.card == beside ? one : two;
    ASSERT_NE(&step_run, &beside_run);
    EXPECT_LT(beside_run.start_ns, step_run.end_ns);
    EXPECT_NE(beside_run.worker, step_run.worker);
    const TimeSpan& end_physics = record.groups[3];
    EXPECT_LE(step_run.end_ns, end_physics.end_ns);
  }
}

// rule G5: a worker card [0,5] runs through 1 to 4 and is joined at 5.
TEST_P(FlowExecutorTest, ALongCardRunsThroughGroupsAndIsJoinedAtItsEnd) {
  TickScheduler scheduler(pool_);
  std::unique_ptr<std::latch> post_physics;
  std::atomic<bool> is_done{false};
  scheduler.Register({.name = "long",
                      .end = TickGroup::kPostUpdateWork,
                      .lane = Lane::kAnyThread,
                      .run = [&](const TickContext&) {
                        post_physics->wait();
                        is_done = true;
                      }});
  bool was_done_early = true;
  scheduler.Register(
      {.name = "post physics", .start = TickGroup::kPostPhysics, .run = [&](const TickContext&) {
         was_done_early = is_done;
         post_physics->count_down();
       }});
  for (int frame = 0; frame < 50; ++frame) {
    post_physics = std::make_unique<std::latch>(1);
    is_done = false;
    ASSERT_TRUE(scheduler.BeginFrame(0.1).ok());
    RunGroups(scheduler, TickGroup::kPrePhysics, TickGroup::kPostPhysics);
    EXPECT_FALSE(was_done_early);
    RunGroups(scheduler, TickGroup::kPostUpdateWork, TickGroup::kPostUpdateWork);
    EXPECT_TRUE(is_done);
    EXPECT_TRUE(scheduler.EndFrame().ok());
  }
}

// rule G5: nothing that ends in DuringPhysics leaks past the start of EndPhysics' own cards.
TEST_P(FlowExecutorTest, EndPhysicsJoinsWhatEndsInDuringPhysics) {
  TickScheduler scheduler(pool_);
  std::atomic<int> done{0};
  int seen = 0;
  scheduler.Register({.name = "publish",
                      .start = TickGroup::kEndPhysics,
                      .engine_stage = true,
                      .run = [&](const TickContext&) { seen = done; }});
  for (int card = 0; card < 60; ++card) {
    scheduler.Register({.name = "during",
                        .start = card % 3 == 0 ? TickGroup::kPrePhysics : TickGroup::kDuringPhysics,
                        .end = TickGroup::kDuringPhysics,
                        .lane = Lane::kAnyThread,
                        .run = [&](const TickContext&) {
                          std::this_thread::yield();
                          ++done;
                        }});
  }
  for (int frame = 0; frame < 100; ++frame) {
    done = 0;
    ASSERT_TRUE(scheduler.RunFrame(0.1).ok());
    ASSERT_EQ(seen, 60);
  }
}

// Game thread and workers in turns, over and over: a wake-up that got lost would end in a hang.
TEST_P(FlowExecutorTest, GameThreadAndWorkersTakeTurns) {
  TickScheduler scheduler(pool_);
  int plain = 0;
  TickHandle last;
  for (int card = 0; card < 40; ++card) {
    last = scheduler.Register({.name = "turn",
                               .lane = card % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread,
                               .after = last ? std::vector{last} : std::vector<TickHandle>(),
                               .run = [&plain, card](const TickContext&) {
                                 EXPECT_EQ(plain % 40, card) << "rule P5";
                                 ++plain;
                               }});
  }
  for (int frame = 0; frame < 60; ++frame) scheduler.RunFrame(0.1);
  EXPECT_EQ(plain, 60 * 40);
}

// The waiting game thread runs no slice of a loop whose card may end later than what it waits for:
// while the only other worker runs a stage of StartPhysics, it sleeps beside an open loop.
TEST(FlowExecutorLoopTest, TheWaitingGameThreadTakesNoSliceOfALoopThatMayEndLater) {
  const HangWatchdog watchdog("a wait beside a loop", std::chrono::seconds(100));
  const long game_thread = syscall(SYS_gettid);
  WorkerPool pool({.count = 2});
  TickScheduler scheduler(pool);
  std::latch background_runs(1);
  std::latch stage_runs(1);
  std::latch loop_is_open(1);
  std::latch release(1);
  std::atomic<bool> is_waiting{true};
  std::atomic<int> early_slices{0};
  std::atomic<int> bodies{0};
  scheduler.Register({.name = "background",
                      .end = TickGroup::kPostUpdateWork,
                      .lane = Lane::kAnyThread,
                      .run = [&](const TickContext& t) {
                        background_runs.count_down();
                        stage_runs.wait();
                        t.ParallelFor(24, 1, [&](std::size_t index) {
                          ++bodies;
                          if (t.worker() == 0 && is_waiting) ++early_slices;
                          if (index > 0) return;
                          loop_is_open.count_down();
                          release.wait();
                        });
                      }});
  scheduler.Register(
      {.name = "meets background", .run = [&](const TickContext&) { background_runs.wait(); }});
  scheduler.Register({.name = "stage",
                      .start = TickGroup::kStartPhysics,
                      .lane = Lane::kAnyThread,
                      .engine_stage = true,
                      .run = [&](const TickContext&) {
                        stage_runs.count_down();
                        loop_is_open.wait();
                        WaitUntilAsleep(game_thread);
                      }});
  scheduler.Register({.name = "meets stage",
                      .start = TickGroup::kStartPhysics,
                      .engine_stage = true,
                      .run = [&](const TickContext&) { loop_is_open.wait(); }});
  ASSERT_TRUE(scheduler.BeginFrame(0.1).ok());
  RunGroups(scheduler, TickGroup::kPrePhysics, TickGroup::kStartPhysics);
  is_waiting = false;
  release.count_down();
  EXPECT_TRUE(scheduler.EndFrame().ok());
  EXPECT_EQ(early_slices, 0);
  EXPECT_EQ(bodies, 24);
}

// Actors on the game thread, each with a component on any thread after it, registered in turns.
TEST(FlowExecutorPairsTest, ComponentsRunAfterTheirActors) {
  constexpr int kPairs = 10000;
  for (const int workers : {0, 1, 2, 4}) {
    const HangWatchdog watchdog("ten thousand pairs", std::chrono::seconds(100));
    WorkerPool pool({.count = workers});
    TickScheduler scheduler(pool);
    std::vector<int> actors(kPairs, 0);
    std::vector<int> components(kPairs, 0);
    for (int pair = 0; pair < kPairs; ++pair) {
      int& actor = actors[static_cast<std::size_t>(pair)];
      int& component = components[static_cast<std::size_t>(pair)];
      const TickHandle handle =
          scheduler.Register({.name = "actor", .run = [&actor](const TickContext&) { ++actor; }});
      scheduler.Register({.name = "component",
                          .lane = Lane::kAnyThread,
                          .after = {handle},
                          .run = [&](const TickContext&) { component = actor; }});
    }
    // Over several layouts.
    for (int frame = 1; frame <= 12; ++frame) {
      ASSERT_EQ(scheduler.RunFrame(0.1).cards_run, 2U * kPairs);
      ASSERT_EQ(actors, std::vector<int>(kPairs, frame));
      ASSERT_EQ(components, actors) << "rule P5, " << workers << " workers, frame " << frame;
    }
  }
}

/// Frames with 64 cards of one chunk's worth at first, and who runs them.
class ManyCards {
 public:
  explicit ManyCards(WorkerPool& pool, double cost_us) : scheduler_(pool) {
    for (int card = 0; card < 64; ++card) {
      scheduler_.Register({.name = "card",
                           .lane = Lane::kAnyThread,
                           .cost_us = cost_us,
                           .run = [this](const TickContext& t) {
                             if (is_heavy) Work(std::chrono::microseconds(50));
                             ++(t.worker() == 0 ? on_game_thread_ : on_workers_);
                           }});
    }
  }

  /// True as soon as game thread and workers shared the cards of a frame.
  bool IsSharedWithin(int frames) {
    for (int frame = 0; frame < frames; ++frame) {
      on_game_thread_ = 0;
      on_workers_ = 0;
      scheduler_.RunFrame(0.1);
      if (on_game_thread_ > 0 && on_workers_ > 0) return true;
    }
    return false;
  }

  bool is_heavy = false;

 private:
  std::atomic<int> on_game_thread_{0};
  std::atomic<int> on_workers_{0};
  TickScheduler scheduler_;
};

// Costs are measured as long as a plan lives: work that grows late calls workers, too, also where
// it was so cheap that the game thread ran it alone.
TEST_P(FlowExecutorTest, WorkThatGrowsAfterManyFramesIsShared) {
  for (const double cost_us : {0.0, 0.01}) {
    ManyCards cards(pool_, cost_us);
    for (int frame = 0; frame < 100; ++frame) cards.IsSharedWithin(1);
    cards.is_heavy = true;
    EXPECT_TRUE(cards.IsSharedWithin(3000)) << "declared " << cost_us;
  }
}

// Cards that the game thread waits for and that stay with it, because they are cheap, go to workers
// when they become dear.
TEST_P(FlowExecutorTest, CardsThatStayedWithTheGameThreadAreSharedWhenTheyGrow) {
  TickScheduler scheduler(pool_);
  std::atomic<bool> is_heavy{false};
  std::atomic<bool> is_shared{false};
  for (int pair = 0; pair < 16; ++pair) {
    const TickHandle before = scheduler.Register(
        {.lane = Lane::kAnyThread, .cost_us = 0.01, .run = [&](const TickContext& t) {
           if (is_heavy) Work(std::chrono::microseconds(100));
           if (is_heavy && t.worker() != 0) is_shared = true;
         }});
    scheduler.Register({.after = {before}, .run = [](const TickContext&) {}});
  }
  // So that frames are shared from the beginning.
  for (int card = 0; card < 8; ++card) {
    scheduler.Register({.lane = Lane::kAnyThread, .cost_us = 50, .run = [](const TickContext&) {
                          Work(std::chrono::microseconds(50));
                        }});
  }
  for (int frame = 0; frame < 20; ++frame) scheduler.RunFrame(0.1);
  is_heavy = true;
  for (int frame = 0; frame < 3000 && !is_shared; ++frame) scheduler.RunFrame(0.1);
  EXPECT_TRUE(is_shared);
}

// A declared cost counts until it has been measured: cards that declared next to nothing, so that
// they are one chunk, do not stay one.
TEST_P(FlowExecutorTest, ADeclaredCostThatIsFarTooLowIsReplaced) {
  ManyCards cards(pool_, 0.01);
  cards.is_heavy = true;
  EXPECT_TRUE(cards.IsSharedWithin(3000));
}

// A frame that would be over before a worker could be there runs inline, in plan order.
TEST_P(FlowExecutorTest, AFrameThatIsNotWorthACallRunsInPlanOrder) {
  TickScheduler scheduler(pool_);
  std::mutex mutex;
  std::string order;
  for (int card = 0; card < 6; ++card) {
    scheduler.Register({.lane = card % 2 == 0 ? Lane::kAnyThread : Lane::kGameThread,
                        .cost_us = 0.01,
                        .run = [&, card](const TickContext& t) {
                          const std::lock_guard lock(mutex);
                          order += std::to_string(card) + (t.worker() == 0 ? " " : "w ");
                        }});
  }
  scheduler.RunFrame(0.1);
  EXPECT_EQ(order, "0 1 2 3 4 5 ");
}

// What runs inline and turns out to be dear is shared, although every frame has another plan.
TEST_P(FlowExecutorTest, DearWorkIsSharedThoughThePlanChangesEachFrame) {
  TickScheduler scheduler(pool_);
  std::atomic<bool> is_shared{false};
  for (int card = 0; card < 8; ++card) {
    scheduler.Register(
        {.lane = Lane::kAnyThread, .cost_us = 0.01, .run = [&](const TickContext& t) {
           Work(std::chrono::microseconds(300));
           if (t.worker() != 0) is_shared = true;
         }});
  }
  for (int frame = 0; frame < 3000 && !is_shared; ++frame) {
    const TickHandle passing = scheduler.Register({.run = [](const TickContext&) {}});
    scheduler.RunFrame(0.1);
    scheduler.Unregister(passing);
  }
  EXPECT_TRUE(is_shared);
}

// rule L3: by measured cost, also where another one was declared.
TEST(FlowExecutorCostTest, TheDearestMeasuredPathIsClaimedFirst) {
  for (const double declared_us : {0.0, 20.0}) {
    WorkerPool pool({.count = 0});
    TickScheduler scheduler({.workers = &pool, .executor = ExecutorKind::kFlow});
    std::vector<char> order;
    scheduler.Register({.name = "cheap",
                        .lane = Lane::kAnyThread,
                        .cost_us = declared_us,
                        .run = [&](const TickContext&) { order.push_back('c'); }});
    scheduler.Register({.name = "dear",
                        .lane = Lane::kAnyThread,
                        .cost_us = declared_us / 2,
                        .run = [&](const TickContext&) {
                          Work(std::chrono::microseconds(100));
                          order.push_back('d');
                        }});
    const std::vector<char> dear_first = {'d', 'c'};
    for (int frame = 0; frame < 500 && order != dear_first; ++frame) {
      order.clear();
      scheduler.RunFrame(0.1);
    }
    EXPECT_EQ(order, dear_first) << "declared " << declared_us;
  }
}

/// A plan that is edited between and in frames.
class EditedWorld {
 public:
  explicit EditedWorld(WorkerPool& pool) : scheduler_(pool) {
    for (int card = 0; card < 60; ++card) Add();
    scheduler_.Register({.name = "editor", .run = [this](const TickContext&) { EditInFrame(); }});
  }

  void RunFrame() {
    calls_ = 0;
    const FrameResult& result = scheduler_.RunFrame(0.1);
    EXPECT_TRUE(result.ok()) << result;
    EXPECT_EQ(result.cards_run, static_cast<std::uint64_t>(calls_ + 1));
    EXPECT_GE(calls_, 40);
    Edit();
  }

 private:
  TickHandle Add() {
    const std::size_t size = cards_.size();
    const TickHandle card = scheduler_.Register(
        {.name = "card",
         .start = size % 3 == 0 ? TickGroup::kDuringPhysics : TickGroup::kPrePhysics,
         .lane = size % 4 == 0 ? Lane::kGameThread : Lane::kAnyThread,
         .after =
             size > 3 && size % 5 == 0 ? std::vector{cards_[size - 3]} : std::vector<TickHandle>(),
         .run = [this, memory = std::make_unique<int>(1)](const TickContext&) {
           calls_ += *memory;
         }});
    cards_.push_back(card);
    return card;
  }

  void Edit() {
    for (int edit = 0; edit < 10; ++edit) Remove();
    for (int edit = 0; edit < 10; ++edit) Add();
  }

  void EditInFrame() {
    Remove();
    Add();
    scheduler_.AddPrerequisite(cards_[cards_.size() / 2], cards_.back());
  }

  void Remove() {
    scheduler_.Unregister(cards_.front());
    cards_.erase(cards_.begin());
  }

  std::vector<TickHandle> cards_;
  std::atomic<int> calls_{0};
  TickScheduler scheduler_;
};

// Workers that were called are held back for three frames while the plan is edited; what they find
// when they come belongs to the frame that runs then.
TEST_P(FlowExecutorTest, WorkersAreHeldForThreeFramesWhileThePlanIsEdited) {
  for (int round = 0; round < 10; ++round) {
    EditedWorld world(pool_);
    if (round % 2 == 0) world.RunFrame();
    {
      const WorkersHeld held(pool_);
      for (int frame = 0; frame < 3; ++frame) world.RunFrame();
    }
    for (int frame = 0; frame < 3; ++frame) world.RunFrame();
  }
}

// A scheduler may end, and another one begin, while every worker is held by a third.
TEST_P(FlowExecutorTest, SchedulersEndWhileAllWorkersAreHeld) {
  const WorkersHeld held(pool_);
  for (int round = 0; round < 10; ++round) {
    EditedWorld world(pool_);
    for (int frame = 0; frame < 3; ++frame) world.RunFrame();
  }
}

// The end of a scheduler inside a card does no other work of the frame there.
TEST_P(FlowExecutorTest, ASchedulerThatEndsInsideACardRunsNothingOfTheOuterFrame) {
  TickScheduler scheduler(pool_);
  static thread_local int depth = 0;
  std::atomic<int> nested{0};
  for (int card = 0; card < 12; ++card) {
    scheduler.Register({.name = "makes a scheduler",
                        .lane = Lane::kAnyThread,
                        .cost_us = 50,
                        .run = [&](const TickContext&) {
                          if (depth > 0) ++nested;
                          ++depth;
                          {
                            TickScheduler inner(pool_);
                            for (int leaf = 0; leaf < 8; ++leaf) {
                              inner.Register({.lane = Lane::kAnyThread,
                                              .cost_us = 50,
                                              .run = [](const TickContext&) {}});
                            }
                            inner.RunFrame(0.1);
                          }
                          --depth;
                        }});
  }
  for (int frame = 0; frame < 50; ++frame) ASSERT_EQ(scheduler.RunFrame(0.1).cards_run, 12U);
  EXPECT_EQ(nested, 0);
}

}  // namespace
}  // namespace tickgraph
