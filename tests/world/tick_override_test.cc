#include "tickgraph/world/tick_override.h"

#include <gtest/gtest.h>

#include "tickgraph/world/actor.h"
#include "tickgraph/world/component.h"

namespace tickgraph {
namespace {

class Still : public Actor {};
class Guard : public Actor {
 public:
  void Tick(const TickContext&) override {}
};
class Captain : public Guard {};
class General : public Captain {
 public:
  void Tick(const TickContext& t) noexcept override { Captain::Tick(t); }
};
class WithoutTheWord : public Component {
 public:
  void Tick(const TickContext&) {}  // NOLINT(modernize-use-override): overrides all the same
};
class PrivateTick : public Actor {
  void Tick(const TickContext&) override {}
};
class ProtectedTick : public Component {
 protected:
  void Tick(const TickContext&) override {}
};
class BelowPrivateTick : public PrivateTick {};
class OverloadedTick : public Actor {
 public:
  void Tick(const TickContext&) override {}
  void Tick(double) {}
};
class Mixin {
 public:
  virtual ~Mixin() = default;
  void Tick(const TickContext&) {}
};
class TwoBases : public Actor, public Mixin {};
// Compilers that see such a class alone only warn.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
class OtherSignature : public Actor {
 public:
  void Tick(double) {}
};
class ConstTick : public Actor {
 public:
  void Tick(const TickContext&) const {}
};
class StaticTick : public Actor {
 public:
  static void Tick() {}
};

#pragma GCC diagnostic pop

// rule O-4
static_assert(kTickOverride<Actor> == TickOverride::kNone);
static_assert(kTickOverride<Component> == TickOverride::kNone);
static_assert(kTickOverride<Still> == TickOverride::kNone);
static_assert(kTickOverride<Guard> == TickOverride::kOverridden);
static_assert(kTickOverride<Captain> == TickOverride::kOverridden);
static_assert(kTickOverride<General> == TickOverride::kOverridden);
static_assert(kTickOverride<WithoutTheWord> == TickOverride::kOverridden);
static_assert(kTickOverride<PrivateTick> == TickOverride::kUnseen);
static_assert(kTickOverride<ProtectedTick> == TickOverride::kUnseen);
static_assert(kTickOverride<BelowPrivateTick> == TickOverride::kUnseen);
static_assert(kTickOverride<OverloadedTick> == TickOverride::kUnseen);
static_assert(kTickOverride<TwoBases> == TickOverride::kUnseen);
static_assert(kTickOverride<OtherSignature> == TickOverride::kHiding);
static_assert(kTickOverride<ConstTick> == TickOverride::kHiding);
static_assert(kTickOverride<StaticTick> == TickOverride::kHiding);

// rule O-4
TEST(TickOverrideTest, OnlyAClassThatOverridesGetsWork) {
  Still still;
  EXPECT_FALSE(BindTick(&still));
  Guard guard;
  TickDelegate delegate = BindTick(&guard);
  EXPECT_TRUE(delegate);
  EXPECT_EQ(delegate.target(), &guard) << "the executor fetches the object itself";
}

class Counting : public Mixin, public Actor {
 public:
  void Tick(const TickContext&) override { ++count; }
  int count = 0;
};

TEST(TickOverrideTest, TheDelegateCallsTheObjectItWasBoundTo) {
  Counting object;
  TickDelegate delegate = BindTick(&object);
  const TickContext context;
  delegate.invoke()(delegate.target(), context);
  delegate.invoke()(delegate.target(), context);
  EXPECT_EQ(object.count, 2);
}

}  // namespace
}  // namespace tickgraph
