#include "tickgraph/world/world.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/world/fatal_misuse.h"
#include "tickgraph/world/object_store.h"
#include "tickgraph/world/render/guarded_call.h"

namespace tickgraph {

namespace {

constexpr double kGreatestDilation = 1e6;

std::unique_ptr<TickScheduler> MakeScheduler(const WorldDefinition& definition,
                                             std::string_view kind) {
  const std::string name = absl::StrCat(ToAbsl(definition.name), " ", ToAbsl(kind));
  return std::make_unique<TickScheduler>(
      TickSchedulerDefinition{.name = name,
                              .workers = definition.workers,
                              .executor = definition.executor,
                              .dedicated_server = definition.dedicated_server,
                              .recorded_frames = definition.recorded_frames});
}

}  // namespace

World::World(WorldDefinition definition)
    : name_(definition.name),
      dedicated_server_(definition.dedicated_server),
      time_definition_(Validate(definition.time).ok() ? definition.time : TimeDefinition{}),
      hooks_(std::move(definition.hooks)),
      observer_(std::move(definition.observer)),
      end_report_(std::move(definition.end_report)),
      game_thread_(std::this_thread::get_id()),
      deferred_calls_(Validate(definition.deferred).ok() ? definition.deferred
                                                         : DeferredCallsDefinition{}),
      frame_scheduler_(MakeScheduler(definition, "frame")),
      fixed_step_scheduler_(MakeScheduler(definition, "fixed step")),
      physics_(std::move(definition.physics)),
      objects_(std::make_unique<ObjectStore>(*this, *frame_scheduler_, errors_)) {
  if (physics_ != nullptr) {
    physics_stage_ = std::make_unique<PhysicsStage>(*frame_scheduler_, *physics_,
                                                    PhysicsStageDefinition{definition.stepping});
  }
  for (const absl::Status& status : {Validate(definition.time), Validate(definition.deferred)}) {
    if (status.ok()) continue;
    Report(absl::Status(status.code(), absl::StrCat("world \"", name_, "\": ", status.message(),
                                                    ". The default is used")));
  }
  running_frame_.world = name_;
  last_frame_.world = name_;
  refused_frame_.world = name_;
  refused_frame_.error_count = 1;
  refused_frame_.first_error = absl::FailedPreconditionError(absl::StrCat(
      "world \"", name_,
      "\" was ticked where it cannot be: in a tick of its own, or while it lets an object in or "
      "out; nothing was done. Tick it from the host's loop"));
}

World::~World() {
  if (in_tick_) FatalMisuse(absl::StrCat("world \"", name_, "\" was deleted inside its own tick"));
  ending_ = true;
  // What cards in flight touch must not go before they have ended.
  EndFrameInFlight(*frame_scheduler_);
  EndFrameInFlight(*fixed_step_scheduler_);
  running_frame_.cards = {};
  running_frame_.deferred_calls = 0;
  running_frame_.objects_deleted = objects_->DeleteAll();
  CountErrors();
  if (end_report_ && !running_frame_.ok()) {
    // A destructor has nobody left to tell what its listener throws.
    CallGuarded("the end report", [this] { end_report_(running_frame_); }).IgnoreError();
  }
}

void World::EndFrameInFlight(TickScheduler& scheduler) {
  if (!scheduler.in_frame()) return;
  scheduler.CancelFrame();
  const FrameResult& result = scheduler.EndFrame();
  if (scheduler.in_frame()) {
    FatalMisuse(absl::StrCat(
        "world \"", name_,
        "\" was deleted where its running frame cannot be ended: ", result.first_error_text));
  }
  Report(result.status());
}

absl::Status World::CheckStructureCall(std::string_view what, std::string_view name,
                                       SourceLocation where) {
  const auto refuse = [&](std::string_view why) {
    return absl::FailedPreconditionError(absl::StrCat(
        ToAbsl(what), " of \"", ToAbsl(name), "\" at ", ToString(where), ": ", ToAbsl(why)));
  };
  if (ending_) return refuse("the world is being deleted");
  if (!IsOnGameThread()) {
    return refuse(
        "only the game thread and its cards change the structure of a world; from here, use "
        "World::Defer");
  }
  return absl::OkStatus();
}

bool World::IsOnGameThread() {
  if (game_thread_.load(std::memory_order_relaxed) != std::this_thread::get_id()) return false;
  // The game thread runs any-thread cards, too; calls of those wait for their turn.
  auto at_once = std::make_shared<std::atomic<bool>>(false);
  frame_scheduler_->Call([at_once] { at_once->store(true); });
  return at_once->load();
}

absl::Status World::EnterActor(std::unique_ptr<Actor> actor, ObjectCard card) {
  return objects_->EnterActor(std::move(actor), std::move(card));
}

std::size_t World::actor_count() const { return objects_->actor_count(); }

void World::Defer(absl::AnyInvocable<void() &&> call, SourceLocation where) {
  Report(TickScheduler::CallInTurn([link = life_.link(), call = std::move(call), where]() mutable {
    World* const world = link.get();
    if (world == nullptr) {
      return absl::FailedPreconditionError(absl::StrCat(
          "Defer at ", ToString(where), ": the world was deleted before the turn of the call"));
    }
    world->Report(world->deferred_calls_.Push(std::move(call), where));
    return absl::OkStatus();
  }));
}

absl::Status World::TryDefer(absl::AnyInvocable<void() &&> call, SourceLocation where) {
  if (!IsOnGameThread()) {
    return absl::FailedPreconditionError(
        absl::StrCat("TryDefer at ", ToString(where),
                     ": only the game thread learns at once whether a call fits; use Defer"));
  }
  return deferred_calls_.Push(std::move(call), where);
}

absl::Status World::SetTimeDilation(double dilation) {
  if (!(dilation >= 0 && dilation <= kGreatestDilation)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "world \"", name_, "\": a time dilation is a number from 0 to 1,000,000, not ", dilation));
  }
  dilation_ = dilation;
  return absl::OkStatus();
}

}  // namespace tickgraph
