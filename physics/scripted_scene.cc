#include "tickgraph/physics/scripted_scene.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace tickgraph {

ScriptedScene::ScriptedScene(ScriptedSceneDefinition definition)
    : definition_(std::move(definition)) {}

std::vector<std::string> ScriptedScene::calls() const {
  const std::lock_guard lock(calls_mutex_);
  return calls_;
}

void ScriptedScene::Record(const char* call, double number) {
  if (!definition_.record_calls) return;
  const std::lock_guard lock(calls_mutex_);
  calls_.push_back(absl::StrCat(call, " ", number));
}

void ScriptedScene::AddBodyToEngine(std::size_t index, const BodyDefinition& definition) {
  Record("add", static_cast<double>(index));
  Body body;
  body.state.position = definition.position;
  body.state.rotation = definition.rotation;
  body.state.linear_velocity = definition.linear_velocity;
  body.state.angular_velocity = definition.angular_velocity;
  body.mass = definition.mass;
  bodies_.push_back(body);
}

void ScriptedScene::RemoveBodyFromEngine(std::size_t index) {
  Record("remove", static_cast<double>(index));
  bodies_[index] = bodies_.back();
  bodies_.pop_back();
}

void ScriptedScene::ApplyImpulse(std::size_t index, const ImpulseCommand& command) {
  Record("impulse", static_cast<double>(index));
  bodies_[index].state.linear_velocity += command.impulse * (1.0 / bodies_[index].mass);
}

void ScriptedScene::ApplyForce(std::size_t index, const ForceCommand& command) {
  Record("force", static_cast<double>(index));
  bodies_[index].force += command.force;
}

void ScriptedScene::Teleport(std::size_t index, const TeleportCommand& command) {
  Record("teleport", static_cast<double>(index));
  bodies_[index].state.position = command.position;
  bodies_[index].state.rotation = command.rotation;
}

void ScriptedScene::SetVelocity(std::size_t index, const VelocityCommand& command) {
  Record("velocity", static_cast<double>(index));
  bodies_[index].state.linear_velocity = command.linear;
  bodies_[index].state.angular_velocity = command.angular;
}

void ScriptedScene::SetKinematicTarget(std::size_t index, const KinematicTargetCommand& command) {
  Record("target", static_cast<double>(index));
  bodies_[index].has_target = true;
  bodies_[index].target_position = command.position;
  bodies_[index].target_rotation = command.rotation;
}

void ScriptedScene::Move(Body& body, double seconds) {
  BodyState& state = body.state;
  if (body.has_target) {
    state.linear_velocity = (body.target_position - state.position) * (1.0 / seconds);
    state.position = body.target_position;
    state.rotation = body.target_rotation;
    body.has_target = false;
    return;
  }
  state.linear_velocity += body.force * (seconds / body.mass);
  body.force = {};
  state.position += state.linear_velocity * seconds;
}

void ScriptedScene::StepEngine(double seconds) {
  Record("step", seconds);
  const std::size_t half = bodies_.size() / 2;
  for (std::size_t i = 0; i < half; ++i) Move(bodies_[i], seconds);
  if (definition_.in_step) definition_.in_step(seconds);
  for (std::size_t i = half; i < bodies_.size(); ++i) Move(bodies_[i], seconds);
}

void ScriptedScene::ReadStates(std::span<BodyState> states) const {
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i].position = bodies_[i].state.position;
    states[i].rotation = bodies_[i].state.rotation;
    states[i].linear_velocity = bodies_[i].state.linear_velocity;
    states[i].angular_velocity = bodies_[i].state.angular_velocity;
  }
}

void ScriptedScene::ReadContacts(std::vector<EngineContact>& contacts) const {
  contacts.insert(contacts.end(), contacts_.begin(), contacts_.end());
}

}  // namespace tickgraph
