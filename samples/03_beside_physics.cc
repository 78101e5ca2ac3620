// Work that runs while the physics step runs: a component thinks for a crowd on any thread, an
// actor of the group after physics sees the new state of the world.

#include <cstddef>
#include <iostream>
#include <vector>

#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/world/world.h"

namespace {

// A component ticks in DuringPhysics unless it says otherwise: beside the step.
class Crowd : public tickgraph::Component {
 public:
  static tickgraph::TickDefaults Defaults() { return {.lane = tickgraph::Lane::kAnyThread}; }

  void Tick(const tickgraph::TickContext& t) override {
    t.ParallelFor(moods.size(), 64, [&](std::size_t i) { moods[i] += t.delta; });
  }

  std::vector<double> moods = std::vector<double>(5000);
};

class Commander : public tickgraph::Actor {};

class Spotter : public tickgraph::Actor {
 public:
  static tickgraph::TickDefaults Defaults() {
    return {.start = tickgraph::TickGroup::kPostPhysics};
  }

  void Tick(const tickgraph::TickContext&) override {
    // One view is one state, whole, however long one looks at it.
    const tickgraph::PhysicsView view = world()->physics()->View();
    if (const auto* state = view.Find(crate)) height = state->position.y;
  }

  tickgraph::BodyHandle crate;
  double height = 0;
};

}  // namespace

int main() {
  tickgraph::WorkerPool workers;
  tickgraph::World world({.workers = &workers, .physics = tickgraph::MakeBulletScene()});

  const auto floor = world.physics_stage()->AddBody(
      {.shape = tickgraph::BodyShape::kPlane, .kind = tickgraph::BodyKind::kStatic});
  const auto crate = world.physics_stage()->AddBody({.position = {0, 10, 0}});
  if (!floor.ok() || !crate.ok()) {
    std::cerr << floor.status() << ' ' << crate.status() << '\n';
    return 1;
  }

  auto commander = world.Spawn<Commander>({.name = "commander"});
  auto crowd = commander->AddComponent<Crowd>({.name = "crowd"});
  auto spotter = world.Spawn<Spotter>({.name = "spotter"});
  spotter->crate = *crate;

  for (int i = 0; i < 240; ++i) {
    if (const auto& frame = world.Tick(1.0 / 60); !frame.ok()) std::cerr << frame;
  }
  std::cout << "the crate fell from 10 m to " << spotter->height << " m; everybody thought for "
            << crowd->moods.front() << " s\n";
  return spotter->height < 1 ? 0 : 1;
}
