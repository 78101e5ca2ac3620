// expect: nothing, so that the others fail for what they say
#include "tickgraph/world/world.h"

namespace tickgraph {

class Guard : public Actor {
 public:
  void Tick(const TickContext&) override {}
};

void Compile(World& world) { world.Spawn<Guard>(); }

}  // namespace tickgraph
