#include "tickgraph/physics/physics_stage.h"

#include <utility>

#include "tickgraph/physics/nanoseconds.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/tick_function.h"

namespace tickgraph {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

nanoseconds Since(Clock::time_point start) {
  return std::chrono::duration_cast<nanoseconds>(Clock::now() - start);
}

}  // namespace

PhysicsStage::PhysicsStage(TickScheduler& scheduler, PhysicsScene& scene,
                           const PhysicsStageDefinition& definition)
    : scheduler_(scheduler),
      scene_(scene),
      stepping_(definition.stepping),
      relay_(std::make_shared<CommandRelay>(
          [this](const PhysicsCommand& command) { Note(scene_.Queue(command)); })) {
  Note(Validate(definition.stepping));
  start_card_ = scheduler_.Register({.name = "StartPhysics",
                                     .start = TickGroup::kStartPhysics,
                                     .engine_stage = true,
                                     .owner = this,
                                     .run = TickDelegate::Bind<&PhysicsStage::Start>(this)});
  step_card_ = scheduler_.Register({.name = "PhysicsStep",
                                    .start = TickGroup::kStartPhysics,
                                    .end = TickGroup::kDuringPhysics,
                                    .lane = Lane::kAnyThread,
                                    .high_priority = true,
                                    .engine_stage = true,
                                    .owner = this,
                                    .after = {start_card_},
                                    .run = TickDelegate::Bind<&PhysicsStage::StepScene>(this)});
  end_card_ = scheduler_.Register({.name = "EndPhysics",
                                   .start = TickGroup::kEndPhysics,
                                   .engine_stage = true,
                                   .owner = this,
                                   .after = {step_card_},
                                   .run = TickDelegate::Bind<&PhysicsStage::End>(this)});
}

PhysicsStage::~PhysicsStage() {
  relay_->Close();
  scheduler_.Unregister(end_card_);
  scheduler_.Unregister(step_card_);
  scheduler_.Unregister(start_card_);
}

void PhysicsStage::Command(const PhysicsCommand& command) { Note(TryCommand(command)); }

absl::Status PhysicsStage::TryCommand(const PhysicsCommand& command) {
  if (absl::Status status = scene_.Check(command); !status.ok()) return status;
  scheduler_.Call(CommandRelay::Hold(relay_, command));
  return absl::OkStatus();
}

absl::StatusOr<BodyHandle> PhysicsStage::AddBody(const BodyDefinition& definition) {
  if (absl::Status status = Validate(definition); !status.ok()) return status;
  const BodyHandle body = scene_.ReserveBody();
  scheduler_.Call(CommandRelay::Hold(relay_, AddBodyCommand{body, definition}));
  return body;
}

void PhysicsStage::Start(const TickContext& context) {
  const Clock::time_point start = Clock::now();
  running_ = {};
  running_.frame = context.frame;
  const nanoseconds delta =
      std::exchange(next_delta_, std::nullopt).value_or(FloorToNanoseconds(context.delta));
  running_.step = stepping_.Advance(delta);
  Note(scene_.Prepare(running_.step));
  running_.prepare = Since(start);
}

void PhysicsStage::StepScene(const TickContext& /*context*/) {
  running_.step_start = Clock::now();
  // Publish tells the same, and on the game thread.
  scene_.Step().IgnoreError();
  running_.step_end = Clock::now();
}

void PhysicsStage::End(const TickContext& /*context*/) {
  const Clock::time_point start = Clock::now();
  Note(scene_.Publish());
  running_.query_refresh = scene_.statistics().query_refresh;
  running_.publish = Since(start);
  {
    const std::lock_guard lock(error_mutex_);
    running_.status = std::exchange(first_error_, absl::OkStatus());
  }
  last_frame_ = running_;
}

void PhysicsStage::Note(const absl::Status& status) {
  if (status.ok()) return;
  const std::lock_guard lock(error_mutex_);
  if (first_error_.ok()) first_error_ = status;
}

}  // namespace tickgraph
