#ifndef TICKGRAPH_PHYSICS_PHYSICS_STAGE_H_
#define TICKGRAPH_PHYSICS_PHYSICS_STAGE_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "tickgraph/physics/body_definition.h"
#include "tickgraph/physics/body_handle.h"
#include "tickgraph/physics/command_relay.h"
#include "tickgraph/physics/physics_command.h"
#include "tickgraph/physics/physics_scene.h"
#include "tickgraph/physics/physics_stepping.h"
#include "tickgraph/tick_context.h"
#include "tickgraph/tick_handle.h"

namespace tickgraph {

class TickScheduler;

struct PhysicsStageDefinition {
  PhysicsSteppingDefinition stepping = {};
};

/// What the stage did in one frame.
struct PhysicsFrame {
  std::uint64_t frame = 0;  ///< The scheduler's number of it.
  PhysicsStep step = {};
  /// When the engine step began and ended, on whatever thread it ran.
  std::chrono::steady_clock::time_point step_start = {};
  std::chrono::steady_clock::time_point step_end = {};
  std::chrono::nanoseconds prepare{0};        ///< Cost of StartPhysics.
  std::chrono::nanoseconds publish{0};        ///< Cost of EndPhysics, listeners included.
  std::chrono::nanoseconds query_refresh{0};  ///< The part of `publish` spent for ray casts.
  /// The first thing that went wrong since the EndPhysics before: a command that could not act, a
  /// step or a contact listener that threw.
  absl::Status status = absl::OkStatus();
};

/// The physics step as three cards of a scheduler, so that other work runs beside it:
///
///   StartPhysics   game thread, group StartPhysics: commands act, the step is prepared
///   PhysicsStep    any thread, from StartPhysics to DuringPhysics: the engine steps
///   EndPhysics     game thread, group EndPhysics: the new state is published, contacts are told
///
///   TickScheduler scheduler(workers);
///   const auto scene = MakeBulletScene();
///   PhysicsStage physics(scheduler, *scene);
///   const BodyHandle crate = physics.AddBody({.position = {0, 10, 0}}).value();
///   scheduler.Register({.name = "kick", .lane = Lane::kAnyThread, .run = [&](const auto&) {
///     physics.Command(ImpulseCommand{crate, {1, 0, 0}, {}});
///   }});
///   scheduler.RunFrame(dt);
///
/// Rules: the cards are engine stages (rule PH-1): nothing skips them, and the step is claimed
/// before other work. Reads see the state of the last EndPhysics, whole; a card that may run
/// through EndPhysics takes scene().View() at its start and looks only there (rule PH-2). Commands
/// of a frame act in an order that does not depend on the number of workers (rule N7); those given
/// after StartPhysics act at the next one. Each frame has one step, cut to the definition's
/// max_delta; the rest is counted as lost (rules PH-3, PH-5). Its time is the frame's delta,
/// rounded down to nanoseconds, unless SetNextDelta said more exactly. Scheduler and scene outlive
/// the stage. Make and destroy it between frames.
class PhysicsStage {
 public:
  /// Registers the cards. A definition that Validate refuses is replaced by the default one and
  /// reported in the first PhysicsFrame. Game thread, between frames.
  PhysicsStage(TickScheduler& scheduler, PhysicsScene& scene,
               const PhysicsStageDefinition& definition = {});
  PhysicsStage(const PhysicsStage&) = delete;
  PhysicsStage& operator=(const PhysicsStage&) = delete;

  /// Unregisters the cards. Commands that still wait in the scheduler are dropped. Game thread,
  /// between frames.
  ~PhysicsStage();

  /// Gives a command to the scene: from the game thread and from game-thread cards at once, from an
  /// any-thread card when its end group has been waited for, in plan order, from other threads at
  /// the next BeginFrame. A command that cannot be taken is reported in the next PhysicsFrame. Any
  /// thread, does not block.
  void Command(const PhysicsCommand& command);

  /// As Command, and tells what PhysicsScene::Check says of the command now.
  absl::Status TryCommand(const PhysicsCommand& command);

  /// Gives the scene a new body, at the time that Command says, and its handle at once.
  /// InvalidArgument as Validate says. Any thread, does not block.
  absl::StatusOr<BodyHandle> AddBody(const BodyDefinition& definition);

  /// The time of the next frame, for a host that knows it in whole nanoseconds: then the sums of
  /// the stage and those of the host never part. At least 0. Game thread, between frames.
  void SetNextDelta(std::chrono::nanoseconds delta) { next_delta_ = delta; }

  PhysicsScene& scene() { return scene_; }
  const PhysicsScene& scene() const { return scene_; }

  TickHandle start_card() const { return start_card_; }
  TickHandle step_card() const { return step_card_; }
  TickHandle end_card() const { return end_card_; }

  /// The last frame that EndPhysics completed. Game thread.
  const PhysicsFrame& last_frame() const { return last_frame_; }

  /// Sums since the stage was made. Game thread.
  std::int64_t steps() const { return stepping_.steps(); }
  std::chrono::nanoseconds simulated_time() const { return stepping_.simulated_time(); }
  std::chrono::nanoseconds lost_time() const { return stepping_.lost_time(); }

 private:
  void Start(const TickContext& context);
  void StepScene(const TickContext& context);
  void End(const TickContext& context);
  void Note(const absl::Status& status);

  TickScheduler& scheduler_;
  PhysicsScene& scene_;
  PhysicsStepping stepping_;
  std::shared_ptr<CommandRelay> relay_;
  TickHandle start_card_;
  TickHandle step_card_;
  TickHandle end_card_;
  std::optional<std::chrono::nanoseconds> next_delta_;
  PhysicsFrame running_;
  PhysicsFrame last_frame_;

  std::mutex error_mutex_;
  absl::Status first_error_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_PHYSICS_PHYSICS_STAGE_H_
