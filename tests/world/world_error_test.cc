// A tick reaches its end and says what went wrong (rules F1, F4, O-1, W-4).

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/world/support/world_mode.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

class Bomb : public Actor {
 public:
  void Tick(const TickContext&) override { throw std::runtime_error("boom"); }
};
class WorkerBomb : public Bomb {
 public:
  static TickDefaults Defaults() { return {.lane = Lane::kAnyThread}; }
};
class Counting : public Actor {
 public:
  void Tick(const TickContext&) override { ++ticks; }
  int ticks = 0;
};
class Follower : public Actor {
 public:
  void Tick(const TickContext&) override { leader->position = position; }
  Ref<Actor> leader;
};

std::string Text(const WorldFrame& frame) {
  std::ostringstream text;
  text << frame;
  return text.str();
}

class WorldErrorTest : public WorldModeTest {};

// rule F1
TEST_P(WorldErrorTest, AThrowingCardEndsItselfAndNothingElse) {
  WorldDefinition definition = Definition();
  int ends = 0;
  definition.hooks.end_of_frame = [&](World&) { ++ends; };
  World world(std::move(definition));
  world.Spawn<Bomb>({.name = "bomb"});
  world.Spawn<WorkerBomb>({.name = "worker bomb"});
  const auto after = world.Spawn<Counting>({.start = TickGroup::kPostPhysics});
  for (int i = 1; i <= 50; ++i) {
    const WorldFrame& frame = world.Tick(0.1);
    ASSERT_FALSE(frame.ok());
    ASSERT_EQ(frame.cards.error_count, 2U);
    ASSERT_EQ(after->ticks, i);
    ASSERT_EQ(ends, i);
  }
  EXPECT_NE(Text(world.last_frame()).find("boom"), std::string::npos) << world.last_frame();
  EXPECT_NE(Text(world.last_frame()).find("bomb"), std::string::npos) << world.last_frame();
}

TEST_P(WorldErrorTest, AThrowingHookAndObserverEndThemselvesOnly) {
  WorldDefinition definition = Definition();
  definition.hooks.start_of_frame = [](World&) { throw std::runtime_error("bad hook"); };
  definition.observer = [](WorldStage stage) {
    if (stage == WorldStage::kEffects) throw std::runtime_error("bad observer");
  };
  World world(std::move(definition));
  const auto counting = world.Spawn<Counting>();
  world.Tick(0.1);
  EXPECT_EQ(world.last_frame().error_count, 2U);
  EXPECT_EQ(counting->ticks, 1);
  EXPECT_NE(Text(world.last_frame()).find("StartOfFrame threw: bad hook"), std::string::npos)
      << world.last_frame();
}

// rule O-1, rule F1
TEST_P(WorldErrorTest, FollowingADeadReferenceInACardIsThatCardsError) {
  World world(Definition());
  const auto leader = world.Spawn<Actor>({.name = "leader"});
  const auto follower = world.Spawn<Follower>({.name = "follower"});
  follower->leader = leader;
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  leader->Destroy();
  EXPECT_TRUE(world.Tick(0.1).ok()) << "alive to the end of the frame; " << world.last_frame();
  EXPECT_FALSE(world.Tick(0.1).ok());
  const std::string text = Text(world.last_frame());
  EXPECT_NE(text.find("follower"), std::string::npos) << text;
  EXPECT_NE(text.find("\"leader\" behind this Ref is gone"), std::string::npos) << text;
}

