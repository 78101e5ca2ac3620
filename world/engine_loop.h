#ifndef TICKGRAPH_WORLD_ENGINE_LOOP_H_
#define TICKGRAPH_WORLD_ENGINE_LOOP_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tickgraph/world/engine_frame.h"
#include "tickgraph/world/engine_loop_hooks.h"
#include "tickgraph/world/time/frame_clock.h"
#include "tickgraph/world/time/wall_clock.h"

namespace tickgraph {

class RenderPacket;
class RenderPipeline;
class World;

struct EngineLoopDefinition {
  /// Outlives the loop. None: the wall's time.
  FrameClock* clock = nullptr;
  /// Started by the host, on the thread that calls Iterate, and outlives the loop. None: nothing is
  /// handed over.
  RenderPipeline* render = nullptr;
  EngineLoopHooks hooks = {};
  /// Ends the loop after so many frames; 0: never.
  std::uint64_t quit_after = 0;
};

/// One frame after the other, for whoever owns the program's loop: a window system, a server, an
/// editor, a test.
///
///   World world({.workers = &workers});
///   EngineLoop loop({.clock = &clock});
///   loop.AddWorld(world);
///   while (loop.Iterate()) {
///   }
///
/// A frame is: clock sample → pump, input → every world in turn → user interface → draw hooks of
/// worlds and loop → hand-over → frame-end sync → capture, audio, debugger → counters (rule E-2).
/// It always reaches its end; last_frame() says how it went. When a draw hook throws, the others
/// are not called and the frame is not drawn: nobody sees half a packet.
///
/// Rules: all calls but RequestQuit belong to the game thread. Worlds are the host's: one that was
/// removed must live until the running frame is over.
class EngineLoop {
 public:
  explicit EngineLoop(EngineLoopDefinition definition = {});
  EngineLoop(const EngineLoop&) = delete;
  EngineLoop& operator=(const EngineLoop&) = delete;

  /// Does one frame and returns whether to go on. Blocks in the frame-end sync only. Called from
  /// inside a frame it does nothing but report that.
  bool Iterate();

  /// Adds a world behind the others, or takes one out. In the middle of a frame this counts from
  /// the next one (rule E-3). Adding one twice is once; removing an absent one does nothing.
  void AddWorld(World& world);
  void RemoveWorld(World& world);
  /// The worlds of the next frame, in the order in which they tick.
  std::span<World* const> worlds() const { return worlds_; }

  /// Ends the loop when the running frame, or else the next one, is complete (rule E-5). Any
  /// thread.
  void RequestQuit() { quit_requested_.store(true, std::memory_order_relaxed); }

  /// Complete frames.
  std::uint64_t frames() const { return frames_; }
  /// The last complete frame.
  const EngineFrame& last_frame() const { return last_frame_; }

 private:
  void SampleClock();
  void TickWorlds();
  void HandOver();
  /// Calls the draw hooks up to the first one that throws.
  absl::Status Describe(RenderPacket& packet);
  void CallHook(std::string_view name, const std::function<void()>& hook);

  EngineLoopDefinition definition_;
  WallClock wall_clock_;
  FrameClock& clock_;
  std::optional<ClockSample> last_sample_;
  std::vector<World*> worlds_;
  // Those of the running frame.
  std::vector<World*> ticking_;
  // When the input of the running frame was sampled, for its packet.
  std::int64_t input_time_ns_ = 0;
  bool in_frame_ = false;
  std::atomic<bool> quit_requested_{false};
  std::uint64_t frames_ = 0;
  EngineFrame frame_;
  EngineFrame last_frame_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_ENGINE_LOOP_H_
