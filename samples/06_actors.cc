// A world with actors, components, physics and order.
//
// A guard patrols before physics; a crowd of agents thinks on any thread, beside the physics step;
// a crate falls; a camera looks at the guard after both.

#include <cstddef>
#include <iostream>
#include <vector>

#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/world/world.h"

namespace {

struct Agent {
  double thought = 0;
  void Think(double seconds) { thought += seconds; }
};

// Overrides Tick, so it ticks: before physics, on the game thread, which is what actors do.
class Guard : public tickgraph::Actor {
 public:
  void Tick(const tickgraph::TickContext& t) override { position += velocity * t.delta; }
};

// Components tick beside physics. This one may do so on any thread.
class Crowd : public tickgraph::Component {
 public:
  static tickgraph::TickDefaults Defaults() { return {.lane = tickgraph::Lane::kAnyThread}; }
  void Tick(const tickgraph::TickContext& t) override {
    t.ParallelFor(agents.size(), 64, [&](std::size_t i) { agents[i].Think(t.delta); });
  }
  std::vector<Agent> agents = std::vector<Agent>(1000);
};

class Camera : public tickgraph::Actor {
 public:
  void Tick(const tickgraph::TickContext&) override {
    // The guard may be gone one day; a Ref knows.
    if (const tickgraph::Actor* seen = target.get()) position = seen->position;
  }
  tickgraph::Ref<tickgraph::Actor> target;
};

}  // namespace

int main() {
  tickgraph::WorkerPool workers({.count = 3});
  tickgraph::World world({.workers = &workers, .physics = tickgraph::MakeBulletScene({})});

  auto guard = world.Spawn<Guard>({.name = "guard"});
  guard->velocity = {1.5, 0, 0};
  auto crowd = guard->AddComponent<Crowd>();
  auto camera = world.Spawn<Camera>({.start = tickgraph::TickGroup::kPostPhysics});
  camera->TickAfter(guard);
  camera->target = guard;
  const auto crate = world.physics_stage()->AddBody({.position = {0, 10, 0}});

  for (int i = 0; i < 60; ++i) {
    world.Tick(1.0 / 60);
    if (const auto& frame = world.last_frame(); !frame.ok()) {
      std::cerr << frame;
      return 1;
    }
  }
  std::cout << "after a second the camera is at x = " << camera->position.x
            << " m, an agent has thought for " << crowd->agents[0].thought
            << " s, and the crate has fallen to " << world.physics()->State(*crate)->position.y
            << " m\n";

  guard->Destroy();  // Its cards do not start any more; it is deleted at the end of the next frame.
  world.Tick(1.0 / 60);
  std::cout << "the guard is " << (guard ? "there" : "gone") << ", the camera "
            << (camera ? "there" : "gone") << '\n';
  return guard || !camera ? 1 : 0;
}
