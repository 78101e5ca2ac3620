#ifndef TICKGRAPH_PHYSICS_PHYSICS_SCENE_H_
#define TICKGRAPH_PHYSICS_PHYSICS_SCENE_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tickgraph/physics/body_definition.h"
#include "tickgraph/physics/body_handle.h"
#include "tickgraph/physics/body_state.h"
#include "tickgraph/physics/body_table.h"
#include "tickgraph/physics/contact_event.h"
#include "tickgraph/physics/contact_tracker.h"
#include "tickgraph/physics/physics_command.h"
#include "tickgraph/physics/physics_stepping.h"
#include "tickgraph/physics/physics_view.h"
#include "tickgraph/physics/ray_cast.h"
#include "tickgraph/physics/snapshot_pool.h"

namespace tickgraph {

/// What a scene did since it was made. Durations are of the last frame.
struct PhysicsSceneStatistics {
  std::int64_t commands_applied = 0;
  std::int64_t commands_skipped = 0;          ///< their body was gone, or of the wrong kind
  std::int64_t steps_failed = 0;              ///< a step threw; its frame kept the state before
  std::int64_t listener_exceptions = 0;       ///< contact listeners that threw
  std::chrono::nanoseconds query_refresh{0};  ///< cost of keeping ray casts up to date
};

using ContactListener = std::function<void(const ContactEvent&)>;

/// A physics world beside the game: written by commands, stepped on any thread, read as whole
/// published states.
///
///   std::unique_ptr<PhysicsScene> scene = MakeBulletScene({});
///   const BodyHandle crate = scene->AddBody({.position = {0, 10, 0}}).value();
///   scene->Prepare(stepping.Advance(delta));   // game thread: commands act
///   scene->Step();                             // any thread
///   scene->Publish();                          // game thread: new state, contact events
///   const PhysicsView view = scene->View();    // any thread, at any time
///   Draw(view.Find(crate)->position);
///
/// Rules: each frame is Prepare, Step, Publish, in this order, one after the other; PhysicsStage
/// does it as three cards. Commands queued until Prepare act there in the order in which they were
/// queued. Readers see the last published state, whole, also while a step runs (rule PH-2). A scene
/// with the same commands at the same steps goes through bit-equal states (rule PH-7).
///
/// A backend implements the protected functions: bodies are numbered 0 … n − 1, and nothing else
/// runs while one of them runs, except CastRayInEngine, which many threads call at the same time
/// and never during RefreshQueries. Only StepEngine may throw. Handles, queue, published states and
/// contact bookkeeping are the base class's.
class PhysicsScene {
 public:
  PhysicsScene() = default;
  PhysicsScene(const PhysicsScene&) = delete;
  PhysicsScene& operator=(const PhysicsScene&) = delete;
  virtual ~PhysicsScene() = default;

  /// Queues a new body and gives its handle at once; the body is in the state published after the
  /// next step. Any thread; calls from cards on any thread go through PhysicsStage. InvalidArgument
  /// as Validate says.
  absl::StatusOr<BodyHandle> AddBody(const BodyDefinition& definition);

  /// A handle for an AddBodyCommand that is queued later. Any thread.
  BodyHandle ReserveBody();

  /// Queues a command. Any thread; the order of the calls is the order in which commands act. From
  /// cards on any thread use PhysicsStage::Command, which gives the same order for every number of
  /// workers. NotFound where the handle's body is destroyed or never was; InvalidArgument where a
  /// number is not finite or a rotation is not of length 1.
  absl::Status Queue(const PhysicsCommand& command);

  /// What Queue would say now, without queueing. Any thread.
  absl::Status Check(const PhysicsCommand& command) const;

  /// Starts a frame of `step.count` steps of `step.delta` each, and lets the queued commands act.
  /// Game thread. All commands are tried; the status tells of the first that could not act: its
  /// body was destroyed before, or is of the wrong kind. FailedPrecondition and no effect where the
  /// frame before is not published. O(commands).
  absl::Status Prepare(const PhysicsStep& step);

  /// Steps the engine. Any thread; takes as long as the engine does. FailedPrecondition and no
  /// effect where the frame is not prepared; Internal where the engine threw: the frame is lost,
  /// Publish keeps what was visible.
  absl::Status Step();

  /// Makes the stepped state visible, then calls the contact listeners. Game thread; waits for ray
  /// casts that are running. Listeners see the new state and may queue commands, also add and
  /// remove listeners. FailedPrecondition and no effect where the frame is not stepped; Internal
  /// where a listener threw: the other listeners and events are served all the same. O(bodies +
  /// contacts).
  absl::Status Publish();

