// The end of a world, with frames in flight and in awkward places (rules O-7, W-1).

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/hang_watchdog.h"
#include "tests/world/support/world_mode.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

// What the cards of a world in flight do, seen from outside.
struct Flight {
  std::atomic<int> started = 0;
  std::atomic<int> running = 0;
  std::atomic<int> left_while_running = 0;
};

// Works through several groups, for long enough to be met by the end of the world.
class LongWorker : public Component {
 public:
  static TickDefaults Defaults() {
    return {.end = TickGroup::kPostUpdateWork, .lane = Lane::kAnyThread};
  }
  explicit LongWorker(Flight* flight) : flight_(flight) {}
  void OnLeaveWorld() override {
    if (flight_->running > 0) ++flight_->left_while_running;
  }
  void Tick(const TickContext&) override {
    ++flight_->started;
    ++flight_->running;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
    while (std::chrono::steady_clock::now() < end) ++work_;
    --flight_->running;
  }

 private:
  Flight* flight_;
  std::uint64_t work_ = 0;
};

class WorldEndTest : public WorldModeTest {
 protected:
  const HangWatchdog watchdog_{"the end of a world", std::chrono::seconds(60)};
};

// rule F1: no card runs when what it touches goes.
TEST_P(WorldEndTest, WithAFrameInFlight) {
  constexpr TickGroup kGroups[] = {TickGroup::kPrePhysics, TickGroup::kStartPhysics,
                                   TickGroup::kDuringPhysics, TickGroup::kEndPhysics,
                                   TickGroup::kPostPhysics};
  for (const bool has_physics : {false, true}) {
    for (int released = 0; released <= 5; ++released) {
      WorldDefinition definition = Definition();
      if (has_physics) definition.physics = MakeBulletScene({});
      Flight flight;
      {
        World world(std::move(definition));
        const auto actor = world.Spawn<Actor>();
        for (int i = 0; i < 6; ++i) {
          actor->AddComponent<LongWorker>({.start = kGroups[i % 2 * 2]}, &flight);
        }
        ASSERT_TRUE(world.frame_scheduler().BeginFrame(0.01).ok());
        for (int i = 0; i < released; ++i) {
          ASSERT_TRUE(world.frame_scheduler().RunGroup(kGroups[i]).ok());
        }
      }
      EXPECT_EQ(flight.running, 0);
      EXPECT_EQ(flight.left_while_running, 0) << released << " groups released";
    }
  }
}

class Ticking : public Actor {
 public:
  explicit Ticking(int* ticks) : ticks_(ticks) {}
  void Tick(const TickContext&) override { ++*ticks_; }

 private:
  int* ticks_;
};

// rule F2: what has not started does not start any more, and physics is published.
TEST_P(WorldEndTest, CardsThatHaveNotStartedDoNotStart) {
  int ticks = 0;
  {
    WorldDefinition definition = Definition();
    definition.physics = MakeBulletScene({});
    World world(std::move(definition));
    world.Spawn<Ticking>({.name = "early"}, &ticks);
    world.Spawn<Ticking>({.name = "late", .start = TickGroup::kPostPhysics}, &ticks);
    ASSERT_TRUE(world.frame_scheduler().BeginFrame(0.01).ok());
    ASSERT_TRUE(world.frame_scheduler().RunGroup(TickGroup::kPrePhysics).ok());
    ASSERT_TRUE(world.frame_scheduler().RunGroup(TickGroup::kStartPhysics).ok());
  }
  EXPECT_EQ(ticks, 1);
}

TEST_P(WorldEndTest, WithAFixedStepInFlight) {
  Flight flight;
  {
    World world(Definition());
    world.fixed_step_scheduler().Register(
        {.name = "step",
         .end = TickGroup::kPostUpdateWork,
         .lane = Lane::kAnyThread,
         .run = [&flight](const TickContext&) { ++flight.started; }});
    ASSERT_TRUE(world.fixed_step_scheduler().BeginFrame(0.01).ok());
    ASSERT_TRUE(world.fixed_step_scheduler().RunGroup(TickGroup::kPrePhysics).ok());
  }
  EXPECT_LE(flight.started, 1);
}

// Ticks its world wherever the world calls it.
class Ticker : public Actor {
 public:
  explicit Ticker(World* world, std::vector<std::string>* log) : world_(world), log_(log) {
    Try("constructor");
  }
  ~Ticker() override { Try("destructor"); }
  void OnBeginPlay() override { Try("begin"); }
  void OnLeaveWorld() override { Try("leave"); }

