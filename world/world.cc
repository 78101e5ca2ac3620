#include "tickgraph/world/world.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/physics/physics_stage.h"
#include "tickgraph/run/current_card.h"
#include "tickgraph/world/object_store.h"

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
      time_definition_(definition.time),
      hooks_(std::move(definition.hooks)),
      observer_(std::move(definition.observer)),
      game_thread_(std::this_thread::get_id()),
      deferred_calls_(definition.deferred),
      frame_scheduler_(MakeScheduler(definition, "frame")),
      fixed_step_scheduler_(MakeScheduler(definition, "fixed step")),
      physics_(std::move(definition.physics)),
      objects_(std::make_unique<ObjectStore>(*this, *frame_scheduler_, errors_)) {
  if (physics_ != nullptr) {
    physics_stage_ = std::make_unique<PhysicsStage>(*frame_scheduler_, *physics_,
                                                    PhysicsStageDefinition{definition.stepping});
  }
  running_frame_.world = name_;
  last_frame_.world = name_;
}

World::~World() {
  ending_ = true;
  objects_->DeleteAll();
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
  // Cards defer through their scheduler, which brings their calls into plan order.
  for (const CurrentCard* card = CurrentCard::Top(); card != nullptr; card = card->outer()) {
    TickScheduler& scheduler = card->context().scheduler();
    if (&scheduler != frame_scheduler_.get() && &scheduler != fixed_step_scheduler_.get()) continue;
    scheduler.Call([this, call = std::move(call), where]() mutable {
      Report(deferred_calls_.Push(std::move(call), where));
    });
    return;
  }
  Report(deferred_calls_.Push(std::move(call), where));
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
