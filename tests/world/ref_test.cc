#include "tickgraph/world/ref.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tickgraph/world/actor.h"

namespace tickgraph {
namespace {

class Guard : public Actor {
 public:
  int alarms = 0;
};

// rule O-1
TEST(RefTest, LeadsToTheObjectAndKnowsWhenItIsGone) {
  auto guard = std::make_unique<Guard>();
  const Ref<Guard> ref(*guard);
  ref->alarms = 3;
  EXPECT_TRUE(ref);
  EXPECT_EQ(ref.get(), guard.get());
  EXPECT_EQ((*ref).alarms, 3);
  guard.reset();
  EXPECT_FALSE(ref);
  EXPECT_EQ(ref.get(), nullptr);
}

// rule O-1
TEST(RefTest, AStrangerAtTheSameAddressIsNotMeant) {
  alignas(Guard) std::byte memory[sizeof(Guard)];
  auto* first = new (memory) Guard;
  const Ref<Guard> ref(*first);
  first->~Guard();
  auto* second = new (memory) Guard;
  const Ref<Guard> other(*second);
  EXPECT_EQ(ref.get(), nullptr);
  EXPECT_EQ(other.get(), second);
  EXPECT_FALSE(ref == other);
  second->~Guard();
}

// rule O-1
TEST(RefTest, FollowingItToNothingIsANamedFailure) {
  const Ref<Guard> none;
  EXPECT_THROW(none->alarms = 1, BadRefAccess);
  auto guard = std::make_unique<Guard>();
  const Ref<Guard> ref(*guard);
  guard.reset();
  EXPECT_THROW(static_cast<void>(*ref), BadRefAccess);
  try {
    ref->alarms = 1;
    FAIL();
  } catch (const BadRefAccess& error) {
    EXPECT_NE(std::string(error.what()).find("is gone"), std::string::npos) << error.what();
  }
}

TEST(RefTest, ConvertsAsPointersDo) {
  Guard guard;
  const Ref<Guard> ref(guard);
  const Ref<Actor> actor = ref;
  const Ref<const WorldObject> object = actor;
  EXPECT_EQ(object.get(), static_cast<WorldObject*>(&guard));
  EXPECT_FALSE((std::is_convertible_v<Ref<Actor>, Ref<Guard>>));
  EXPECT_TRUE(Ref<Actor>(guard) == actor);
}

TEST(RefTest, MayBeCopiedAndDroppedOnManyThreads) {
  auto guard = std::make_unique<Guard>();
  const Ref<Guard> ref(*guard);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([copy = ref] {
      for (int i = 0; i < 1000; ++i) {
        const Ref<Actor> again = copy;
        EXPECT_TRUE(again == Ref<Actor>(copy));
      }
    });
  }
  guard.reset();
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(ref);
}

}  // namespace
}  // namespace tickgraph
