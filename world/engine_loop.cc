#include "tickgraph/world/engine_loop.h"

#include <algorithm>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/world/render/guarded_call.h"
#include "tickgraph/world/render/render_clock.h"
#include "tickgraph/world/render/render_pipeline.h"
#include "tickgraph/world/world.h"

namespace tickgraph {

EngineLoop::EngineLoop(EngineLoopDefinition definition)
    : definition_(std::move(definition)),
      clock_(definition_.clock != nullptr ? *definition_.clock : wall_clock_) {}

bool EngineLoop::Iterate() {
  if (in_frame_) {
    frame_.Add(absl::FailedPreconditionError(
        "EngineLoop::Iterate was called inside a frame, which goes on; nothing was done"));
    return true;
  }
  in_frame_ = true;
  const absl::Cleanup leave = [this] { in_frame_ = false; };
  const EngineLoopHooks& hooks = definition_.hooks;

  frame_ = EngineFrame{.frame = frames_ + 1};
  // Worlds that come or go from here on count from the next frame.
  ticking_ = worlds_;
  SampleClock();
  CallHook("the pump hook", hooks.pump);
  CallHook("the input hook", hooks.input);
  input_time_ns_ = RenderClockNow();
  TickWorlds();
  CallHook("the user interface hook", hooks.user_interface);
  HandOver();
  CallHook("the capture hook", hooks.capture);
  CallHook("the audio hook", hooks.audio);
  CallHook("the debugger hook", hooks.debugger);

  ++frames_;
  last_frame_ = frame_;
  const bool enough = definition_.quit_after > 0 && frames_ >= definition_.quit_after;
  return !enough && !quit_requested_.load(std::memory_order_relaxed);
}

void EngineLoop::AddWorld(World& world) {
  if (std::find(worlds_.begin(), worlds_.end(), &world) == worlds_.end()) {
    worlds_.push_back(&world);
  }
}

void EngineLoop::RemoveWorld(World& world) { std::erase(worlds_, &world); }

void EngineLoop::SampleClock() {
  ClockSample sample;
  if (absl::Status status = CallGuarded("the clock", [&] { sample = clock_.Sample(); });
      !status.ok()) {
    frame_.Add(absl::Status(status.code(),
                            absl::StrCat(status.message(), "; the frame runs with delta 0")));
    return;
  }
  const absl::StatusOr<RawDelta> delta =
      last_sample_ ? RawDelta::Between(*last_sample_, sample) : RawDelta::FromSeconds(sample.delta);
  last_sample_ = sample;
  frame_.Add(delta.status());
  frame_.delta = delta.value_or(RawDelta{});
}

void EngineLoop::TickWorlds() {
  for (World* const world : ticking_) {
    const WorldFrame& result = world->Tick(frame_.delta);
    ++frame_.worlds;
    if (!result.ok()) {
      const absl::Status status = result.status();
      frame_.Add(absl::Status(status.code(),
                              absl::StrCat("world \"", world->name(), "\": ", status.message())));
    }
  }
}

void EngineLoop::HandOver() {
  RenderPipeline* const render = definition_.render;
  if (render == nullptr) return;
  const absl::StatusOr<RenderPacket*> packet = render->BeginPacket();
  frame_.Add(packet.status());
  if (packet.ok()) {
    if (absl::Status status = Describe(**packet); !status.ok()) {
      frame_.Add(status);
      (*packet)->drawable = false;
      (*packet)->ResizeItems(0);
    }
    frame_.Add(render->HandOver());
  }
  frame_.sync = render->Sync();
  frame_.Add(frame_.sync.status);
}

absl::Status EngineLoop::Describe(RenderPacket& packet) {
  packet.input_time_ns = input_time_ns_;
  for (World* const world : ticking_) {
    if (world->dedicated_server() || !world->hooks().draw) continue;
    const absl::Status status =
        CallGuarded("the draw hook", [&] { world->hooks().draw(*world, packet); });
    if (!status.ok()) {
      return absl::Status(status.code(),
                          absl::StrCat("world \"", world->name(), "\": ", status.message()));
    }
  }
  if (!definition_.hooks.draw) return absl::OkStatus();
  return CallGuarded("the draw hook", [&] { definition_.hooks.draw(packet); });
}

void EngineLoop::CallHook(std::string_view name, const std::function<void()>& hook) {
  if (hook) frame_.Add(CallGuarded(name, hook));
}

}  // namespace tickgraph
