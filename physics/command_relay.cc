#include "tickgraph/physics/command_relay.h"

namespace tickgraph {

CommandRelay::Call CommandRelay::Hold(const std::shared_ptr<CommandRelay>& relay,
                                      const PhysicsCommand& command) {
  const std::lock_guard lock(relay->mutex_);
  if (relay->free_places_.empty()) {
    relay->free_places_.push_back(&relay->places_.emplace_back());
  }
  Place* const place = relay->free_places_.back();
  relay->free_places_.pop_back();
  place->command = command;
  place->relay = relay;
  return Call(place);
}

std::shared_ptr<CommandRelay> CommandRelay::Free(Place* place) {
  std::shared_ptr<CommandRelay> relay = std::move(place->relay);
  const std::lock_guard lock(relay->mutex_);
  relay->free_places_.push_back(place);
  return relay;
}

void CommandRelay::Call::operator()() && {
  const PhysicsCommand command = place_->command;
  const std::shared_ptr<CommandRelay> relay = Free(std::exchange(place_, nullptr));
  if (relay->receiver_) relay->receiver_(command);
}

}  // namespace tickgraph
