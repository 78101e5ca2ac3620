// Trouble that people had with what stands above a scheduler. docs/cases.md lists all cases.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/world/support/world_mode.h"
#include "tickgraph/world/engine_loop.h"
#include "tickgraph/world/time/fixed_clock.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

class WorldCasesTest : public WorldModeTest {};

INSTANTIATE_TEST_SUITE_P(Modes, WorldCasesTest, AllWorldModes(), WorldModeName);

// case-D2: while other threads fill the queue, each call that does not fit is one error, which
// calls nothing, defers nothing and takes no place: what fits runs, and afterwards the queue is
// empty.
TEST_P(WorldCasesTest, AQueueThatOtherThreadsFillCaseD2) {
  constexpr std::uint64_t kCapacity = 8;
  constexpr std::uint64_t kOfEach = 100;
  WorldDefinition definition = Definition();
  definition.deferred.capacity = kCapacity;
  World world(std::move(definition));
  for (int round = 0; round < 20; ++round) {
    std::uint64_t ran = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&] {
        for (std::uint64_t call = 0; call < kOfEach; ++call) world.Defer([&] { ++ran; });
      });
    }
    for (std::thread& thread : threads) thread.join();
    const WorldFrame& frame = world.Tick(0.1);
    EXPECT_EQ(ran, kCapacity);
    EXPECT_EQ(frame.deferred_calls, kCapacity);
    EXPECT_EQ(frame.error_count, 4 * kOfEach - kCapacity);
    EXPECT_EQ(frame.status().code(), absl::StatusCode::kResourceExhausted);
    EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
    EXPECT_EQ(ran, kCapacity);
  }
}

// case-D2: the same while the world ticks, from its own any-thread cards as well.
TEST_P(WorldCasesTest, AQueueThatIsFilledWhileItIsFlushedCaseD2) {
  WorldDefinition definition = Definition();
  definition.deferred.capacity = 4;
  World world(std::move(definition));
  class Asks : public Actor {
   public:
    static TickDefaults Defaults() { return {.lane = Lane::kAnyThread}; }
    explicit Asks(std::atomic<std::uint64_t>& ran) : ran_(ran) {}
    void Tick(const TickContext&) override {
      ++asked;
      world()->Defer([this] { ++ran_; });
    }
    std::uint64_t asked = 0;

   private:
    std::atomic<std::uint64_t>& ran_;
  };
  std::atomic<std::uint64_t> ran = 0;
  std::uint64_t asked = 0;
  std::uint64_t errors = 0;
  auto actor = world.Spawn<Asks>({.name = "asks"}, ran);
  std::atomic<bool> stops = false;
  std::thread other([&] {
    while (!stops) {
      world.Defer([&] { ++ran; });
      ++asked;
      std::this_thread::sleep_for(std::chrono::microseconds(asked % 4 * 10));
    }
  });
  const auto tick = [&] {
    const WorldFrame& frame = world.Tick(0.1);
    errors += frame.error_count + frame.cards.error_count;
  };
  for (int frame = 0; frame < 200; ++frame) tick();
  stops = true;
  other.join();
  for (int frame = 0; frame < 2; ++frame) tick();
  EXPECT_EQ(ran + errors, asked + actor->asked) << "each call runs or is an error, once";
}

// case-R7: who is told of the ends of frames is told of all of them, one after the other, with time
// that goes on; on the game thread, whatever the workers do.
TEST_P(WorldCasesTest, EndsOfFramesComeInOrderCaseR7) {
  std::vector<std::uint64_t> frames;
  std::vector<double> deltas;
  const std::thread::id game_thread = std::this_thread::get_id();
  WorldDefinition definition = Definition();
  definition.hooks.end_of_frame = [&](World& world) {
    EXPECT_EQ(std::this_thread::get_id(), game_thread);
    frames.push_back(world.frame_scheduler().last_frame().frame);
    deltas.push_back(world.time().delta);
  };
  World world(std::move(definition));
  class Works : public Actor {
   public:
    static TickDefaults Defaults() { return {.lane = Lane::kAnyThread, .cost_us = 50}; }
    std::atomic<int> visits = 0;
    void Tick(const TickContext& t) override {
      t.ParallelFor(4, 1, [this](std::size_t) { ++visits; });
    }
  };
  for (int actor = 0; actor < 10; ++actor) world.Spawn<Works>();
  FixedClock clock(60);
  EngineLoop loop({.clock = &clock, .quit_after = 300});
  loop.AddWorld(world);
  while (loop.Iterate()) EXPECT_TRUE(loop.last_frame().ok()) << loop.last_frame();
  ASSERT_EQ(frames.size(), 300U);
  for (std::uint64_t frame = 1; frame <= frames.size(); ++frame) {
    ASSERT_EQ(frames[frame - 1], frame);
    ASSERT_GT(deltas[frame - 1], 0);
  }
}

// case-S8: an actor that is replaced does not tick any more when the new one does, and what it does
// when it leaves comes after all ticks of the frame; Defer does what has to come later still.
TEST_P(WorldCasesTest, AReplacedActorIsOutOfTheWayCaseS8) {
  std::vector<std::string> log;
  class Body : public Actor {
   public:
    static TickDefaults Defaults() { return {.start = TickGroup::kPostPhysics}; }
    Body(std::vector<std::string>& log, std::string which) : log_(log), which_(std::move(which)) {}
    void Tick(const TickContext&) override { log_.push_back(which_ + " ticks"); }
    void OnBeginPlay() override { log_.push_back(which_ + " begins"); }
    void OnLeaveWorld() override { log_.push_back(which_ + " leaves"); }

   private:
    std::vector<std::string>& log_;
    std::string which_;
  };
  class Director : public Actor {
   public:
    void Tick(const TickContext&) override {
      if (next) std::exchange(next, {})();
    }
    std::function<void()> next;
  };
  World world(Definition());
  auto director = world.Spawn<Director>();
  auto old = world.Spawn<Body>({}, log, "old");
  world.Tick(0.1);
  director->next = [&] {
    old->Destroy();
    world.Spawn<Body>({}, log, "new");
  };
  world.Tick(0.1);
  world.Tick(0.1);
  EXPECT_EQ(log, (std::vector<std::string>{"old begins", "old ticks", "new begins", "new ticks",
                                           "old leaves", "new ticks"}));
}

}  // namespace
}  // namespace tickgraph
