#ifndef TICKGRAPH_WORLD_WORLD_H_
#define TICKGRAPH_WORLD_WORLD_H_

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tickgraph/physics/bullet_scene.h"  // IWYU pragma: export
#include "tickgraph/run/worker_pool.h"       // IWYU pragma: export
#include "tickgraph/scheduler.h"
#include "tickgraph/world/actor.h"
#include "tickgraph/world/component.h"
#include "tickgraph/world/deferred_calls.h"
#include "tickgraph/world/life.h"
#include "tickgraph/world/object_card.h"
#include "tickgraph/world/ref.h"
#include "tickgraph/world/render/error_box.h"
#include "tickgraph/world/spawn_definition.h"
#include "tickgraph/world/structure_change.h"
#include "tickgraph/world/world_definition.h"
#include "tickgraph/world/world_frame.h"

namespace tickgraph {

class ObjectStore;
class PhysicsStage;

/// A world of actors: their cards, physics, deferred calls and time, and one call a frame.
///
///   WorkerPool workers({.count = 3});
///   World world({.workers = &workers, .physics = MakeBulletScene({})});
///   auto guard = world.Spawn<Guard>({.name = "guard"});
///   guard->AddComponent<Crowd>();
///   auto camera = world.Spawn<Camera>({.start = TickGroup::kPostPhysics});
///   camera->TickAfter(guard);
///   world.Tick(dt);
///   if (const auto& frame = world.last_frame(); !frame.ok()) std::cerr << frame;
///
/// Rules
/// - A tick runs the stages of WorldStage in their order and always reaches the last one.
/// - The thread that made the world, or that ticked it last, is its game thread.
/// - Anywhere: Defer, Destroy. On the game thread and from cards: what objects are asked to do
///   (TickAfter, SetTickEnabled), which from any-thread cards acts when their end group has been
///   waited for. On the game thread and from its cards only: structure (Spawn, AddComponent); on
///   other threads an error and no effect, Defer does it.
/// - Gameplay calls report trouble into the next WorldFrame; Spawn, AddComponent, TickAfter,
///   SetTickEnabled and Defer have a Try… twin that returns it.
class World {
 public:
  /// Parts of the definition that make no sense are replaced by their defaults, and reported in the
  /// first WorldFrame.
  explicit World(WorldDefinition definition = {});
  /// Cancels a frame of its schedulers that is still open and waits for the cards that run, then
  /// deletes all actors, the newest first.
  /// Deferred calls that still wait are dropped. What went wrong meanwhile, or since the last tick,
  /// is told to WorldDefinition::end_report. On the thread of the open frame, outside of ticks
  /// and cards of this world: anything else ends the program with a message.
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // ---- Objects ------------------------------------------------------------------------------

  /// Makes an actor from `arguments` and lets it in; it ticks from this frame on if its group has
  /// not passed. Game thread and game-thread cards. Errors, which are reported and give a
  /// reference that leads nowhere: another thread, a card that the scheduler refuses.
  template <typename T, typename... Arguments>
  Ref<T> Spawn(SpawnDefinition definition = {}, Arguments&&... arguments) {
    absl::StatusOr<Ref<T>> spawned = TrySpawn<T>(definition, std::forward<Arguments>(arguments)...);
    if (spawned.ok()) return *std::move(spawned);
    Report(spawned.status());
    return {};
  }

  /// As Spawn, but returns the error, and reports it nowhere.
  template <typename T, typename... Arguments>
  absl::StatusOr<Ref<T>> TrySpawn(SpawnDefinition definition = {}, Arguments&&... arguments) {
    static_assert(std::derived_from<T, Actor>, "Spawn<T> makes a class of Actor");
    if (absl::Status status = CheckStructureCall("Spawn", definition.name, definition.where);
        !status.ok()) {
      return status;
    }
    const StructureChange change(this);
    auto actor = std::make_unique<T>(std::forward<Arguments>(arguments)...);
    Ref<T> reference(*actor);
    ObjectCard card = MakeObjectCard(*actor, definition, TickGroup::kPrePhysics);
    if (absl::Status status = EnterActor(std::move(actor), std::move(card)); !status.ok()) {
      return status;
    }
    return reference;
  }

  /// How many actors are in the world, with those that wait in the deletion queue. Game thread.
  std::size_t actor_count() const;

  // ---- Calls for later ----------------------------------------------------------------------

  /// Runs `call` on the game thread at the next flush: before the cards of a frame or after them.
  /// First in, first out; from any-thread cards in plan order. From any thread; does not block.
  /// Errors, reported: ResourceExhausted where too many calls wait.
  void Defer(absl::AnyInvocable<void() &&> call, SourceLocation where = SourceLocation::Current());

  /// As Defer, but from the game thread and game-thread cards only, and returns the error:
  /// ResourceExhausted where too many calls wait, FailedPrecondition elsewhere.
  absl::Status TryDefer(absl::AnyInvocable<void() &&> call,
                        SourceLocation where = SourceLocation::Current());

