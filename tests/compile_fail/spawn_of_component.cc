// expect: Spawn<T> makes a class of Actor
#include "tickgraph/world/world.h"

namespace tickgraph {

class Crowd : public Component {};

void Compile(World& world) { world.Spawn<Crowd>(); }

}  // namespace tickgraph
