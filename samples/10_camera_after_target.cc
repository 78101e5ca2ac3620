// A camera that follows a target: which frame's place it sees is decided by order, not by luck.

#include <iostream>

#include "tickgraph/world/world.h"

namespace {

class Target : public tickgraph::Actor {
 public:
  void Tick(const tickgraph::TickContext&) override { position.x += 1; }
};

// Moves to where the target is. Without order it is the first to tick, because it came first.
class Camera : public tickgraph::Actor {
 public:
  void Tick(const tickgraph::TickContext&) override {
    if (const Target* seen = target.get()) position = seen->position;
  }
  tickgraph::Ref<Target> target;
};

}  // namespace

int main() {
  tickgraph::World world;
  auto camera = world.Spawn<Camera>({.name = "camera"});
  auto target = world.Spawn<Target>({.name = "target"});
  camera->target = target;

  for (int frame = 0; frame < 10; ++frame) world.Tick(1.0 / 60);
  const double late = target->position.x - camera->position.x;
  std::cout << "without order the camera is " << late << " frame behind, in every frame\n";

  camera->TickAfter(target);
  for (int frame = 0; frame < 10; ++frame) world.Tick(1.0 / 60);
  const double in_time = target->position.x - camera->position.x;
  std::cout << "after its target it is " << in_time << " frames behind\n";
  return late == 1 && in_time == 0 ? 0 : 1;
}
