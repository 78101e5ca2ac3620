#include "tickgraph/physics/bullet_scene.h"

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "tickgraph/physics/bullet_conversion.h"
#include "tickgraph/physics/bullet_queries.h"

namespace tickgraph {
namespace {

using bullet::FromQuaternion;
using bullet::FromVector;
using bullet::ToTransform;

btVector3 ToBullet(const Vector3& vector) { return bullet::ToVector<btVector3>(vector); }

std::shared_ptr<btCollisionShape> MakeShape(const BodyDefinition& definition) {
  const btVector3 extents = ToBullet(definition.half_extents);
  switch (definition.shape) {
    case BodyShape::kBox:
      return std::make_shared<btBoxShape>(extents);
    case BodyShape::kSphere:
      return std::make_shared<btSphereShape>(extents.x());
    case BodyShape::kCapsule:
      return std::make_shared<btCapsuleShape>(extents.x(), btScalar(2) * extents.y());
    case BodyShape::kPlane:
      break;
  }
  return std::make_shared<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0));
}

struct EngineBody {
  std::shared_ptr<btCollisionShape> shape;
  std::unique_ptr<btRigidBody> rigid;
};

class BulletScene final : public PhysicsScene {
 public:
  explicit BulletScene(const BulletSceneDefinition& definition)
      : dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &solver_, &configuration_) {
    world_.setGravity(ToBullet(definition.gravity));
    world_.getSolverInfo().m_numIterations = std::max(1, definition.solver_iterations);
  }

  ~BulletScene() override {
    for (std::size_t i = bodies_.size(); i > 0; --i) {
      world_.removeRigidBody(bodies_[i - 1].rigid.get());
    }
  }

 protected:
  void AddBodyToEngine(std::size_t index, const BodyDefinition& definition) override {
    std::shared_ptr<btCollisionShape> shape = MakeShape(definition);
    const bool is_dynamic = definition.kind == BodyKind::kDynamic;
    const btScalar mass = is_dynamic ? static_cast<btScalar>(definition.mass) : btScalar(0);
    btVector3 inertia(0, 0, 0);
    if (is_dynamic) shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape.get(), inertia);
    info.m_startWorldTransform = ToTransform<btTransform>(definition.position, definition.rotation);
    info.m_friction = static_cast<btScalar>(definition.friction);
    info.m_restitution = static_cast<btScalar>(definition.restitution);
    auto rigid = std::make_unique<btRigidBody>(info);
    if (definition.kind == BodyKind::kKinematic) {
      rigid->setCollisionFlags(rigid->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
      rigid->setActivationState(DISABLE_DEACTIVATION);
    }
    if (is_dynamic) {
      rigid->setLinearVelocity(ToBullet(definition.linear_velocity));
      rigid->setAngularVelocity(ToBullet(definition.angular_velocity));
    }
    rigid->setUserIndex(static_cast<int>(index));
    world_.addRigidBody(rigid.get());
    queries_.Add(shape);
    bodies_.push_back({std::move(shape), std::move(rigid)});
  }

  void RemoveBodyFromEngine(std::size_t index) override {
    WakeNeighbours(*bodies_[index].rigid);
    world_.removeRigidBody(bodies_[index].rigid.get());
    if (index + 1 < bodies_.size()) {
      bodies_[index] = std::move(bodies_.back());
      bodies_[index].rigid->setUserIndex(static_cast<int>(index));
    }
    bodies_.pop_back();
    queries_.Remove(index);
  }

  void ApplyImpulse(std::size_t index, const ImpulseCommand& command) override {
    bodies_[index].rigid->activate(true);
    bodies_[index].rigid->applyImpulse(ToBullet(command.impulse), ToBullet(command.offset));
  }

  void ApplyForce(std::size_t index, const ForceCommand& command) override {
    bodies_[index].rigid->activate(true);
    bodies_[index].rigid->applyForce(ToBullet(command.force), ToBullet(command.offset));
  }

  void Teleport(std::size_t index, const TeleportCommand& command) override {
    btRigidBody& rigid = *bodies_[index].rigid;
    WakeNeighbours(rigid);
    const auto transform = ToTransform<btTransform>(command.position, command.rotation);
    rigid.setWorldTransform(transform);
    rigid.setInterpolationWorldTransform(transform);
    if (!rigid.isStaticOrKinematicObject()) {
      rigid.updateInertiaTensor();
      rigid.activate(true);
    }
    broadphase_.getOverlappingPairCache()->cleanProxyFromPairs(rigid.getBroadphaseHandle(),
                                                               &dispatcher_);
    world_.updateSingleAabb(&rigid);
  }

  void SetVelocity(std::size_t index, const VelocityCommand& command) override {
    btRigidBody& rigid = *bodies_[index].rigid;
    rigid.activate(true);
    rigid.setLinearVelocity(ToBullet(command.linear));
    rigid.setAngularVelocity(ToBullet(command.angular));
  }

  void SetKinematicTarget(std::size_t index, const KinematicTargetCommand& command) override {
    // Bullet takes the velocity from the difference to the place of the step before.
    bodies_[index].rigid->setWorldTransform(
        ToTransform<btTransform>(command.position, command.rotation));
  }

  void StepEngine(double seconds) override {
    world_.stepSimulation(static_cast<btScalar>(seconds), 0);
  }

  void ReadStates(std::span<BodyState> states) const override {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const btRigidBody& rigid = *bodies_[i].rigid;
      states[i].position = FromVector(rigid.getWorldTransform().getOrigin());
      states[i].rotation = FromQuaternion(rigid.getWorldTransform().getRotation());
      states[i].linear_velocity = FromVector(rigid.getLinearVelocity());
      states[i].angular_velocity = FromVector(rigid.getAngularVelocity());
    }
  }

  void ReadContacts(std::vector<EngineContact>& contacts) const override {
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
      const btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(i);
      if (manifold.getNumContacts() == 0) continue;
      EngineContact contact;
      contact.first = static_cast<std::size_t>(manifold.getBody0()->getUserIndex());
      contact.second = static_cast<std::size_t>(manifold.getBody1()->getUserIndex());
      int deepest = 0;
      for (int p = 0; p < manifold.getNumContacts(); ++p) {
        const btManifoldPoint& point = manifold.getContactPoint(p);
        contact.impulse += static_cast<double>(point.getAppliedImpulse());
        if (point.getDistance() < manifold.getContactPoint(deepest).getDistance()) deepest = p;
      }
      const btManifoldPoint& point = manifold.getContactPoint(deepest);
      contact.point = FromVector(point.getPositionWorldOnB());
      contact.normal = FromVector(-point.m_normalWorldOnB);  // Bullet's points from B to A
      contacts.push_back(contact);
    }
  }

  void RefreshQueries(std::span<const BodyState> states) override { queries_.Refresh(states); }

  absl::StatusOr<bool> CastRayInEngine(const RayCast& ray, std::size_t ignored, std::size_t& index,
                                       RayHit& hit) const override {
    return queries_.CastRay(ray, ignored, index, hit);
  }

 private:
  // What lies on a body that goes away must fall, even if it sleeps.
  void WakeNeighbours(const btRigidBody& rigid) {
    for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
      const btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(i);
      if (manifold.getBody0() == &rigid) manifold.getBody1()->activate();
      if (manifold.getBody1() == &rigid) manifold.getBody0()->activate();
    }
  }

  btDefaultCollisionConfiguration configuration_;
  mutable btCollisionDispatcher dispatcher_;  // its getters are not const
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<EngineBody> bodies_;
  BulletQueries queries_;
};

}  // namespace

std::unique_ptr<PhysicsScene> MakeBulletScene(const BulletSceneDefinition& definition) {
  return std::make_unique<BulletScene>(definition);
}

}  // namespace tickgraph
