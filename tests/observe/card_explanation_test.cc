#include "tickgraph/observe/card_explanation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>
#include <utility>

#include "tests/support/sanitizers.h"
#include "tests/support/small_stack.h"
#include "tickgraph/observe/dot_writer.h"
#include "tickgraph/observe/schedule_snapshot.h"
#include "tickgraph/scheduler.h"

namespace tickgraph {
namespace {

using ::testing::HasSubstr;

constexpr SourceLocation kHere{"game.cc", 1};
constexpr SourceLocation kThere{"game.cc", 2};

std::string Why(const TickScheduler& scheduler, TickHandle card) {
  const absl::StatusOr<CardExplanation> why = ExplainCard(scheduler, card);
  return why.ok() ? ExplanationText(*why) : std::string(why.status().message());
}

class CardExplanationTest : public testing::Test {
 protected:
  TickHandle Add(TickFunction card) { return scheduler_.Register(std::move(card), kHere); }
  std::string Planned(TickHandle card) {
    EXPECT_TRUE(scheduler_.MakePlan().ok());
    return Why(scheduler_, card);
  }

  TickScheduler scheduler_{TickSchedulerDefinition{}};
};

TEST_F(CardExplanationTest, ADemotedCard) {
  const TickHandle mesh = Add({.name = "mesh", .start = TickGroup::kPostPhysics});
  const TickHandle camera = Add({.name = "camera", .after = {mesh}});
  EXPECT_EQ(Planned(camera), R"(card "camera"
  declared   PrePhysics, game thread, at game.cc:1
  effective  PostPhysics, card 2 of 2 in plan order
  why        moved by its prerequisite "mesh": a card starts and ends no earlier than what it waits for
  waits for  "mesh" (PostPhysics, game thread)
)");
}

TEST_F(CardExplanationTest, AnEdgeThroughADisabledCard) {
  const TickHandle input = Add({.name = "input"});
  const TickHandle ai = Add({.name = "ai", .start_enabled = false, .after = {input}});
  const TickHandle move = Add({.name = "move", .after = {ai}});
  EXPECT_EQ(Planned(move), R"(card "move"
  declared   PrePhysics, game thread, at game.cc:1
  effective  PrePhysics, card 3 of 3 in plan order
  waits for  "input" (PrePhysics, game thread) through "ai"
)");
  EXPECT_EQ(Why(scheduler_, ai), R"(card "ai"
  declared   PrePhysics, game thread, at game.cc:1
  effective  does not run: it is disabled, and passes on order from its prerequisites to its dependents
  waits for  "input" (PrePhysics, game thread)
)");
}

TEST_F(CardExplanationTest, AWaitOnAWorker) {
  const TickHandle path =
      Add({.name = "path finding", .end = TickGroup::kPostPhysics, .lane = Lane::kAnyThread});
  const TickHandle move = Add({.name = "move", .after = {path}});
  const TickHandle log = Add({.name = "log", .after = {move}});
  EXPECT_EQ(Planned(move), R"(card "move"
  declared   PrePhysics, game thread, at game.cc:1
  effective  PrePhysics to PostPhysics, card 2 of 3 in plan order
  why        moved by its prerequisite "path finding": a card starts and ends no earlier than what it waits for
  runs       in the wait at the end of PostPhysics, where the game thread is free to wait for "path finding", which may run on a worker until then
  waits for  "path finding" (PrePhysics to PostPhysics, any thread)
)");
  EXPECT_THAT(Why(scheduler_, log), HasSubstr("to wait for \"path finding\""));
}

TEST_F(CardExplanationTest, AnIgnoredCycleEdge) {
  const TickHandle pawn = Add({.name = "pawn"});
  const TickHandle movement = scheduler_.Register({.name = "movement", .after = {pawn}}, kThere);
  scheduler_.AddPrerequisite(pawn, movement, {"mod.cc", 7});
  EXPECT_EQ(Planned(pawn), R"(card "pawn"
  declared   PrePhysics, game thread, at game.cc:1
  effective  PrePhysics, card 1 of 2 in plan order
  waits for  no other card
  ignored    prerequisite cycle of 2 cards: the edge added at mod.cc:7 is ignored
               "pawn" runs before "movement", added at game.cc:2
               "movement" runs before "pawn", added at mod.cc:7
               Remove one of these edges; until then the frame runs without the last one.
)");
}

TEST_F(CardExplanationTest, ANewcomer) {
  TickHandle spark;
  scheduler_.Register({.name = "gun", .start = TickGroup::kPostPhysics, .run = [&](auto&) {
                         if (!spark) spark = Add({.name = "spark"});
                       }});
  scheduler_.RunFrame(0.1);
  EXPECT_EQ(Why(scheduler_, spark), R"(card "spark"
  declared   PrePhysics, game thread, at game.cc:1
  effective  PostPhysics, as a newcomer; it has a place in plan order from the next frame on
  why        it came when PrePhysics had passed in that frame; from the next frame on it runs where it was declared
  waits for  no other card
)");
  EXPECT_THAT(Planned(spark), HasSubstr("effective  PrePhysics, card 1 of 2 in plan order"));
}

TEST_F(CardExplanationTest, ASet) {
  const TickSet sensors = scheduler_.RegisterSet({.name = "sensors"});
  const TickSet senses = scheduler_.RegisterSet({.name = "senses", .in = {sensors}});
  Add({.name = "eye", .in = {senses}});
  Add({.name = "ear", .in = {senses}});
  const TickSet minds = scheduler_.RegisterSet({.name = "minds", .after = {sensors}});
  const TickHandle brain = Add({.name = "brain", .in = {minds}});
  EXPECT_EQ(Planned(brain), R"(card "brain"
  declared   PrePhysics, game thread, at game.cc:1
  effective  PrePhysics, card 3 of 3 in plan order
  in         set "minds"
  waits for  "eye" (PrePhysics, game thread) through set "minds" and set "sensors" and set "senses"
             "ear" (PrePhysics, game thread) through set "minds" and set "sensors" and set "senses"
)");
}

TEST_F(CardExplanationTest, LongListsAreCut) {
  TickFunction hub = {.name = "hub"};
  for (int card = 0; card < 30; ++card) hub.after.push_back(Add({.name = "one of many"}));
  const std::string text = Planned(Add(std::move(hub)));
  EXPECT_THAT(text, HasSubstr("… and 10 more"));
}

TEST_F(CardExplanationTest, LargeGraphsAreExplainedAndWrittenOnASmallStackRuleP6) {
  constexpr std::size_t kLinks = kIsSanitized ? 10'000 : 1'000'000;
  constexpr std::size_t kSpokes = kLinks / 10;
  RunOnSmallStack([&] {
    TickScheduler scheduler{TickSchedulerDefinition{}};
    TickHandle last;
    for (std::size_t card = 0; card < kLinks; ++card) {
      TickFunction link = {.name = "link", .start_enabled = card == 0};
      if (last) link.after = {last};
      last = scheduler.Register(std::move(link));
    }
    TickFunction hub = {.name = "hub"};
    for (std::size_t card = 0; card < kSpokes; ++card) {
      hub.after.push_back(scheduler.Register({.name = "spoke"}));
    }
    const TickHandle behind = scheduler.Register({.name = "behind", .after = {last}});
    const TickHandle center = scheduler.Register(std::move(hub));
    ASSERT_TRUE(scheduler.MakePlan().ok());

    EXPECT_EQ(ExplainCard(scheduler, behind)->prerequisites.size(), 1U);
    EXPECT_EQ(ExplainCard(scheduler, center)->prerequisites.size(), kSpokes);
    std::ostringstream dot;
    EXPECT_TRUE(WriteDot(dot, TakeSnapshot(scheduler), {}).ok());
    EXPECT_THAT(dot.str(), HasSubstr("behind"));
  });
}

TEST_F(CardExplanationTest, ACardThatIsGone) {
  const TickHandle card = Add({.name = "card"});
  scheduler_.Unregister(card);
  EXPECT_FALSE(ExplainCard(scheduler_, card).ok());
}

}  // namespace
}  // namespace tickgraph
