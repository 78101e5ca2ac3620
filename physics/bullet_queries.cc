#include "tickgraph/physics/bullet_queries.h"

#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <btBulletCollisionCommon.h>

#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "tickgraph/physics/bullet_conversion.h"

namespace tickgraph {
namespace {

// Bounds in the tree are wider than the body by this many metres, so that a small move does not
// change the tree.
constexpr btScalar kBoundsMargin = btScalar(0.05);

/// So many threads cast rays at once before one of them allocates.
constexpr int kThreadsForeseen = 32;

using TraversalStack = btAlignedObjectArray<const btDbvtNode*>;

struct QueryBody {
  std::shared_ptr<btCollisionShape> shape = {};
  std::unique_ptr<btCollisionObject> object = {};
  btDbvtNode* leaf = nullptr;  // null until the body is first placed
  Vector3 position = {};
  Quaternion rotation = {};
};

// Adds a body where `added` is set, removes number `removed` else.
struct Change {
  std::shared_ptr<btCollisionShape> added = {};
  std::size_t removed = 0;
};

class ClosestHit final : public btDbvt::ICollide {
 public:
  ClosestHit(const std::vector<QueryBody>& bodies, const btVector3& from, const btVector3& to,
             std::size_t ignored)
      : bodies_(bodies), from_(from), to_(to), ignored_(ignored), closest_(from, to) {}

  void Process(const btDbvtNode* leaf) override {
    const auto index = static_cast<std::size_t>(leaf->dataAsInt);
    if (index == ignored_) return;
    btCollisionObject* const object = bodies_[index].object.get();
    const btScalar before = closest_.m_closestHitFraction;
    btCollisionWorld::rayTestSingle(btTransform(btQuaternion::getIdentity(), from_),
                                    btTransform(btQuaternion::getIdentity(), to_), object,
                                    object->getCollisionShape(), object->getWorldTransform(),
                                    closest_);
    if (closest_.m_closestHitFraction < before) index_ = index;
  }

  const btCollisionWorld::ClosestRayResultCallback& closest() const { return closest_; }
  std::size_t index() const { return index_; }

 private:
  const std::vector<QueryBody>& bodies_;
  btVector3 from_;
  btVector3 to_;
  std::size_t ignored_;
  btCollisionWorld::ClosestRayResultCallback closest_;
  std::size_t index_ = 0;
};

}  // namespace

class BulletQueries::Tree {
 public:
  Tree() {
    for (int thread = 0; thread < kThreadsForeseen; ++thread) {
      stacks_.push_back(std::make_unique<TraversalStack>());
      stacks_.back()->reserve(btDbvt::DOUBLE_STACKSIZE);
    }
  }

  void Note(Change change) { changes_.push_back(std::move(change)); }

  void Refresh(std::span<const BodyState> states) {
    for (Change& change : changes_) {
      if (change.added != nullptr) {
        bodies_.push_back({.shape = std::move(change.added)});
      } else {
        Remove(change.removed);
      }
    }
    changes_.clear();
    for (std::size_t i = 0; i < states.size(); ++i) Place(i, states[i]);
  }

  bool CastRay(const RayCast& ray, std::size_t ignored, std::size_t& index, RayHit& hit) const {
    const auto from = bullet::ToVector<btVector3>(ray.from);
    const auto to = bullet::ToVector<btVector3>(ray.to);
    const btVector3 way = to - from;
    const btScalar length = way.length();
    if (tree_.m_root == nullptr || !(length > SIMD_EPSILON)) return false;
    const btVector3 direction = way / length;
    btVector3 inverse;
    unsigned int signs[3];
    for (int axis = 0; axis < 3; ++axis) {
      inverse[axis] =
          direction[axis] == btScalar(0) ? btScalar(BT_LARGE_FLOAT) : btScalar(1) / direction[axis];
      signs[axis] = inverse[axis] < btScalar(0) ? 1 : 0;
    }
    ClosestHit closest(bodies_, from, to, ignored);
    std::unique_ptr<TraversalStack> stack = BorrowStack();
    tree_.rayTestInternal(tree_.m_root, from, to, inverse, signs, length, btVector3(0, 0, 0),
                          btVector3(0, 0, 0), *stack, closest);
    GiveBack(std::move(stack));
    if (!closest.closest().hasHit()) return false;
    index = closest.index();
    hit.fraction = static_cast<double>(closest.closest().m_closestHitFraction);
    hit.point = ray.from + (ray.to - ray.from) * hit.fraction;
    hit.normal = bullet::FromVector(closest.closest().m_hitNormalWorld.normalized());
    return true;
  }

 private:
  void Remove(std::size_t index) {
    if (bodies_[index].leaf != nullptr) tree_.remove(bodies_[index].leaf);
    if (index + 1 < bodies_.size()) {
      bodies_[index] = std::move(bodies_.back());
      if (bodies_[index].leaf != nullptr) bodies_[index].leaf->dataAsInt = static_cast<int>(index);
    }
    bodies_.pop_back();
  }

  void Place(std::size_t index, const BodyState& state) {
    QueryBody& body = bodies_[index];
    if (body.leaf != nullptr && body.position == state.position &&
        body.rotation == state.rotation) {
      return;
    }
    body.position = state.position;
    body.rotation = state.rotation;
    if (body.object == nullptr) {
      body.object = std::make_unique<btCollisionObject>();
      body.object->setCollisionShape(body.shape.get());
    }
    const auto transform = bullet::ToTransform<btTransform>(state.position, state.rotation);
    body.object->setWorldTransform(transform);
    btVector3 lowest;
    btVector3 highest;
    body.shape->getAabb(transform, lowest, highest);
    btDbvtVolume bounds = btDbvtVolume::FromMM(lowest, highest);
    if (body.leaf == nullptr) {
      bounds.Expand(btVector3(kBoundsMargin, kBoundsMargin, kBoundsMargin));
      body.leaf = tree_.insert(bounds, nullptr);
      body.leaf->dataAsInt = static_cast<int>(index);
    } else {
      tree_.update(body.leaf, bounds, kBoundsMargin);
    }
  }

  std::unique_ptr<TraversalStack> BorrowStack() const {
    const std::lock_guard lock(stacks_mutex_);
    if (stacks_.empty()) return std::make_unique<TraversalStack>();
    std::unique_ptr<TraversalStack> stack = std::move(stacks_.back());
    stacks_.pop_back();
    return stack;
  }

  void GiveBack(std::unique_ptr<TraversalStack> stack) const {
    const std::lock_guard lock(stacks_mutex_);
    stacks_.push_back(std::move(stack));
  }

  btDbvt tree_;
  std::vector<QueryBody> bodies_;
  std::vector<Change> changes_;
  mutable std::mutex stacks_mutex_;
  mutable std::vector<std::unique_ptr<TraversalStack>> stacks_;
};

BulletQueries::BulletQueries() : tree_(std::make_unique<Tree>()) {}
BulletQueries::~BulletQueries() = default;

void BulletQueries::Add(std::shared_ptr<btCollisionShape> shape) {
  tree_->Note({.added = std::move(shape)});
}

void BulletQueries::Remove(std::size_t index) { tree_->Note({.added = nullptr, .removed = index}); }

void BulletQueries::Refresh(std::span<const BodyState> states) { tree_->Refresh(states); }

bool BulletQueries::CastRay(const RayCast& ray, std::size_t ignored, std::size_t& index,
                            RayHit& hit) const {
  return tree_->CastRay(ray, ignored, index, hit);
}

}  // namespace tickgraph