  /// The last published state. Any thread, never blocks. Take one view and look at it often.
  PhysicsView View() const { return PhysicsView(snapshots_.Acquire()); }

  /// The last published state of one body; NotFound for a stale handle. Any thread, never blocks.
  absl::StatusOr<BodyState> State(BodyHandle body) const { return View().State(body); }

  /// What `ray` meets first in the last published state; nothing where it meets nothing. Any
  /// thread; waits while Publish refreshes what rays look at. InvalidArgument where a coordinate is
  /// not finite; Unimplemented where the backend has no ray casts.
  absl::StatusOr<std::optional<RayHit>> CastRay(const RayCast& ray) const;

  /// Calls `listener` on the game thread, in Publish, for every contact that began or ended.
  /// Returns a number for RemoveContactListener. Game thread.
  int AddContactListener(ContactListener listener);

  /// Removing an absent listener does nothing. Game thread.
  void RemoveContactListener(int listener);

  /// Game thread, not while a step runs.
  const PhysicsSceneStatistics& statistics() const { return statistics_; }

 protected:
  /// Adds body number `index`, which is the present number of bodies. Inside Prepare.
  virtual void AddBodyToEngine(std::size_t index, const BodyDefinition& definition) = 0;

  /// Takes body `index` out; the last body becomes number `index`. Inside Prepare.
  virtual void RemoveBodyFromEngine(std::size_t index) = 0;

  /// Commands as in physics_command.h; the kind of the body fits. Inside Prepare.
  virtual void ApplyImpulse(std::size_t index, const ImpulseCommand& command) = 0;
  virtual void ApplyForce(std::size_t index, const ForceCommand& command) = 0;
  virtual void Teleport(std::size_t index, const TeleportCommand& command) = 0;
  virtual void SetVelocity(std::size_t index, const VelocityCommand& command) = 0;
  virtual void SetKinematicTarget(std::size_t index, const KinematicTargetCommand& command) = 0;

  /// Advances the engine by one step of `seconds` > 0. May throw: the frame is then lost. Inside
  /// Step.
  virtual void StepEngine(double seconds) = 0;

  /// Writes position, rotation and velocities of body i into states[i]; keeps no reference to them.
  /// Inside Step.
  virtual void ReadStates(std::span<BodyState> states) const = 0;

  /// Appends the pairs that touch now, in any order. Inside Step. Default: none.
  virtual void ReadContacts(std::vector<EngineContact>& contacts) const;

  /// Brings what rays look at to `states`. Inside Publish. Default: nothing.
  virtual void RefreshQueries(std::span<const BodyState> states);

  /// As CastRay; `hit.body` and `hit.user_data` are filled in by the caller, the body's number goes
  /// into `index`. `ignored` is a body number or, for none, the number of bodies. Returns whether
  /// there is a hit. Default: Unimplemented.
  virtual absl::StatusOr<bool> CastRayInEngine(const RayCast& ray, std::size_t ignored,
                                               std::size_t& index, RayHit& hit) const;

 private:
  enum class Phase : std::uint8_t {
    kPublished,
    kPreparing,
    kPrepared,
    kStepping,
    kStepped,
    kPublishing,
  };

  struct Listener {
    int id = 0;
    bool is_removed = false;
    ContactListener call;
  };

  absl::Status CheckLocked(const PhysicsCommand& command) const;
  absl::Status Apply(const PhysicsCommand& command, const PhysicsStep& step);
  absl::Status EnterPhase(Phase from, Phase to, const char* function, const char* missing);
  void FillSnapshot();
  void RefreshQueriesAndPublish();
  absl::Status DeliverContacts();

  // Guards the queue and the table's handles. The table's records change in Prepare only.
  mutable std::mutex queue_mutex_;
  std::vector<PhysicsCommand> queue_;
  BodyTable table_;

  std::vector<PhysicsCommand> acting_;
  PhysicsStep step_;
  std::atomic<Phase> phase_{Phase::kPublished};
  std::int64_t steps_ = 0;
  std::chrono::nanoseconds simulated_time_{0};
  std::int64_t version_ = 0;
  absl::Status step_status_;

  SnapshotPool snapshots_;
  PhysicsSnapshot* pending_ = nullptr;
  std::vector<EngineContact> contacts_;
  ContactTracker tracker_;
  std::vector<std::unique_ptr<Listener>> listeners_;
  int next_listener_ = 1;
  PhysicsSceneStatistics statistics_;

  // Ray casts hold the second, shared; a refresh holds both. Readers pass through the first, so
  // that a stream of them cannot keep a refresh waiting for ever.
  mutable std::mutex query_entry_;
  mutable std::shared_mutex query_mutex_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_PHYSICS_SCENE_H_
