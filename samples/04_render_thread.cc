// An engine loop with a render thread that is one frame behind: the game computes frame n + 1 while
// frame n is drawn. The renderer here only counts; a real one would open a window in Start.

#include <iostream>
#include <utility>

#include "tickgraph/world/engine_loop.h"
#include "tickgraph/world/render/render_pipeline.h"
#include "tickgraph/world/time/fixed_clock.h"
#include "tickgraph/world/world.h"

namespace {

class CountingRenderer : public tickgraph::Renderer {
 public:
  absl::Status Draw(const tickgraph::RenderPacket& packet) override {
    items_drawn += static_cast<int>(packet.items().size());
    return absl::OkStatus();
  }

  int items_drawn = 0;
};

class Walker : public tickgraph::Actor {
 public:
  void Tick(const tickgraph::TickContext& t) override { position.x += t.delta; }
};

}  // namespace

int main() {
  CountingRenderer renderer;
  tickgraph::RenderPipeline pipeline({.stages = {{.renderer = &renderer}}, .allowed_lag = 1});
  if (const absl::Status started = pipeline.Start(); !started.ok()) {
    std::cerr << started << '\n';
    return 1;
  }

  tickgraph::WorldDefinition definition;
  tickgraph::Ref<Walker> walker;
  // Copies what is to be drawn; from then on the render thread has a frame of its own.
  definition.hooks.draw = [&](tickgraph::World&, tickgraph::RenderPacket& packet) {
    packet.AddItem({.id = 1, .position = {static_cast<float>(walker->position.x), 0, 0}});
  };
  tickgraph::World world(std::move(definition));
  walker = world.Spawn<Walker>({.name = "walker"});

  tickgraph::FixedClock clock(60);
  tickgraph::EngineLoop loop({.clock = &clock, .render = &pipeline, .quit_after = 120});
  loop.AddWorld(world);
  while (loop.Iterate()) {
    if (!loop.last_frame().ok()) std::cerr << loop.last_frame();
  }

  if (const absl::Status stopped = pipeline.Stop(); !stopped.ok()) std::cerr << stopped << '\n';
  std::cout << loop.frames() << " frames, " << renderer.items_drawn << " things drawn\n";
  return renderer.items_drawn == 120 ? 0 : 1;
}
