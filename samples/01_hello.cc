// Two actors in a world: the camera looks at the guard after the guard has moved.

#include <iostream>

// [readme]
#include "tickgraph/world/world.h"

struct Guard : tickgraph::Actor {
  void Tick(const tickgraph::TickContext& t) override { position.x += t.delta; }
};
struct Camera : tickgraph::Actor {
  tickgraph::Ref<Guard> target;
  void Tick(const tickgraph::TickContext&) override { position = target->position; }
};
int main() {
  tickgraph::World world;
  auto guard = world.Spawn<Guard>({.name = "guard"});
  auto camera = world.Spawn<Camera>({.start = tickgraph::TickGroup::kPostPhysics});
  camera->TickAfter(camera->target = guard);
  for (int i = 0; i < 60; ++i) std::cout << world.Tick(1.0 / 60);
}
// [readme]
