// The frame of a world: its stages, and what each of them does.

#include <algorithm>
#include <span>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/physics/nanoseconds.h"
#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/world/object_store.h"
#include "tickgraph/world/render/guarded_call.h"
#include "tickgraph/world/world.h"

namespace tickgraph {

struct World::StageEntry {
  WorldStage stage;
  void (World::*run)() = nullptr;  // null: nothing to do yet
};

std::span<const World::StageEntry> World::Stages() {
  using Stage = WorldStage;
  using Group = TickGroup;
  static constexpr StageEntry kStages[kWorldStageCount] = {
      {Stage::kNetworkReceive, &World::RunHook<&WorldHooks::network_receive>},
      {Stage::kClocks, &World::AdvanceClocks},
      {Stage::kStartOfFrame, &World::RunHook<&WorldHooks::start_of_frame>},
      {Stage::kDeferredAtStart, &World::StartDeferredCalls},
      {Stage::kTransformsAtStart},
      {Stage::kFixedSteps},
      {Stage::kBeginFrame, &World::BeginCards},
      {Stage::kPrePhysics, &World::ReleaseGroup<Group::kPrePhysics>},
      {Stage::kStartPhysics, &World::ReleaseGroup<Group::kStartPhysics>},
      {Stage::kDuringPhysics, &World::ReleaseGroup<Group::kDuringPhysics>},
      {Stage::kEndPhysics, &World::ReleaseGroup<Group::kEndPhysics>},
      {Stage::kPostPhysics, &World::ReleaseGroup<Group::kPostPhysics>},
      {Stage::kTransformsBeforeTimers},
      {Stage::kTimers},
      {Stage::kTickables},
      {Stage::kTweens},
      {Stage::kCameras},
      {Stage::kLevelStreaming},
      {Stage::kPostUpdateWork, &World::ReleaseGroup<Group::kPostUpdateWork>},
      {Stage::kLastDemotable, &World::ReleaseGroup<Group::kLastDemotable>},
      {Stage::kEndFrame, &World::EndCards},
      {Stage::kDeferredAtEnd, &World::FlushDeferredCalls},
      {Stage::kTransformsAtEnd},
      {Stage::kDeletionQueue, &World::DeleteObjects},
      {Stage::kNetworkSend, &World::RunHook<&WorldHooks::network_send>},
      {Stage::kEffects, &World::RunHook<&WorldHooks::effects>},
      {Stage::kCleanUp, &World::RunHook<&WorldHooks::clean_up>},
      {Stage::kEndOfFrame, &World::RunHook<&WorldHooks::end_of_frame>},
  };
  return kStages;
}

absl::Status World::CheckTick() const {
  // In this order: while the world ticks, other threads may ask, and only in_tick_ stands still.
  if (in_tick_ || ending_ || structure_changes_ > 0) return refused_frame_.first_error;
  return absl::OkStatus();
}

const WorldFrame& World::Tick(double delta) {
  const absl::StatusOr<RawDelta> raw = RawDelta::FromSeconds(delta);
  if (!raw.ok() && CheckTick().ok()) Report(raw.status());
  return Tick(raw.value_or(RawDelta{}));
}

const WorldFrame& World::Tick(const RawDelta& delta) {
  if (absl::Status status = CheckTick(); !status.ok()) {
    Report(status);
    return refused_frame_;
  }
  in_tick_ = true;
  const absl::Cleanup leave = [this] { in_tick_ = false; };
  game_thread_.store(std::this_thread::get_id(), std::memory_order_relaxed);

  time_ = MakeFrameTime(delta, dilation_, time_definition_);
  ++running_frame_.frame;
  running_frame_.deferred_calls = 0;
  running_frame_.objects_deleted = 0;
  for (const StageEntry& entry : Stages()) {
    if (observer_) errors_.Add(CallGuarded("the stage observer", [&] { observer_(entry.stage); }));
    if (entry.run != nullptr) {
      errors_.Add(CallGuarded(WorldStageName(entry.stage), [&] { (this->*entry.run)(); }));
    }
  }
  FinishFrame();
  return last_frame_;
}

template <WorldHooks::Hook WorldHooks::*kHook>
void World::RunHook() {
  if (hooks_.*kHook) (hooks_.*kHook)(*this);
}

void World::AdvanceClocks() {
  real_time_ = SaturatedSum(real_time_, time_.raw.nanoseconds);
  unpaused_time_ = SaturatedSum(unpaused_time_, time_.delta_nanoseconds);
  // Worlds cannot be paused yet; a paused one lets this one stand.
  game_time_ = SaturatedSum(game_time_, time_.delta_nanoseconds);
}

void World::StartDeferredCalls() {
  deferred_calls_.BeginFrame();
  FlushDeferredCalls();
}

void World::FlushDeferredCalls() {
  running_frame_.deferred_calls += deferred_calls_.Flush(errors_);
}

void World::BeginCards() {
  if (physics_stage_ != nullptr) physics_stage_->SetNextDelta(time_.delta_nanoseconds);
  Report(frame_scheduler_->BeginFrame(time_.delta));
}

template <TickGroup kGroup>
void World::ReleaseGroup() {
  if (frame_scheduler_->in_frame()) Report(frame_scheduler_->RunGroup(kGroup));
}

void World::EndCards() {
  if (frame_scheduler_->in_frame()) {
    running_frame_.cards = frame_scheduler_->EndFrame();
    if (physics_stage_ != nullptr) Report(physics_stage_->last_frame().status);
  } else {
    running_frame_.cards = {};
  }
}

void World::DeleteObjects() { running_frame_.objects_deleted += objects_->RunDeletionQueue(); }

void World::FinishFrame() {
  running_frame_.time = time_;
  running_frame_.lost += time_.lost;
  CountErrors();
  const LostTime lost = running_frame_.lost;
  const std::uint64_t frame = running_frame_.frame;
  std::swap(running_frame_, last_frame_);
  running_frame_.lost = lost;
  running_frame_.frame = frame;
}

void World::CountErrors() {
  running_frame_.first_error = errors_.Take();
  if (running_frame_.first_error.ok()) {
    running_frame_.error_count = 0;
  } else {
    // Another thread may report between the two questions; then the count is one frame ahead.
    const std::int64_t errors = errors_.count();
    running_frame_.error_count =
        static_cast<std::uint64_t>(std::max<std::int64_t>(errors - errors_before_, 1));
    errors_before_ = errors;
  }
}

}  // namespace tickgraph
