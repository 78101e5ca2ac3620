// rule N6: a steady frame allocates nothing. Counts operator new; the engine's own memory, which
// Bullet takes from malloc, is not counted.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "tickgraph/physics/bullet_scene.h"
#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/physics/scripted_scene.h"
#include "tickgraph/run/worker_pool.h"
#include "tickgraph/scheduler.h"

namespace {

std::atomic<std::int64_t> allocations{0};

void* Allocate(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* AllocateAligned(std::size_t size, std::align_val_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const auto align = static_cast<std::size_t>(alignment);
  void* const memory = std::aligned_alloc(align, (size + align - 1) / align * align);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return Allocate(size); }
void* operator new[](std::size_t size) { return Allocate(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return AllocateAligned(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return AllocateAligned(size, alignment);
}
// Temporary buffers of algorithms ask so; a sanitizer's own would not go with this delete.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return Allocate(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace tickgraph {
namespace {

TEST(SteadyAllocationTest, TheCountSeesAnAllocation) {
  const std::int64_t before = allocations.load();
  auto number = std::make_unique<int>(1);
  EXPECT_EQ(allocations.load() - before, *number);
}

TEST(SteadyAllocationTest, AFrameOfTheSceneAllocatesNothing) {
  ScriptedScene scene({.record_calls = false});
  std::vector<BodyHandle> bodies;
  for (int i = 0; i < 100; ++i) bodies.push_back(scene.AddBody({}).value());
  int events = 0;
  scene.AddContactListener([&](const ContactEvent&) { ++events; });
  const std::vector<EngineContact> touching(20, {.first = 3, .second = 4});
  PhysicsView kept;
  std::int64_t before = 0;
  for (int frame = 0; frame < 300; ++frame) {
    if (frame == 100) before = allocations.load();
    for (const BodyHandle body : bodies) {
      ASSERT_TRUE(scene.Queue(ImpulseCommand{body, {1, 0, 0}, {}}).ok());
    }
    ASSERT_TRUE(scene.Prepare({1, std::chrono::seconds(1), std::chrono::nanoseconds(0)}).ok());
    ASSERT_TRUE(scene.Step().ok());
    ASSERT_TRUE(scene.Publish().ok());
    kept = scene.View();
  }
  EXPECT_EQ(allocations.load() - before, 0);
  // The set-up of a changing contact allocates in the test, so it comes after.
  scene.SetContacts(touching);
  ASSERT_TRUE(scene.Prepare({}).ok());
  ASSERT_TRUE(scene.Step().ok());
  ASSERT_TRUE(scene.Publish().ok());
  EXPECT_EQ(events, 1);
}

TEST(SteadyAllocationTest, AFrameOfTheStageOnBulletAllocatesNothing) {
  WorkerPool workers({.count = 2});
  TickScheduler scheduler(workers);
  const auto scene = MakeBulletScene();
  PhysicsStage stage(scheduler, *scene);
  stage.AddBody({.shape = BodyShape::kPlane, .kind = BodyKind::kStatic}).value();
  std::vector<BodyHandle> boxes;
  for (int i = 0; i < 20; ++i) {
    boxes.push_back(stage.AddBody({.position = {i * 3.0, 0.5, 0}}).value());
  }
  std::atomic<int> hits{0};
  for (std::size_t i = 0; i < 6; ++i) {
    scheduler.Register(
        {.name = "card",
         .start = i < 3 ? TickGroup::kPrePhysics : TickGroup::kDuringPhysics,
         .lane = i % 3 == 0 ? Lane::kGameThread : Lane::kAnyThread,
         .run = [&, i](const TickContext&) {
           // The command of an any-thread card goes through the scheduler's outbox, whose memory
           // is not the stage's.
           if (i % 3 == 0) stage.Command(VelocityCommand{boxes[i], {0, 0, 0}, {}});
           const double x = static_cast<double>(i) * 3.0;
           if (scene->CastRay({.from = {x, 9, 0}, .to = {x, -9, 0}, .ignored = {}})->has_value()) {
             ++hits;
           }
         }});
  }
  std::int64_t before = 0;
  for (int frame = 0; frame < 300; ++frame) {
    if (frame == 150) before = allocations.load();
    ASSERT_TRUE(scheduler.RunFrame(1.0 / 60.0).ok());
  }
  EXPECT_EQ(allocations.load() - before, 0);
  EXPECT_GT(hits.load(), 1'000);
}

}  // namespace
}  // namespace tickgraph
