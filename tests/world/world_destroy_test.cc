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

// rule O-7, case-S6
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

class Part : public Component {
 public:
  void OnBeginPlay() override { ++*begun; }
  void Tick(const TickContext&) override { ++*ticks; }
  int* begun = nullptr;
  int* ticks = nullptr;
};

// Is destroyed before it has entered, and gets components before and after that.
class Stillborn : public Actor {
 public:
  Stillborn(int* begun, int* ticks) : begun_(begun), ticks_(ticks) {
    AddOne();
    Destroy();
    AddOne();
  }
  void OnBeginPlay() override { ++*begun_; }
  void Tick(const TickContext&) override { ++*ticks_; }

 private:
  void AddOne() {
    const auto part = AddComponent<Part>();
    part->begun = begun_;
    part->ticks = ticks_;
  }
  int* begun_;
  int* ticks_;
};

// rule O-3, rule O-7
TEST_P(WorldDestroyTest, InItsConstructorNothingOfItTicksOrBegins) {
  int begun = 0;
  int ticks = 0;
  World world(Definition());
  const auto actor = world.Spawn<Stillborn>({}, &begun, &ticks);
  ASSERT_TRUE(actor);
  EXPECT_TRUE(actor->destroyed());
  EXPECT_EQ(world.frame_scheduler().card_count(), 0U);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(begun, 0);
  EXPECT_EQ(ticks, 0);
  EXPECT_FALSE(actor);
  EXPECT_EQ(world.last_frame().objects_deleted, 3U);
}

class DestroysOwner : public Component {
 public:
  explicit DestroysOwner(int* begun) : begun_(begun) {}
  void OnBeginPlay() override {
    ++*begun_;
    owner()->Destroy();
  }

 private:
  int* begun_;
};
class DestroyedByPart : public Actor {
 public:
  explicit DestroyedByPart(int* begun) : begun_(begun) {
    AddComponent<DestroysOwner>({}, begun);
    AddComponent<DestroysOwner>({}, begun);
  }
  void OnBeginPlay() override { ++*begun_; }

 private:
  int* begun_;
};

// rule O-3
TEST_P(WorldDestroyTest, WhileItsComponentsBeginTheOthersDoNot) {
  int begun = 0;
  World world(Definition());
  const auto actor = world.Spawn<DestroyedByPart>({}, &begun);
  EXPECT_EQ(begun, 1);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_FALSE(actor);
}

class Watcher : public Component {
 public:
  static TickDefaults Defaults() {
    return {.start = TickGroup::kPrePhysics, .lane = Lane::kAnyThread};
  }
  explicit Watcher(Ref<Actor> watched) : watched_(std::move(watched)) {}
  void Tick(const TickContext&) override {
    // Until it has seen the change, or for long enough to be met by it.
    for (int i = 0; i < 20'000 && !seen; ++i) seen = watched_->destroyed();
    const auto refused = watched_->AddCard({.name = "refused", .run = [](const TickContext&) {}});
    code = refused.status().code();
    tick_after = watched_->TryTickAfter(watched_).code();
    add_component = watched_->TryAddComponent<Part>().status().code();
  }
  bool seen = false;
  absl::StatusCode code = absl::StatusCode::kOk;
  absl::StatusCode tick_after = absl::StatusCode::kOk;
  absl::StatusCode add_component = absl::StatusCode::kOk;

 private:
  Ref<Actor> watched_;
};

// rule O-10: the race that ThreadSanitizer would see is between this question and the answer.
TEST_P(WorldDestroyTest, OtherThreadsMayAskWhileItHappens) {
  World world(Definition());
  const auto host = world.Spawn<Actor>();
  for (int frame = 0; frame < 20; ++frame) {
    const auto victim = world.Spawn<Actor>({.name = "victim"});
    const auto watcher = host->AddComponent<Watcher>({}, victim);
    world.Spawn<Killer>({.name = "killer"}, victim);
    ASSERT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
    EXPECT_EQ(watcher->code, absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(watcher->tick_after, absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(watcher->add_component, absl::StatusCode::kFailedPrecondition);
    watcher->Destroy();
  }
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
