#ifndef TICKGRAPH_WORLD_WORLD_HOOKS_H_
#define TICKGRAPH_WORLD_WORLD_HOOKS_H_

#include <functional>

namespace tickgraph {

class World;
class RenderPacket;

/// What a host adds to the tick of one world; all optional. Called on the game thread, each once a
/// frame, in the stage of its name. An exception ends the hook, not the frame.
struct WorldHooks {
  using Hook = std::function<void(World&)>;

  Hook network_receive = {};
  Hook start_of_frame = {};
  Hook network_send = {};
  Hook effects = {};
  Hook clean_up = {};
  Hook end_of_frame = {};

  /// Writes what this world shows into the packet of the frame. Called by EngineLoop when all
  /// worlds have ticked; not for a dedicated server (rule W-5).
  std::function<void(World&, RenderPacket&)> draw = {};
};

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_WORLD_HOOKS_H_
