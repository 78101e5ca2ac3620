// The order between objects holds for cards that come later, too (rule O-1).

#include "tickgraph/world/object_order.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/world/support/world_mode.h"
#include "tickgraph/world/world.h"

namespace tickgraph {
namespace {

using Log = std::vector<std::string>;

class Speaker : public Actor {
 public:
  explicit Speaker(Log* log) : log_(log) {}
  void Tick(const TickContext&) override { log_->emplace_back(name()); }

  /// One more card, which says `text`.
  void Add(const char* text, std::int32_t order = 0) {
    ASSERT_TRUE(
        AddCard({.name = text,
                 .order = order,
                 .run = [log = log_, text](const TickContext&) { log->emplace_back(text); }})
            .ok());
  }

 private:
  Log* log_;
};

class ObjectOrderTest : public WorldModeTest {};

// The waiting object was made first, and its late card wants to be first: only order holds it back.
TEST_P(ObjectOrderTest, LaterCardsOfBothSidesFallIntoIt) {
  Log log;
  World world(Definition());
  const auto waiting = world.Spawn<Speaker>({.name = "waiting"}, &log);
  const auto first = world.Spawn<Speaker>({.name = "first"}, &log);
  waiting->TickAfter(first);
  first->Add("first's second", 5);
  waiting->Add("waiting's second", -5);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(log, (Log{"first", "first's second", "waiting's second", "waiting"}));
}

TEST_P(ObjectOrderTest, LaterCardsWaitForASingleCardToo) {
  Log log;
  World world(Definition());
  const auto waiting = world.Spawn<Speaker>({.name = "waiting"}, &log);
  const TickHandle card = world.frame_scheduler().Register(
      {.name = "card", .run = [&log](const TickContext&) { log.emplace_back("card"); }});
  waiting->TickAfter(card);
  waiting->Add("second", -5);
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(log, (Log{"card", "second", "waiting"}));
  world.frame_scheduler().Unregister(card);
  waiting->Add("third", -6);
  log.clear();
  EXPECT_TRUE(world.Tick(0.1).ok()) << "a card that is gone orders nothing; " << world.last_frame();
  EXPECT_EQ(log, (Log{"third", "second", "waiting"}));
}

class Still : public Actor {};

TEST_P(ObjectOrderTest, AnObjectThatDoesNotTickYetIsWaitedForOnceItDoes) {
  Log log;
  World world(Definition());
  const auto waiting = world.Spawn<Speaker>({.name = "waiting"}, &log);
  const auto still = world.Spawn<Still>({.name = "still"});
  waiting->TickAfter(still);
  ASSERT_TRUE(still
                  ->AddCard({.name = "card",
                             .run = [&log](const TickContext&) { log.emplace_back("card"); }})
                  .ok());
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(log, (Log{"card", "waiting"}));
}

TEST_P(ObjectOrderTest, OneCardByName) {
  Log log;
  World world(Definition());
  const auto waiting = world.Spawn<Speaker>({.name = "waiting"}, &log);
  const auto other = world.Spawn<Speaker>({.name = "other"}, &log);
  other->Add("sense", 1);
  other->Add("think", 2);
  waiting->TickAfter(other, "sense");
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(log, (Log{"other", "sense", "waiting", "think"}));
  EXPECT_TRUE(waiting->TryTickAfter(other, "other").ok()) << "the card of Tick";
  waiting->TickAfter(*other, "think");
  log.clear();
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  EXPECT_EQ(log, (Log{"other", "sense", "think", "waiting"}));
}

// rule F4
TEST_P(ObjectOrderTest, ANameThatIsNotThereIsAnErrorThatNamesIt) {
  Log log;
  World world(Definition());
  const auto waiting = world.Spawn<Speaker>({.name = "waiting"}, &log);
  const auto other = world.Spawn<Speaker>({.name = "other"}, &log);
  const absl::Status status = waiting->TryTickAfter(other, "tihnk");
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_NE(std::string(status.message()).find("\"other\" has no card named \"tihnk\""),
            std::string::npos)
      << status;
  EXPECT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  waiting->TickAfter(other, "tihnk");
  EXPECT_EQ(world.Tick(0.1).error_count, 1U) << world.last_frame();
}

// What is gone is forgotten, on both sides.
TEST_P(ObjectOrderTest, ComesAndGoesWithItsObjects) {
  Log log;
  World world(Definition());
  const auto middle = world.Spawn<Speaker>({.name = "middle"}, &log);
  for (int i = 0; i < 40; ++i) {
    const auto before = world.Spawn<Speaker>({.name = "before"}, &log);
    const auto after = world.Spawn<Speaker>({.name = "after"}, &log);
    middle->TickAfter(before);
    middle->TickAfter(before);
    after->TickAfter(middle);
    middle->Add("late");
    log.clear();
    ASSERT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
    ASSERT_EQ(log.front(), "before");
    ASSERT_EQ(log.back(), "after");
    before->Destroy();
    after->Destroy();
    ASSERT_TRUE(world.Tick(0.1).ok()) << world.last_frame();
  }
}

TEST(ObjectOrderListTest, KeepsEachPrerequisiteOnceAndForgetsWhatIsGone) {
  World world;
  ObjectOrder order;
  const auto other = world.Spawn<Still>();
  EXPECT_TRUE(order.Add({.object = other}));
  EXPECT_FALSE(order.Add({.object = other}));
  EXPECT_TRUE(order.Add({.object = other, .card_name = "card"}));
  EXPECT_TRUE(order.Add({.card = {3, 1}}));
  EXPECT_FALSE(order.Add({.card = {3, 1}}));
  EXPECT_EQ(order.prerequisites().size(), 3U);
  for (int i = 0; i < 1000; ++i) {
    const auto dependent = world.Spawn<Still>();
    order.AddDependent(dependent);
    dependent->Destroy();
    world.Tick(0.1);
  }
  EXPECT_LE(order.dependents().size(), 4U);
  other->Destroy();
  world.Tick(0.1);
  EXPECT_TRUE(order.Add({.card = {4, 1}}));
  EXPECT_EQ(order.prerequisites().size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Modes, ObjectOrderTest, AllWorldModes(), WorldModeName);

// A user's classes may be named as he likes, also inside his actors.
struct Act {
  int number = 1;
};
struct Report {
  int number = 2;
};
struct Adopt {
  int number = 4;
};
class Named : public Actor {
 public:
  int Sum() const { return Act().number + Report().number + Adopt().number; }
};

TEST(WorldNamesTest, PrivateNamesHideNoneOfAUser) {
  World world;
  EXPECT_EQ(world.Spawn<Named>()->Sum(), 7);
}

}  // namespace
}  // namespace tickgraph
