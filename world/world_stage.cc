#include "tickgraph/world/world_stage.h"

#include <array>
#include <cstddef>

namespace tickgraph {

std::string_view WorldStageName(WorldStage stage) {
  static constexpr std::array<std::string_view, kWorldStageCount> kNames = {
      "NetworkReceive",
      "Clocks",
      "StartOfFrame",
      "DeferredAtStart",
      "TransformsAtStart",
      "FixedSteps",
      "BeginFrame",
      "PrePhysics",
      "StartPhysics",
      "DuringPhysics",
      "EndPhysics",
      "PostPhysics",
      "TransformsBeforeTimers",
      "Timers",
      "Tickables",
      "Tweens",
      "Cameras",
      "LevelStreaming",
      "PostUpdateWork",
      "LastDemotable",
      "EndFrame",
      "DeferredAtEnd",
      "TransformsAtEnd",
      "DeletionQueue",
      "NetworkSend",
      "Effects",
      "CleanUp",
      "EndOfFrame",
  };
  return kNames[static_cast<std::size_t>(stage)];
}

}  // namespace tickgraph
