#include "tickgraph/tick_delegate.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "tickgraph/tick_context.h"

namespace tickgraph {
namespace {

void Call(TickDelegate& delegate) {
  const TickContext context;
  delegate.invoke()(delegate.target(), context);
}

/// Whether the callable lies inside the delegate itself.
bool IsInline(TickDelegate& delegate) {
  const auto self = reinterpret_cast<std::uintptr_t>(&delegate);
  const auto target = reinterpret_cast<std::uintptr_t>(delegate.target());
  return target >= self && target < self + sizeof(TickDelegate);
}

template <std::size_t kBytes>
struct Sized {
  int* calls = nullptr;
  std::array<std::byte, kBytes - sizeof(int*)> padding = {};
  void operator()(const TickContext&) { ++*calls; }
};

TEST(TickDelegateTest, AnEmptyOneHasNothingToCall) {
  TickDelegate delegate;
  EXPECT_FALSE(delegate);
  EXPECT_EQ(delegate.invoke(), nullptr);
  EXPECT_EQ(delegate.target(), nullptr);
  delegate.Reset();
}

TEST(TickDelegateTest, UpToFortyEightBytesAreKeptInside) {
  int calls = 0;
  TickDelegate small = Sized<48>{&calls};
  TickDelegate large = Sized<56>{&calls};
  EXPECT_TRUE(IsInline(small));
  EXPECT_FALSE(IsInline(large));
  Call(small);
  Call(large);
  EXPECT_EQ(calls, 2);
}

TEST(TickDelegateTest, MovingKeepsTheCallableAndEmptiesTheSource) {
  int calls = 0;
  for (const bool is_large : {false, true}) {
    TickDelegate first;
    if (is_large) {
      first = Sized<200>{&calls};
    } else {
      first = Sized<16>{&calls};
    }
    TickDelegate second = std::move(first);
    EXPECT_FALSE(first);  // NOLINT(bugprone-use-after-move): that is what is tested
    Call(second);
    TickDelegate third;
    third = std::move(second);
    Call(third);
    TickDelegate& alias = third;
    third = std::move(alias);
    Call(third);
  }
  EXPECT_EQ(calls, 6);
}

TEST(TickDelegateTest, DestroysTheCallableOnce) {
  const auto alive = std::make_shared<int>(0);
  {
    TickDelegate small = [alive](const TickContext&) {};
    TickDelegate large = [alive, padding = std::array<int, 100>()](const TickContext&) {
      static_cast<void>(padding);
    };
    EXPECT_EQ(alive.use_count(), 3);
    TickDelegate moved = std::move(small);
    large = std::move(moved);
    EXPECT_EQ(alive.use_count(), 2);
    large.Reset();
    EXPECT_EQ(alive.use_count(), 1);
    large.Reset();
  }
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(TickDelegateTest, TakesWhatCannotBeCopied) {
  auto value = std::make_unique<int>(7);
  int seen = 0;
  TickDelegate delegate = [&seen, value = std::move(value)](const TickContext&) { seen = *value; };
  Call(delegate);
  EXPECT_EQ(seen, 7);
}

struct Guard {
  int ticks = 0;
  void Tick(const TickContext&) { ++ticks; }
};

void TickTwice(Guard* guard, const TickContext&) { guard->ticks += 2; }

TEST(TickDelegateTest, BindCallsTheMemberOfTheObject) {
  Guard guard;
  TickDelegate delegate = TickDelegate::Bind<&Guard::Tick>(&guard);
  EXPECT_TRUE(delegate);
  EXPECT_EQ(delegate.target(), &guard) << "the executor fetches this address";
  TickDelegate moved = std::move(delegate);
  Call(moved);
  EXPECT_EQ(guard.ticks, 1);
  TickDelegate function = TickDelegate::Bind<&TickTwice>(&guard);
  Call(function);
  EXPECT_EQ(guard.ticks, 3);
}

TEST(TickDelegateTest, AResultIsThrownAway) {
  int calls = 0;
  TickDelegate delegate = [&calls](const TickContext&) { return ++calls; };
  Call(delegate);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace tickgraph
