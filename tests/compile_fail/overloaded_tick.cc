// expect: this class has a Tick that cannot be seen
#include "tickgraph/world/world.h"

namespace tickgraph {

class Guard : public Actor {
 public:
  void Tick(const TickContext&) override {}
  void Tick(double) {}
};

void Compile(World& world) { world.Spawn<Guard>(); }

}  // namespace tickgraph