 private:
  void Try(const char* where) {
    const WorldFrame& frame = world_->Tick(0.1);
    log_->push_back(
        std::string(where) +
        (frame.status().code() == absl::StatusCode::kFailedPrecondition ? " refused" : " ticked"));
  }

  World* world_;
  std::vector<std::string>* log_;
};

TEST_P(WorldEndTest, ATickWhileAnObjectComesOrGoesIsRefused) {
  std::vector<std::string> log;
  {
    World world(Definition());
    const auto first = world.Spawn<Ticker>({.name = "first"}, &world, &log);
    EXPECT_EQ(world.Tick(0.1).error_count, 2U) << world.last_frame();
    EXPECT_EQ(world.last_frame().frame, 1U);
    first->Destroy();
    EXPECT_EQ(world.Tick(0.1).error_count, 2U) << world.last_frame();
    EXPECT_EQ(world.last_frame().frame, 2U);
    EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
    world.Spawn<Ticker>({.name = "second"}, &world, &log);
  }
  EXPECT_EQ(log,
            (std::vector<std::string>{"constructor refused", "begin refused", "leave refused",
                                      "destructor refused", "constructor refused", "begin refused",
                                      "leave refused", "destructor refused"}));
}

// The component's constructor runs inside the actor's, and inside AddComponent.
class TickingPart : public Component {
 public:
  explicit TickingPart(World* world) { refused = !world->Tick(0.1).ok(); }
  bool refused = false;
};
class Owner : public Actor {
 public:
  explicit Owner(World* world) : part(AddComponent<TickingPart>({}, world)) {}
  Ref<TickingPart> part;
};

TEST_P(WorldEndTest, ATickInAComponentsConstructorIsRefused) {
  World world(Definition());
  const auto owner = world.Spawn<Owner>({}, &world);
  EXPECT_TRUE(owner->part->refused);
  EXPECT_TRUE(owner->AddComponent<TickingPart>({}, &world)->refused);
  EXPECT_EQ(world.last_frame().frame, 0U);
  world.Tick(0.1);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
}

class BadLeaver : public Actor {
 public:
  void OnLeaveWorld() override { throw std::runtime_error("not ready"); }
};

// rule F4: nothing is only lost.
TEST_P(WorldEndTest, WhatGoesWrongAtTheEndIsReported) {
  std::vector<WorldFrame> reports;
  const auto definition = [&] {
    WorldDefinition made = Definition();
    made.name = "arena";
    made.end_report = [&reports](const WorldFrame& frame) { reports.push_back(frame); };
    return made;
  };
  {
    World world(definition());
    world.Spawn<Actor>();
    world.Tick(0.1);
  }
  EXPECT_TRUE(reports.empty()) << "nothing went wrong";
  {
    World world(definition());
    world.Spawn<BadLeaver>({.name = "first"});
    world.Spawn<BadLeaver>({.name = "second"});
    world.Tick(0.1);
  }
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].world, "arena");
  EXPECT_EQ(reports[0].error_count, 2U);
  EXPECT_EQ(reports[0].objects_deleted, 2U);
  const std::string text(reports[0].status().message());
  EXPECT_NE(text.find("OnLeaveWorld of \"second\" threw: not ready"), std::string::npos) << text;
}

TEST_P(WorldEndTest, AnEndReportThatThrowsEndsItselfOnly) {
  int deleted = 0;
  {
    WorldDefinition definition = Definition();
    definition.end_report = [&deleted](const WorldFrame& frame) {
      deleted = static_cast<int>(frame.objects_deleted);
      throw std::runtime_error("no log");
    };
    World world(std::move(definition));
    world.Spawn<BadLeaver>();
  }
  EXPECT_EQ(deleted, 1);
}

INSTANTIATE_TEST_SUITE_P(Modes, WorldEndTest, AllWorldModes(), WorldModeName);

TEST(WorldEndDeathTest, InsideItsOwnTickItEndsTheProgramWithAMessage) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        WorldDefinition definition;
        std::unique_ptr<World> world;
        definition.name = "doomed";
        definition.hooks.end_of_frame = [&world](World&) { world.reset(); };
        world = std::make_unique<World>(std::move(definition));
        world->Tick(0.1);
      },
      "world \"doomed\" was deleted inside its own tick");
}

TEST(WorldEndDeathTest, OnAnotherThreadThanItsOpenFrameItEndsTheProgramWithAMessage) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        auto world = std::make_unique<World>();
        world->frame_scheduler().BeginFrame(0.1).IgnoreError();
        std::thread([&world] { world.reset(); }).join();
      },
      "running frame cannot be ended");
}

}  // namespace
}  // namespace tickgraph
