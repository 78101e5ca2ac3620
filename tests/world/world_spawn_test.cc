// Spawn, components, ticks and their order (rules O-1, O-3, O-4, G1).

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "tests/world/support/world_mode.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

// What ticked, in order; for game-thread cards.
using Log = std::vector<std::string>;

class Speaker : public Actor {
 public:
  explicit Speaker(Log* log) : log_(log) {}
  void Tick(const TickContext&) override { log_->emplace_back(name()); }

 private:
  Log* log_;
};

class SpeakingPart : public Component {
 public:
  explicit SpeakingPart(Log* log) : log_(log) {}
  void Tick(const TickContext&) override { log_->emplace_back(name()); }

 private:
  Log* log_;
};

class Mover : public Actor {
 public:
  void Tick(const TickContext& t) override { position += velocity * t.delta; }
};

class Still : public Actor {};

class Counter : public Component {
 public:
  static TickDefaults Defaults() { return {.lane = Lane::kAnyThread}; }
  void Tick(const TickContext& t) override {
    t.ParallelFor(count.size(), 8, [&](std::size_t i) { ++count[i]; });
  }
  std::vector<int> count = std::vector<int>(100);
};

class WorldSpawnTest : public WorldModeTest {};

TEST_P(WorldSpawnTest, AnActorMovesByItsTick) {
  World world(Definition());
  const Ref<Mover> mover = world.Spawn<Mover>({.name = "mover"});
  mover->velocity = {2, 0, -1};
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(world.Tick(0.25).ok()) << world.last_frame();
  EXPECT_EQ(mover->position, (Vector3{2, 0, -1}));
  EXPECT_EQ(world.last_frame().cards.cards_run, 1U);
}

// rule O-4
TEST_P(WorldSpawnTest, WhoDoesNotOverrideTickHasNoCard) {
  World world(Definition());
  for (int i = 0; i < 10; ++i) world.Spawn<Still>();
  EXPECT_EQ(world.frame_scheduler().card_count(), 0U);
  EXPECT_EQ(world.actor_count(), 10U);
  EXPECT_TRUE(world.Tick(0.1).ok());
  EXPECT_EQ(world.last_frame().cards.cards_run, 0U);
}

// rule O-4: hooks that call no base function lose nothing.
class Forgetful : public Mover {
 public:
  void OnBeginPlay() override { velocity = {1, 0, 0}; }
  void OnLeaveWorld() override {}
  void Tick(const TickContext& t) override {
    ++ticks;
    position += velocity * t.delta;
  }
  int ticks = 0;
};

TEST_P(WorldSpawnTest, AForgottenBaseCallCannotLoseATick) {
  World world(Definition());
  const auto actor = world.Spawn<Forgetful>();
  world.Tick(0.25);
  world.Tick(0.25);
  EXPECT_EQ(actor->ticks, 2);
  EXPECT_EQ(actor->position, (Vector3{0.5, 0, 0}));
}

// rule G1, rule O-4
TEST_P(WorldSpawnTest, ComponentsTickBesidePhysicsUnlessTheyAreToldOtherwise) {
  Log log;
  World world(Definition());
  const auto late = world.Spawn<Speaker>({.name = "post", .start = TickGroup::kPostPhysics}, &log);
  const auto actor = world.Spawn<Speaker>({.name = "actor"}, &log);
  actor->AddComponent<SpeakingPart>({.name = "part"}, &log);
  actor->AddComponent<SpeakingPart>({.name = "early part", .start = TickGroup::kPrePhysics}, &log);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(log, (Log{"actor", "early part", "part", "post"}));
}

// rule O-1
TEST_P(WorldSpawnTest, TickAfterActorComponentAndHandle) {
  Log log;
  World world(Definition());
  const auto last = world.Spawn<Speaker>({.name = "last"}, &log);
  const auto second = world.Spawn<Speaker>({.name = "second"}, &log);
  const auto first = world.Spawn<Speaker>({.name = "first"}, &log);
  const auto part =
      first->AddComponent<SpeakingPart>({.name = "part", .start = TickGroup::kPrePhysics}, &log);
  const TickHandle card = world.frame_scheduler().Register(
      {.name = "card", .run = [&](const TickContext&) { log.emplace_back("card"); }});
  last->TickAfter(card);
  last->TickAfter(*second);
  second->TickAfter(part);
  part->TickAfter(first);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(log, (Log{"first", "part", "second", "card", "last"}));
}

