#ifndef TICKGRAPH_PHYSICS_SCRIPTED_SCENE_H_
#define TICKGRAPH_PHYSICS_SCRIPTED_SCENE_H_

#include <cstddef>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tickgraph/physics/body_state.h"
#include "tickgraph/physics/physics_scene.h"

namespace tickgraph {

struct ScriptedSceneDefinition {
  /// Called inside every step, on the thread that steps, when the first half of the bodies has
  /// moved and the second half has not. May wait, to make a step long, and may throw.
  std::function<void(double seconds)> in_step = {};
  bool record_calls = true;  ///< whether calls() fills; off for long runs
};

/// A physics scene without physics, for tests: bodies move straight on, and everything the engine
/// is asked to do is written down.
///
///   std::latch go(1);
///   ScriptedScene scene({.in_step = [&](double) { go.wait(); }});
///   …
///   EXPECT_EQ(scene.calls(), std::vector<std::string>({"add 0", "impulse 0", "step 0.016"}));
///
/// Rules: position += velocity · seconds; impulses and forces act on the centre of mass, nothing
/// turns, nothing collides; contacts are what SetContacts said. No ray casts.
class ScriptedScene : public PhysicsScene {
 public:
  explicit ScriptedScene(ScriptedSceneDefinition definition = {});

  /// What the engine was asked to do, with body numbers, in order. Any thread.
  std::vector<std::string> calls() const;

  /// The pairs that touch from the next step on. Game thread, not while a step runs.
  void SetContacts(std::vector<EngineContact> contacts) { contacts_ = std::move(contacts); }

 protected:
  void AddBodyToEngine(std::size_t index, const BodyDefinition& definition) override;
  void RemoveBodyFromEngine(std::size_t index) override;
  void ApplyImpulse(std::size_t index, const ImpulseCommand& command) override;
  void ApplyForce(std::size_t index, const ForceCommand& command) override;
  void Teleport(std::size_t index, const TeleportCommand& command) override;
  void SetVelocity(std::size_t index, const VelocityCommand& command) override;
  void SetKinematicTarget(std::size_t index, const KinematicTargetCommand& command) override;
  void StepEngine(double seconds) override;
  void ReadStates(std::span<BodyState> states) const override;
  void ReadContacts(std::vector<EngineContact>& contacts) const override;

 private:
  struct Body {
    BodyState state;
    double mass = 1.0;
    Vector3 force;
    bool has_target = false;
    Vector3 target_position;
    Quaternion target_rotation;
  };

  void Record(const char* call, double number);
  static void Move(Body& body, double seconds);

  ScriptedSceneDefinition definition_;
  std::vector<Body> bodies_;
  std::vector<EngineContact> contacts_;
  mutable std::mutex calls_mutex_;
  std::vector<std::string> calls_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_SCRIPTED_SCENE_H_