// rule F4
TEST_P(WorldErrorTest, MisuseOfTickAfterIsReportedByName) {
  World world(Definition());
  World other(Definition());
  const auto still = world.Spawn<Actor>({.name = "still"});
  const auto counting = world.Spawn<Counting>({.name = "counting"});
  const auto stranger = other.Spawn<Counting>({.name = "stranger"});
  still->TickAfter(counting);
  EXPECT_NE(world.Tick(0.1).status().message().find("\"still\" has no card"), std::string::npos)
      << world.last_frame();
  counting->TickAfter(still);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  counting->TickAfter(Ref<Actor>());
  EXPECT_EQ(world.Tick(0.1).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(counting->TryTickAfter(Ref<Actor>()).code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(still->TryTickAfter(counting).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(counting->TryTickAfter(still).ok());
  counting->TickAfter(stranger);
  EXPECT_EQ(world.Tick(0.1).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
}

// rule F4: a twin tells the caller, and nobody else.
TEST_P(WorldErrorTest, TheTwinsOfTickAfterAndSetTickEnabledReturnTheErrorAndReportNothing) {
  World world(Definition());
  World elsewhere(Definition());
  const auto still = world.Spawn<Actor>({.name = "still"});
  const auto counting = world.Spawn<Counting>({.name = "counting"});
  const auto stranger = elsewhere.Spawn<Counting>({.name = "stranger"});
  const TickHandle gone = world.frame_scheduler().Register({.name = "gone", .run = [](auto&) {}});
  world.frame_scheduler().Unregister(gone);

  EXPECT_EQ(counting->TryTickAfter(gone).code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(still->TryTickAfter(counting->tick_card()).code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(counting->TryTickAfter(*stranger).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(counting->TryTickAfter(*still, "card").code(), absl::StatusCode::kNotFound);
  const auto destroyed = world.Spawn<Counting>({.name = "destroyed"});
  destroyed->Destroy();
  const absl::Status status = destroyed->TrySetTickEnabled(false);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(status.message().find("\"destroyed\" is not in a world"), std::string::npos) << status;
  const auto robbed = world.Spawn<Counting>({.name = "robbed"});
  world.frame_scheduler().Unregister(robbed->tick_card());
  EXPECT_EQ(robbed->TrySetTickEnabled(true).code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(world.Tick(0.1).ok()) << "who asked has the errors; " << world.last_frame();

  robbed->SetTickEnabled(true);
  counting->TickAfter(gone);
  EXPECT_FALSE(world.Tick(0.1).ok());
  EXPECT_EQ(world.last_frame().error_count + world.last_frame().cards.error_count, 2U)
      << world.last_frame();
}

TEST_P(WorldErrorTest, TheTwinsOfTickAfterAndSetTickEnabledAct) {
  World world(Definition());
  const auto waiting = world.Spawn<Counting>({.name = "waiting"});
  const auto first = world.Spawn<Counting>({.name = "first"});
  const TickHandle card = world.frame_scheduler().Register({.name = "card", .run = [](auto&) {}});
  EXPECT_TRUE(waiting->TryTickAfter(*first).ok());
  EXPECT_TRUE(waiting->TryTickAfter(*first, "first").ok());
  EXPECT_TRUE(waiting->TryTickAfter(card).ok());
  EXPECT_EQ(world.frame_scheduler().PrerequisitesOf(waiting->tick_card()),
            (std::vector<TickHandle>{first->tick_card(), card}));
  EXPECT_TRUE(waiting->TrySetTickEnabled(false).ok());
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(waiting->ticks, 0);
  EXPECT_TRUE(waiting->TrySetTickEnabled(true).ok());
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(waiting->ticks, 1);
}

// rule N7: elsewhere nobody can know at once what a change comes to.
TEST_P(WorldErrorTest, TheTwinsAreRefusedInAnyThreadCards) {
  World world(Definition());
  const auto counting = world.Spawn<Counting>({.name = "counting"});
  const TickHandle card = world.frame_scheduler().Register({.name = "card", .run = [](auto&) {}});
  absl::Status tick_after;
  absl::Status set_enabled;
  world.frame_scheduler().Register(
      {.name = "asks", .lane = Lane::kAnyThread, .run = [&](const TickContext&) {
         tick_after = counting->TryTickAfter(card);
         set_enabled = counting->TrySetTickEnabled(false);
       }});
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(tick_after.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(set_enabled.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(counting->ticks, 2);
}

// rule G1, rule F4
TEST_P(WorldErrorTest, ACardThatIsRefusedMeansNoActor) {
  World world(Definition());
  const auto bad = world.TrySpawn<Counting>({.name = "bad", .start = TickGroup::kEndPhysics});
  EXPECT_EQ(bad.status().code(), absl::StatusCode::kInvalidArgument) << bad.status();
  EXPECT_NE(std::string(bad.status().message()).find("bad"), std::string::npos) << bad.status();
  EXPECT_EQ(world.actor_count(), 0U);
  EXPECT_TRUE(world.Tick(0.1).ok()) << "who asked has the error; " << world.last_frame();
  EXPECT_FALSE(world.Spawn<Counting>({.name = "bad", .start = TickGroup::kEndPhysics}));
  EXPECT_EQ(world.actor_count(), 0U);
  world.Tick(0.1);
  EXPECT_EQ(world.last_frame().error_count + world.last_frame().cards.error_count, 1U)
      << world.last_frame();
  const auto actor = world.Spawn<Actor>();
  class Part : public Component {
   public:
    void Tick(const TickContext&) override {}
  };
  EXPECT_FALSE(actor->TryAddComponent<Part>({.start = TickGroup::kStartPhysics}).ok());
  EXPECT_EQ(actor->AddCard({.name = "card", .start = TickGroup::kEndPhysics}).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(
      actor
          ->AddCard(
              {.name = "card", .start = TickGroup::kPostPhysics, .end = TickGroup::kPrePhysics})
          .status()
          .code(),
      absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(actor->components().empty());
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_FALSE(actor->AddComponent<Part>({.start = TickGroup::kStartPhysics}));
  world.Tick(0.1);
  EXPECT_EQ(world.last_frame().error_count + world.last_frame().cards.error_count, 1U)
      << world.last_frame();
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
}

class RefusedInConstructor : public Actor {
 public:
  class Part : public Component {
   public:
    void Tick(const TickContext&) override {}
  };
  RefusedInConstructor() { part = AddComponent<Part>({.start = TickGroup::kEndPhysics}); }
  Ref<Part> part;
};

// rule F4
TEST_P(WorldErrorTest, AComponentThatIsRefusedLaterCountsOnce) {
  World world(Definition());
  const auto actor = world.Spawn<RefusedInConstructor>();
  EXPECT_FALSE(actor->part);
  world.Tick(0.1);
  EXPECT_EQ(world.last_frame().error_count + world.last_frame().cards.error_count, 1U)
      << world.last_frame();
}

// rule L6
TEST_P(WorldErrorTest, ATickInsideItsOwnTickIsRefusedAndOneOfAnotherWorldWorks) {
  World world(Definition());
  World inner(Definition());
  const auto counting = inner.Spawn<Counting>();
  world.frame_scheduler().Register({.name = "nesting", .run = [&](const TickContext&) {
                                      world.Tick(0.1);
                                      inner.Tick(0.1);
                                    }});
  EXPECT_EQ(world.Tick(0.1).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(world.last_frame().frame, 1U);
  EXPECT_EQ(counting->ticks, 1);
  EXPECT_TRUE(inner.last_frame().ok()) << inner.last_frame();
}

// rule W-4
TEST_P(WorldErrorTest, AnEdgeToTheFixedStepSchedulerIsAnError) {
  World world(Definition());
  const TickHandle fixed =
      world.fixed_step_scheduler().Register({.name = "fixed", .run = [](const TickContext&) {}});
  const auto counting = world.Spawn<Counting>();
  counting->TickAfter(fixed);
  EXPECT_FALSE(world.Tick(0.1).ok());
  EXPECT_EQ(world.last_frame().cards.first_error.code, TickErrorCode::kStaleHandle);
}

// rule W-5
TEST_P(WorldErrorTest, ADedicatedServerLeavesOutCardsThatSaySo) {
  WorldDefinition definition = Definition();
  definition.dedicated_server = true;
  World world(std::move(definition));
  const auto sound = world.Spawn<Counting>({.name = "sound", .allow_on_dedicated_server = false});
  const auto rules = world.Spawn<Counting>({.name = "rules"});
  sound->TickAfter(rules);
  rules->TickAfter(sound);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(sound->ticks, 0);
  EXPECT_EQ(rules->ticks, 1);
  ASSERT_EQ(world.frame_scheduler().left_out().size(), 1U);
  EXPECT_EQ(world.frame_scheduler().left_out()[0], "sound");
}

INSTANTIATE_TEST_SUITE_P(Modes, WorldErrorTest, AllWorldModes(), WorldModeName);

}  // namespace
}  // namespace tickgraph
