#ifndef CONSUMER_WORLD_WORLD_H_
#define CONSUMER_WORLD_WORLD_H_

// The game's own world, in a header of the same name as one of tickgraph's.
namespace game {

struct World {
  int doors = 3;
};

}  // namespace game

#endif  // CONSUMER_WORLD_WORLD_H_
