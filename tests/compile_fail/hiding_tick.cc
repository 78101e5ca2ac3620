// expect: this class has a Tick that does not override
#include "tickgraph/world/world.h"

namespace tickgraph {

class Guard : public Actor {
 public:
  void Tick(const TickContext&) const {}
};

void Compile(World& world) { world.Spawn<Guard>(); }

}  // namespace tickgraph