// rule L7
TEST_P(WorldSpawnTest, AComponentOnAnyThreadUsesParallelFor) {
  World world(Definition());
  const auto actor = world.Spawn<Still>();
  const auto counter = actor->AddComponent<Counter>();
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(counter->count, std::vector<int>(100, 20));
  EXPECT_EQ(counter->owner(), actor.get());
}

TEST_P(WorldSpawnTest, ADisabledTickRestsAndComesBack) {
  Log log;
  World world(Definition());
  const auto actor = world.Spawn<Speaker>({.name = "a", .start_enabled = false}, &log);
  world.Tick(0.1);
  EXPECT_EQ(log.size(), 0U);
  actor->SetTickEnabled(true);
  world.Tick(0.1);
  EXPECT_EQ(log.size(), 1U);
  actor->SetTickEnabled(false);
  world.Tick(0.1);
  EXPECT_EQ(log.size(), 1U);
  EXPECT_TRUE(world.last_frame().ok()) << world.last_frame();
}

TEST_P(WorldSpawnTest, AnObjectMayOwnMoreCardsThatGoWithIt) {
  Log log;
  World world(Definition());
  const auto actor = world.Spawn<Still>({.name = "still"});
  const auto card = actor->AddCard(
      {.name = "extra", .run = [&](const TickContext&) { log.emplace_back("extra"); }});
  ASSERT_TRUE(card.ok()) << card.status();
  const auto after = world.Spawn<Speaker>({.name = "after"}, &log);
  const auto before = world.Spawn<Speaker>({.name = "before"}, &log);
  after->TickAfter(actor);
  actor->TickAfter(before);
  world.Tick(0.1);
  EXPECT_EQ(log, (Log{"before", "extra", "after"}));
  actor->Destroy();
  log.clear();
  world.Tick(0.1);
  EXPECT_EQ(log, (Log{"after", "before"}));
  EXPECT_TRUE(world.last_frame().ok()) << world.last_frame();
}

// rule N2: newcomers of a card run in the same frame if their group has not passed.
class Mother : public Actor {
 public:
  explicit Mother(Log* log) : log_(log) {}
  void Tick(const TickContext&) override {
    if (spawned_) return;
    spawned_ = true;
    log_->emplace_back("mother");
    world()->Spawn<Speaker>({.name = "child"}, log_);
    world()->Spawn<Speaker>({.name = "late child", .start = TickGroup::kPostPhysics}, log_);
  }

 private:
  Log* log_;
  bool spawned_ = false;
};

TEST_P(WorldSpawnTest, WhoIsSpawnedByACardTicksInTheSameFrame) {
  Log log;
  World world(Definition());
  world.Spawn<Mother>({}, &log);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(log, (Log{"mother", "child", "late child"}));
  EXPECT_EQ(world.last_frame().cards.newcomers, 2U);
}

// rule O-3: what a constructor asks for waits for the world.
class Built : public Actor {
 public:
  explicit Built(Log* log) : log_(log) {
    const auto first = AddComponent<Part>({.name = "first"}, log);
    const auto second = AddComponent<Part>({.name = "second"}, log);
    first->TickAfter(second);
  }
  void OnBeginPlay() override { log_->emplace_back("actor begins"); }
  void OnLeaveWorld() override { log_->emplace_back("actor leaves"); }

 private:
  class Part : public SpeakingPart {
   public:
    explicit Part(Log* log) : SpeakingPart(log), log_(log) {}
    void OnBeginPlay() override { log_->emplace_back(std::string(name()) + " begins"); }
    void OnLeaveWorld() override { log_->emplace_back(std::string(name()) + " leaves"); }

   private:
    Log* log_;
  };

  Log* log_;
};

TEST_P(WorldSpawnTest, ComponentsOfTheConstructorEnterWithTheActorAndBeginFirst) {
  Log log;
  {
    World world(Definition());
    world.Spawn<Built>({}, &log);
    EXPECT_EQ(log, (Log{"first begins", "second begins", "actor begins"}));
    log.clear();
    EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
    EXPECT_EQ(log, (Log{"second", "first"}));
    log.clear();
  }
  EXPECT_EQ(log, (Log{"second leaves", "first leaves", "actor leaves"}));
}

TEST_P(WorldSpawnTest, AnUnnamedObjectBearsTheNameOfItsClass) {
  World world(Definition());
  EXPECT_NE(std::string(world.Spawn<Mover>()->name()).find("Mover"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Modes, WorldSpawnTest, AllWorldModes(), WorldModeName);

}  // namespace
}  // namespace tickgraph
