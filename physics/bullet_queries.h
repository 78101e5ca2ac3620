#ifndef TICKGRAPH_PHYSICS_BULLET_QUERIES_H_
#define TICKGRAPH_PHYSICS_BULLET_QUERIES_H_

#include <cstddef>
#include <memory>
#include <span>

#include "tickgraph/physics/body_state.h"
#include "tickgraph/physics/ray_cast.h"

class btCollisionShape;

namespace tickgraph {

/// The query world of the Bullet backend: a second tree of bounds over the published positions, so
/// that rays never touch the world that is being stepped. Not for users.
///
/// Rules: Add and Remove are noted while the engine changes, and take effect at Refresh; in between
/// rays go on seeing the bodies of the last published state. Shapes are shared with the live world,
/// which never changes them. Many threads may cast rays, none during Refresh.
class BulletQueries {
 public:
  BulletQueries();
  BulletQueries(const BulletQueries&) = delete;
  BulletQueries& operator=(const BulletQueries&) = delete;
  ~BulletQueries();

  /// Notes a body with the next number.
  void Add(std::shared_ptr<btCollisionShape> shape);

  /// Notes that body `index` went and the last one has its number now.
  void Remove(std::size_t index);

  /// Does what was noted and moves the bodies to `states`. O(changes + bodies); bodies that did not
  /// move cost a comparison.
  void Refresh(std::span<const BodyState> states);

  /// The first body but `ignored` that `ray` meets; false where there is none. Exact for the
  /// shapes. Bullet's dynamic bounds tree, then its ray test for convex shapes and planes.
  bool CastRay(const RayCast& ray, std::size_t ignored, std::size_t& index, RayHit& hit) const;

 private:
  class Tree;
  std::unique_ptr<Tree> tree_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_BULLET_QUERIES_H_
