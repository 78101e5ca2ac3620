#include "tickgraph/world/world_stage.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/world/support/world_mode.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

TEST(WorldStageNameTest, EveryStageHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (int i = 0; i < kWorldStageCount; ++i) {
    const std::string_view name = WorldStageName(static_cast<WorldStage>(i));
    EXPECT_FALSE(name.empty());
    EXPECT_TRUE(names.insert(name).second) << name;
  }
  EXPECT_EQ(static_cast<int>(WorldStage::kEndOfFrame), kWorldStageCount - 1);
}

class WorldStageTest : public WorldModeTest {};

// rule W-1
TEST_P(WorldStageTest, ATickRunsEveryStageOnceInOrder) {
  std::vector<WorldStage> seen;
  WorldDefinition definition = Definition();
  definition.observer = [&](WorldStage stage) { seen.push_back(stage); };
  World world(std::move(definition));
  world.Tick(0.1);
  world.Tick(0.1);
  ASSERT_EQ(seen.size(), 2U * kWorldStageCount);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i], static_cast<WorldStage>(i % kWorldStageCount));
  }
}

class Noisy : public Actor {
 public:
  explicit Noisy(std::vector<std::string>* log) : log_(log) {}
  ~Noisy() override { log_->emplace_back("deleted"); }
  void Tick(const TickContext&) override {
    log_->emplace_back(name());
    if (name() == "pre") world()->Defer([log = log_] { log->emplace_back("deferred"); });
    if (name() == "post update") Destroy();
  }

 private:
  std::vector<std::string>* log_;
};

// rule W-1: what happens inside the stages.
TEST_P(WorldStageTest, HooksCardsDeferredCallsAndDeletionsHappenInTheirStages) {
  std::vector<std::string> log;
  WorldDefinition definition = Definition();
  definition.observer = [&](WorldStage stage) {
    log.push_back("[" + std::string(WorldStageName(stage)) + "]");
  };
  const auto hook = [&](const char* text) { return [&log, text](World&) { log.push_back(text); }; };
  definition.hooks = {.network_receive = hook("receive"),
                      .start_of_frame = hook("start"),
                      .network_send = hook("send"),
                      .effects = hook("effects"),
                      .clean_up = hook("clean up"),
                      .end_of_frame = hook("end")};
  World world(std::move(definition));
  world.Defer([&] { log.emplace_back("deferred before"); });
  world.Spawn<Noisy>({.name = "post update", .start = TickGroup::kPostUpdateWork}, &log);
  const auto pre = world.Spawn<Noisy>({.name = "pre"}, &log);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(log, (std::vector<std::string>{"[NetworkReceive]",
                                           "receive",
                                           "[Clocks]",
                                           "[StartOfFrame]",
                                           "start",
                                           "[DeferredAtStart]",
                                           "deferred before",
                                           "[TransformsAtStart]",
                                           "[FixedSteps]",
                                           "[BeginFrame]",
                                           "[PrePhysics]",
                                           "pre",
                                           "[StartPhysics]",
                                           "[DuringPhysics]",
                                           "[EndPhysics]",
                                           "[PostPhysics]",
                                           "[TransformsBeforeTimers]",
                                           "[Timers]",
                                           "[Tickables]",
                                           "[Tweens]",
                                           "[Cameras]",
                                           "[LevelStreaming]",
                                           "[PostUpdateWork]",
                                           "post update",
                                           "[LastDemotable]",
                                           "[EndFrame]",
                                           "[DeferredAtEnd]",
                                           "deferred",
                                           "[TransformsAtEnd]",
                                           "[DeletionQueue]",
                                           "deleted",
                                           "[NetworkSend]",
                                           "send",
                                           "[Effects]",
                                           "effects",
                                           "[CleanUp]",
                                           "clean up",
                                           "[EndOfFrame]",
                                           "end"}));
  EXPECT_EQ(world.last_frame().deferred_calls, 2U);
  EXPECT_EQ(world.last_frame().objects_deleted, 1U);
  EXPECT_TRUE(pre);
}

INSTANTIATE_TEST_SUITE_P(Modes, WorldStageTest, AllWorldModes(), WorldModeName);

}  // namespace
}  // namespace tickgraph
