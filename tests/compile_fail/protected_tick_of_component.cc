// expect: this class has a Tick that cannot be seen
#include "tickgraph/world/world.h"

namespace tickgraph {

class Crowd : public Component {
 protected:
  void Tick(const TickContext&) override {}
};

void Compile(World& world) { world.Spawn<Actor>()->AddComponent<Crowd>(); }

}  // namespace tickgraph
