#ifndef TICKGRAPH_WORLD_STRUCTURE_CHANGE_H_
#define TICKGRAPH_WORLD_STRUCTURE_CHANGE_H_

namespace tickgraph {

class World;

/// While one lives, an object is being made, let in or deleted, and its world refuses to tick: a
/// tick would run the deletion queue under the feet of whoever made the change. They nest. Game
/// thread.
class StructureChange {
 public:
  /// Null: the object is in no world yet, and this does nothing.
  explicit StructureChange(World* world);
  ~StructureChange();
  StructureChange(const StructureChange&) = delete;
  StructureChange& operator=(const StructureChange&) = delete;

 private:
  World* world_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_STRUCTURE_CHANGE_H_
