// rule N6: a steady frame allocates nothing, from the engine loop down to the cards. Counts
// operator new on every thread.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "tests/world/support/world_mode.h"
#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/world/engine_loop.h"
#include "tickgraph/world/render/null_renderer.h"
#include "tickgraph/world/render/render_pipeline.h"
#include "tickgraph/world/time/fixed_clock.h"
#include "tickgraph/world/world.h"

// g++ sees that delete frees what it takes for the library's own new.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

namespace {

std::atomic<std::int64_t> allocations{0};

void* Allocate(std::size_t size, std::size_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* const memory = std::aligned_alloc(alignment, (size / alignment + 1) * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return Allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
// Temporary buffers of algorithms ask so; a sanitizer's own would not go with this delete.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return Allocate(size, alignof(std::max_align_t));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace tickgraph {
namespace {

class Mover : public Actor {
 public:
  void Tick(const TickContext& t) override { position += velocity * t.delta; }
};

class Thinker : public Component {
 public:
  static TickDefaults Defaults() { return {.lane = Lane::kAnyThread}; }
  void Tick(const TickContext& t) override {
    t.ParallelFor(thoughts.size(), 8, [&](std::size_t i) { thoughts[i] += t.delta; });
  }
  std::vector<double> thoughts = std::vector<double>(40);
};

TEST(WorldAllocationTest, TheCountSeesAnAllocation) {
  const std::int64_t before = allocations.load();
  const auto number = std::make_unique<int>(1);
  EXPECT_EQ(allocations.load() - before, *number);
}

class WorldAllocationModeTest : public WorldModeTest {};

TEST_P(WorldAllocationModeTest, ASteadyFrameOfTheLoopAllocatesNothing) {
  NullRenderer renderer;
  RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .reserved_items = 100});
  ASSERT_TRUE(pipeline.Start().ok());
  WorldDefinition definition = Definition();
  definition.physics = MakeBulletScene({});
  definition.hooks.draw = [](World&, RenderPacket& packet) {
    for (int i = 0; i < 100; ++i) packet.AddItem({});
  };
  World world(std::move(definition));
  for (int i = 0; i < 100; ++i) {
    const auto actor = world.Spawn<Mover>();
    const auto thinker = actor->AddComponent<Thinker>();
    thinker->TickAfter(actor);
  }
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(world.physics_stage()->AddBody({.position = {3.0 * i, 10, 0}}).ok());
  }
  FixedClock clock(60);
  EngineLoop loop({.clock = &clock, .render = &pipeline});
  loop.AddWorld(world);
  for (int i = 0; i < 100; ++i) loop.Iterate();
  // A worker that the system starts late allocates once; what a frame allocates, every hundred
  // does.
  std::int64_t allocated = 1;
  for (int attempt = 0; attempt < 5 && allocated > 0; ++attempt) {
    const std::int64_t before = allocations.load();
    for (int i = 0; i < 100; ++i) loop.Iterate();
    allocated = allocations.load() - before;
  }
  EXPECT_EQ(allocated, 0);
  EXPECT_TRUE(loop.last_frame().ok()) << loop.last_frame();
  EXPECT_TRUE(pipeline.Stop().ok());
}

INSTANTIATE_TEST_SUITE_P(Modes, WorldAllocationModeTest, AllWorldModes(), WorldModeName);

}  // namespace
}  // namespace tickgraph
