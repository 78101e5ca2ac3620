// Deferred calls of a world (rule O-8).

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/world/support/world_mode.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

class Deferring : public Actor {
 public:
  static TickDefaults Defaults() { return {.lane = Lane::kAnyThread}; }
  explicit Deferring(std::vector<std::string>* log) : log_(log) {}
  void Tick(const TickContext&) override {
    for (const char* part : {" a", " b"}) {
      world()->Defer([log = log_, text = std::string(name()) + part] { log->push_back(text); });
    }
  }

 private:
  std::vector<std::string>* log_;
};

class WorldDeferTest : public WorldModeTest {};

// rule O-8, rule N7
TEST_P(WorldDeferTest, CallsOfAnyThreadCardsRunInPlanOrder) {
  std::vector<std::string> log;
  std::vector<std::string> expected;
  World world(Definition());
  for (int i = 0; i < 50; ++i) {
    const std::string name = std::to_string(i);
    world.Spawn<Deferring>({.name = name}, &log);
    expected.push_back(name + " a");
    expected.push_back(name + " b");
  }
  for (int frame = 0; frame < 20; ++frame) {
    log.clear();
    ASSERT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
    ASSERT_EQ(log, expected);
    ASSERT_EQ(world.last_frame().deferred_calls, 100U);
  }
}

// rule N7: cards of a scheduler that is the host's own.
TEST_P(WorldDeferTest, CallsOfOtherSchedulersCardsRunInPlanOrderToo) {
  std::vector<int> log;
  std::vector<int> expected;
  World world(Definition());
  const WorldDefinition definition = Definition();
  TickScheduler scheduler({.workers = definition.workers, .executor = definition.executor});
  for (int i = 0; i < 50; ++i) {
    scheduler.Register({.name = "card", .lane = Lane::kAnyThread, .run = [&, i](const auto&) {
                          world.Defer([&log, i] { log.push_back(i); });
                        }});
    expected.push_back(i);
  }
  scheduler.Register({.name = "game thread",
                      .after = {scheduler.Cards().back()},
                      .run = [&](const auto&) { world.Defer([&log] { log.push_back(-1); }); }});
  expected.insert(expected.begin(), -1);
  for (int frame = 0; frame < 20; ++frame) {
    log.clear();
    ASSERT_TRUE(scheduler.RunFrame(0.1).ok()) << scheduler.last_frame();
    ASSERT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
    ASSERT_EQ(log, expected);
  }
}

TEST_P(WorldDeferTest, ACallThatOutlivesTheWorldIsInTheFrameOfTheCard) {
  const WorldDefinition definition = Definition();
  TickScheduler scheduler({.workers = definition.workers, .executor = definition.executor});
  auto world = std::make_unique<World>();
  const TickHandle card = scheduler.Register(
      {.name = "card", .lane = Lane::kAnyThread, .run = [&](const auto&) { world->Defer([] {}); }});
  scheduler.Register(
      {.name = "ends it", .after = {card}, .run = [&](const auto&) { world.reset(); }});
  const FrameResult& frame = scheduler.RunFrame(0.1);
  EXPECT_EQ(frame.error_count, 1U);
  EXPECT_NE(frame.first_error_text.find("world was deleted"), std::string::npos) << frame;
}

// rule O-8
TEST_P(WorldDeferTest, FromAnotherThreadItRunsAtTheNextFlush) {
  World world(Definition());
  int count = 0;
  std::thread([&] {
    for (int i = 0; i < 100; ++i) world.Defer([&] { ++count; });
  }).join();
  EXPECT_EQ(count, 0);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(count, 100);
}

// rule O-8, case-D1
TEST_P(WorldDeferTest, EndlessDeferringIsReportedAndTheFrameEnds) {
  World world(Definition());
  int count = 0;
  std::function<void()> again = [&] {
    ++count;
    world.Defer([&] { again(); });
  };
  world.Defer([&] { again(); });
  EXPECT_EQ(world.Tick(0.1).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(count, 100);
  EXPECT_NE(world.last_frame().status().message().find("world_defer_test.cc"), std::string::npos)
      << world.last_frame();
}

// rule O-8
TEST_P(WorldDeferTest, AFullQueueIsAStatus) {
  WorldDefinition definition = Definition();
  definition.deferred.capacity = 1;
  World world(std::move(definition));
  EXPECT_TRUE(world.TryDefer([] {}).ok());
  EXPECT_EQ(world.TryDefer([] {}).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  world.Defer([] {});
  world.Defer([] {});
  EXPECT_EQ(world.Tick(0.1).status().code(), absl::StatusCode::kResourceExhausted);
}

// The way for any-thread cards to change structure.
class Spawner : public Actor {
 public:
  static TickDefaults Defaults() { return {.lane = Lane::kAnyThread}; }
  void Tick(const TickContext&) override {
    refused = !world()->Spawn<Actor>({.name = "refused"});
    World* const in = world();
    in->Defer([in] { in->Spawn<Actor>({.name = "welcome"}); });
  }
  bool refused = false;
};

// rule O-10, case of thread-affinity
TEST_P(WorldDeferTest, StructureChangesOfAnyThreadCardsAreRefusedAndDeferred) {
  World world(Definition());
  const auto spawner = world.Spawn<Spawner>({.name = "spawner"});
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(world.Tick(0.1).status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_TRUE(spawner->refused);
  }
  EXPECT_EQ(world.actor_count(), 11U);
  EXPECT_NE(world.last_frame().status().message().find("refused"), std::string::npos);
  EXPECT_NE(world.last_frame().status().message().find("World::Defer"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Modes, WorldDeferTest, AllWorldModes(), WorldModeName);

}  // namespace
}  // namespace tickgraph
