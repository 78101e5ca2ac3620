#ifndef TICKGRAPH_PHYSICS_COMMAND_RELAY_H_
#define TICKGRAPH_PHYSICS_COMMAND_RELAY_H_

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "tickgraph/physics/physics_command.h"

namespace tickgraph {

/// Keeps the commands that wait in a scheduler's outbox, so that what waits there is one pointer
/// and a steady frame allocates nothing. Not for users.
///
///   scheduler.Call(CommandRelay::Hold(relay, command));   // any thread
///   …                                                     // the scheduler calls it in its turn
///   relay->Close();                                       // what still waits does nothing then
///
/// Rules: the relay lives as long as a call of it waits, whatever happens to the stage. A call that
/// is destroyed unused gives its place back.
class CommandRelay {
 public:
  using Receiver = std::function<void(const PhysicsCommand&)>;

  class Call;

  explicit CommandRelay(Receiver receiver) : receiver_(std::move(receiver)) {}

  /// A move-only callable of one pointer that gives `command` to the receiver. Any thread.
  static Call Hold(const std::shared_ptr<CommandRelay>& relay, const PhysicsCommand& command);

  /// Calls that come later do nothing. Game thread, where the calls are made.
  void Close() { receiver_ = nullptr; }

 private:
  struct Place {
    PhysicsCommand command = {};
    std::shared_ptr<CommandRelay> relay = nullptr;  // set while the place is in use
  };

  static std::shared_ptr<CommandRelay> Free(Place* place);

  Receiver receiver_;
  std::mutex mutex_;
  std::deque<Place> places_;
  std::vector<Place*> free_places_;
};

class CommandRelay::Call {
 public:
  Call(Call&& other) noexcept : place_(std::exchange(other.place_, nullptr)) {}
  Call& operator=(Call&&) = delete;
  ~Call() {
    if (place_ != nullptr) Free(place_);
  }

  void operator()() &&;

 private:
  friend class CommandRelay;
  explicit Call(Place* place) : place_(place) {}

  Place* place_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_COMMAND_RELAY_H_
