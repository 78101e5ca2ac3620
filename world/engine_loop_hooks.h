#ifndef TICKGRAPH_WORLD_ENGINE_LOOP_HOOKS_H_
#define TICKGRAPH_WORLD_ENGINE_LOOP_HOOKS_H_

#include <functional>

namespace tickgraph {

class RenderPacket;

/// What a host adds to a frame, in the order in which it is called; all optional. Game thread, once
/// a frame each. An exception ends the hook, not the frame.
struct EngineLoopHooks {
  /// Messages of the window system; then input.
  std::function<void()> pump = {};
  std::function<void()> input = {};
  // Here the worlds tick.
  std::function<void()> user_interface = {};
  /// Adds to the packet of the frame what belongs to no world, after the worlds' own draw hooks.
  std::function<void(RenderPacket&)> draw = {};
  // Here the packet is handed over, and the frame-end sync waits.
  std::function<void()> capture = {};
  std::function<void()> audio = {};
  std::function<void()> debugger = {};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_ENGINE_LOOP_HOOKS_H_
