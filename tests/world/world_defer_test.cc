// Deferred calls of a world (rule O-8).

#include <gtest/gtest.h>

#include <functional>
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

// rule O-8
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
