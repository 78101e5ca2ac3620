// Destroy and the deletion queue (rule O-7).

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/world/support/world_mode.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

using Log = std::vector<std::string>;

class Mortal : public Actor {
 public:
  explicit Mortal(Log* log) : log_(log) {}
  ~Mortal() override { log_->emplace_back("~actor"); }
  void OnLeaveWorld() override { log_->emplace_back("actor leaves"); }
  void Tick(const TickContext&) override { ++ticks; }
  int ticks = 0;

 private:
  Log* log_;
};

class MortalPart : public Component {
 public:
  explicit MortalPart(Log* log) : log_(log) {}
  ~MortalPart() override { log_->emplace_back("~" + name_); }
  void OnBeginPlay() override { name_ = name(); }
  void OnLeaveWorld() override { log_->emplace_back(std::string(name()) + " leaves"); }
  void Tick(const TickContext&) override { ++ticks; }
  int ticks = 0;

 private:
  Log* log_;
  std::string name_;
};

class Killer : public Actor {
 public:
  explicit Killer(Ref<WorldObject> victim) : victim_(std::move(victim)) {}
  void Tick(const TickContext&) override {
    if (WorldObject* victim = victim_.get()) {
      victim->Destroy();
      victim->Destroy();
      lived_on = static_cast<bool>(victim_);
    }
  }
  bool lived_on = false;

 private:
  Ref<WorldObject> victim_;
};

class WorldDestroyTest : public WorldModeTest {};

// rule O-7
TEST_P(WorldDestroyTest, CardsDoNotStartAnyMoreAndTheObjectLivesToTheDeletionQueue) {
  Log log;
  World world(Definition());
  const auto victim = world.Spawn<Mortal>({.name = "victim"}, &log);
  const auto part = victim->AddComponent<MortalPart>({.name = "part"}, &log);
  const auto killer = world.Spawn<Killer>({.name = "killer"}, victim);
  victim->TickAfter(killer);
  int ticks_at_end = -1;
  world.frame_scheduler().Register(
      {.name = "look", .start = TickGroup::kPostUpdateWork, .run = [&](const TickContext& t) {
         if (t.frame == 1) ticks_at_end = victim->ticks + part->ticks;
       }});
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_TRUE(killer->lived_on);
  EXPECT_EQ(ticks_at_end, 0);
  EXPECT_FALSE(victim);
  EXPECT_FALSE(part);
  EXPECT_EQ(world.last_frame().objects_deleted, 2U);
  EXPECT_EQ(log, (Log{"part leaves", "~part", "actor leaves", "~actor"}));
  EXPECT_EQ(world.actor_count(), 1U);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
}

TEST_P(WorldDestroyTest, AComponentMayGoAlone) {
  Log log;
  World world(Definition());
  const auto actor = world.Spawn<Mortal>({}, &log);
  const auto first = actor->AddComponent<MortalPart>({.name = "first"}, &log);
  const auto second = actor->AddComponent<MortalPart>({.name = "second"}, &log);
  first->Destroy();
  EXPECT_TRUE(first->destroyed());
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(log, (Log{"first leaves", "~first"}));
  EXPECT_EQ(second->ticks, 1);
  ASSERT_EQ(actor->components().size(), 1U);
  EXPECT_EQ(actor->components()[0].get(), second.get());
}

// Destroys another one when it is deleted.
class Chained : public Actor {
 public:
  void OnLeaveWorld() override {
    if (next) next->Destroy();
  }
  Ref<Chained> next;
};

// rule O-7, godot DQ-2
TEST_P(WorldDestroyTest, TheQueueRunsUntilItIsEmpty) {
  World world(Definition());
  Ref<Chained> head;
  for (int i = 0; i < 50; ++i) {
    const auto actor = world.Spawn<Chained>();
    actor->next = head;
    head = actor;
  }
  head->Destroy();
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(world.last_frame().objects_deleted, 50U);
  EXPECT_EQ(world.actor_count(), 0U);
}

class SelfDestroyer : public Component {
 public:
  static TickDefaults Defaults() { return {.lane = Lane::kAnyThread}; }
  void Tick(const TickContext&) override {
    ++*ticks;
    Destroy();
  }
  std::atomic<int>* ticks = nullptr;
};

// rule O-7, rule N7
TEST_P(WorldDestroyTest, FromAnAnyThreadCard) {
  std::atomic<int> ticks = 0;
  World world(Definition());
  const auto actor = world.Spawn<Actor>();
  for (int i = 0; i < 20; ++i) actor->AddComponent<SelfDestroyer>()->ticks = &ticks;
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(ticks, 20);
  EXPECT_TRUE(actor->components().empty());
}

// rule O-7
TEST_P(WorldDestroyTest, FromAnotherThreadItActsInTheNextFrame) {
  Log log;
  World world(Definition());
  const auto victim = world.Spawn<Mortal>({}, &log);
  Mortal* const raw = victim.get();
  std::thread([&] { raw->Destroy(); }).join();
  EXPECT_TRUE(victim);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_FALSE(victim);
}

TEST_P(WorldDestroyTest, TheEndOfTheWorldDeletesTheNewestFirst) {
  Log log;
  Ref<Actor> actor;
  {
    World world(Definition());
    actor = world.Spawn<Mortal>({}, &log);
    actor->AddComponent<MortalPart>({.name = "part"}, &log);
    world.Spawn<Mortal>({}, &log);
  }
  EXPECT_EQ(log, (Log{"actor leaves", "~actor", "part leaves", "~part", "actor leaves", "~actor"}));
  EXPECT_FALSE(actor);
}

INSTANTIATE_TEST_SUITE_P(Modes, WorldDestroyTest, AllWorldModes(), WorldModeName);

}  // namespace
}  // namespace tickgraph
