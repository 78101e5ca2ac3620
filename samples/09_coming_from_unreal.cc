// What tick functions of Unreal look like here. docs/coming-from-unreal.md shows the parts between
// brackets.

#include <iostream>
#include <utility>

#include "tickgraph/observe/card_explanation.h"
#include "tickgraph/scheduler.h"
#include "tickgraph/world/world.h"

// [actor]
// PrimaryActorTick: what a class says of its tick. Overriding Tick is bCanEverTick.
class Door : public tickgraph::Actor {
 public:
  static tickgraph::TickDefaults Defaults() {
    return {.start = tickgraph::TickGroup::kPostPhysics, .start_enabled = false};
  }
  void Tick(const tickgraph::TickContext& t) override { angle += t.delta; }
  double angle = 0;
};
// [actor]

// [component]
// bRunOnAnyThread, TickGroup and EndTickGroup.
class Animation : public tickgraph::Component {
 public:
  static tickgraph::TickDefaults Defaults() {
    return {.start = tickgraph::TickGroup::kPrePhysics,
            .end = tickgraph::TickGroup::kPostPhysics,
            .lane = tickgraph::Lane::kAnyThread};
  }
  void Tick(const tickgraph::TickContext& t) override { pose += t.delta; }
  double pose = 0;
};
// [component]

class Camera : public tickgraph::Actor {
 public:
  void Tick(const tickgraph::TickContext&) override { seen = animation->pose; }
  tickgraph::Ref<Animation> animation;
  double seen = 0;
};

bool ActorsTick() {
  // [world]
  tickgraph::World world;
  auto door = world.Spawn<Door>({.name = "door"});
  auto animation = door->AddComponent<Animation>({.name = "animation"});
  auto camera = world.Spawn<Camera>({.name = "camera"});
  camera->animation = animation;

  door->SetTickEnabled(true);    // SetActorTickEnabled
  camera->TickAfter(animation);  // AddTickPrerequisiteComponent
  world.Tick(0.25);
  // [world]

  // [why]
  const auto why = tickgraph::ExplainCard(world.frame_scheduler(), camera->tick_card());
  if (why.ok()) std::cout << tickgraph::ExplanationText(*why);
  // [why]

  door->Destroy();
  world.Tick(0.25);
  return camera->seen == 0.25 && !door && !animation;
}

bool TickFunctionsRun() {
  using tickgraph::TickContext;
  tickgraph::TickScheduler scheduler(tickgraph::TickSchedulerDefinition{});
  int sum = 0;
  // [scheduler]
  // RegisterTickFunction: the definition is moved in, the handle is what you keep.
  tickgraph::TickFunction definition;
  definition.name = "adder";
  definition.high_priority = true;
  definition.run = [&](const TickContext&) { sum += 1; };
  const tickgraph::TickHandle adder = scheduler.Register(std::move(definition));
  const tickgraph::TickHandle doubler =
      scheduler.Register({.name = "doubler", .run = [&](const TickContext&) { sum *= 2; }});

  scheduler.AddPrerequisite(adder, doubler);  // adder after doubler
  scheduler.RunFrame(1.0 / 60);               // StartFrame, every group, EndFrame
  scheduler.RemovePrerequisite(adder, doubler);
  scheduler.RunFrame(1.0 / 60);
  scheduler.Unregister(adder);  // UnRegisterTickFunction

  // Nothing is only logged: the result of the frame says that "adder" is gone.
  scheduler.SetEnabled(adder, false);
  const tickgraph::FrameResult& frame = scheduler.RunFrame(1.0 / 60);
  std::cout << frame;
  // [scheduler]
  return !frame.ok() && sum == ((0 * 2 + 1) + 1) * 2 * 2;
}

int main() { return ActorsTick() && TickFunctionsRun() ? 0 : 1; }
