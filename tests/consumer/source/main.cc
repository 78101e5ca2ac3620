// A game with its own world/world.h beside ours, physics included.

#include <iostream>

#include "tickgraph/version.h"
#include "tickgraph/world/world.h"
#include "world/world.h"

namespace {

class Door : public tickgraph::Actor {
 public:
  void Tick(const tickgraph::TickContext& t) override { open += t.delta; }

  double open = 0;
};

}  // namespace

int main() {
  const game::World level;
  tickgraph::WorkerPool workers({.count = 1});
  tickgraph::World world({.workers = &workers, .physics = tickgraph::MakeBulletScene()});
  const auto crate = world.physics()->AddBody({.position = {0, 10, 0}});
  tickgraph::Ref<Door> door;
  for (int i = 0; i < level.doors; ++i) door = world.Spawn<Door>({.name = "door"});

  for (int i = 0; i < 60; ++i) {
    if (const auto& frame = world.Tick(1.0 / 60); !frame.ok()) {
      std::cerr << frame;
      return 1;
    }
  }
  const auto state = world.physics()->State(*crate);
  if (!state.ok() || state->position.y > 9 || door->open < 0.99) {
    std::cerr << "the frames did not do their work\n";
    return 1;
  }
  std::cout << "tickgraph " << TICKGRAPH_VERSION_MAJOR << '.' << TICKGRAPH_VERSION_MINOR << '.'
            << TICKGRAPH_VERSION_PATCH << ": " << level.doors << " doors open\n";
  return 0;
}