  // ---- Frames -------------------------------------------------------------------------------

  /// Runs one frame of `delta` seconds, at least 0 and finite; anything else is an error and runs
  /// the frame with delta 0. The calling thread is the game thread from now on. The result is
  /// last_frame(), valid until the next tick ends. Inside a tick of the same world, while one of
  /// its objects is made, let in or deleted (in constructors, OnBeginPlay, OnLeaveWorld,
  /// destructors), and while the world is deleted, nothing is done: the result is an error, which
  /// the next WorldFrame has as well.
  const WorldFrame& Tick(double delta);
  const WorldFrame& Tick(const RawDelta& delta);

  const WorldFrame& last_frame() const { return last_frame_; }

  /// The time of the running frame, or of the last one. From cards and game thread.
  const FrameTime& time() const { return time_; }
  /// The sums of all frames: of raw deltas; of the deltas of cards, in which dilation and clamp
  /// are; and of these while the world was not paused. Rounded down frame by frame; they stop at
  /// 292 years. From cards and game thread.
  std::chrono::nanoseconds real_time() const { return real_time_; }
  std::chrono::nanoseconds unpaused_time() const { return unpaused_time_; }
  std::chrono::nanoseconds game_time() const { return game_time_; }

  /// How fast game time goes: 1 is real time, 0 stops the deltas, not the frames. Counts from the
  /// next tick. 0 … 1,000,000. Game thread. Errors: InvalidArgument for any other number.
  absl::Status SetTimeDilation(double dilation);
  double time_dilation() const { return dilation_; }

  // ---- Parts --------------------------------------------------------------------------------

  const std::string& name() const { return name_; }
  bool dedicated_server() const { return dedicated_server_; }
  const WorldHooks& hooks() const { return hooks_; }

  /// The scheduler of the actors' ticks, and the one of fixed steps; two graphs, no edge between
  /// them (rule W-4).
  TickScheduler& frame_scheduler() { return *frame_scheduler_; }
  TickScheduler& fixed_step_scheduler() { return *fixed_step_scheduler_; }

  /// What reads physics: views, states, ray casts. Null in a world without physics.
  PhysicsScene* physics() { return physics_.get(); }
  /// What writes to it: AddBody and commands, in an order that does not depend on workers. Whoever
  /// calls it includes "tickgraph/physics/physics_stage.h". Null in a world without physics.
  PhysicsStage* physics_stage() { return physics_stage_.get(); }

  /// Puts an error into the next WorldFrame; ok is nothing. Any thread.
  void Report(const absl::Status& status) { errors_.Add(status); }

 private:
  friend class Actor;
  friend class StructureChange;
  friend class WorldObject;
  struct StageEntry;

  static std::span<const StageEntry> Stages();

  /// Ok where structure may be changed: on the game thread, not in an any-thread card.
  absl::Status CheckStructureCall(std::string_view what, std::string_view name,
                                  SourceLocation where);
  bool IsOnGameThread();
  absl::Status EnterActor(std::unique_ptr<Actor> actor, ObjectCard card);

  void EndFrameInFlight(TickScheduler& scheduler);

  /// Ok where a tick may begin.
  absl::Status CheckTick() const;
  template <WorldHooks::Hook WorldHooks::*kHook>
  void RunHook();
  void AdvanceClocks();
  void StartDeferredCalls();
  void FlushDeferredCalls();
  void BeginCards();
  template <TickGroup kGroup>
  void ReleaseGroup();
  void EndCards();
  void DeleteObjects();
  void FinishFrame();
  void CountErrors();

  std::string name_;
  bool dedicated_server_;
  TimeDefinition time_definition_;
  WorldHooks hooks_;
  WorldStageObserver observer_;
  std::function<void(const WorldFrame&)> end_report_;

  ErrorBox errors_;
  std::int64_t errors_before_ = 0;
  std::atomic<std::thread::id> game_thread_;
  DeferredCalls deferred_calls_;
  std::unique_ptr<TickScheduler> frame_scheduler_;
  std::unique_ptr<TickScheduler> fixed_step_scheduler_;
  std::unique_ptr<PhysicsScene> physics_;
  std::unique_ptr<PhysicsStage> physics_stage_;
  // After the schedulers: objects take their cards out when they are deleted.
  std::unique_ptr<ObjectStore> objects_;

  bool in_tick_ = false;
  bool ending_ = false;
  int structure_changes_ = 0;
  double dilation_ = 1;
  FrameTime time_;
  std::chrono::nanoseconds real_time_{0};
  std::chrono::nanoseconds unpaused_time_{0};
  std::chrono::nanoseconds game_time_{0};
  WorldFrame running_frame_;
  WorldFrame last_frame_;
  // What a tick that is refused returns; never changed, because cards on any thread may ask for it.
  WorldFrame refused_frame_;
  Life<World> life_{this};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_WORLD_H_
