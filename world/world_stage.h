#ifndef TICKGRAPH_WORLD_WORLD_STAGE_H_
#define TICKGRAPH_WORLD_WORLD_STAGE_H_

#include <cstdint>
#include <functional>
#include <string_view>

namespace tickgraph {

/// The stages of one world tick, in the order in which they run (rule W-1). The list is complete:
/// stages that have nothing to do yet are there, and empty.
enum class WorldStage : std::uint8_t {
  kNetworkReceive,          ///< Hook; sees the raw delta.
  kClocks,                  ///< Real time and game time go on.
  kStartOfFrame,            ///< Hook.
  kDeferredAtStart,         ///< Deferred calls.
  kTransformsAtStart,       ///< Empty.
  kFixedSteps,              ///< Empty: no steps are made yet.
  kBeginFrame,              ///< Calls from other threads, then the plan.
  kPrePhysics,              ///< Tick group.
  kStartPhysics,            ///< Tick group: prepares the physics step.
  kDuringPhysics,           ///< Tick group: released beside the step, not waited for.
  kEndPhysics,              ///< Tick group: joins the step and publishes it.
  kPostPhysics,             ///< Tick group.
  kTransformsBeforeTimers,  ///< Empty.
  kTimers,                  ///< Empty.
  kTickables,               ///< Empty.
  kTweens,                  ///< Empty.
  kCameras,                 ///< Empty.
  kLevelStreaming,          ///< Empty.
  kPostUpdateWork,          ///< Tick group: sees this frame's camera.
  kLastDemotable,           ///< Tick group.
  kEndFrame,                ///< Closes the frame of the cards.
  kDeferredAtEnd,           ///< Deferred calls.
  kTransformsAtEnd,         ///< Empty.
  kDeletionQueue,           ///< Destroyed objects are deleted, until there are none.
  kNetworkSend,             ///< Hook; sees the undilated delta.
  kEffects,                 ///< Hook.
  kCleanUp,                 ///< Hook.
  kEndOfFrame,              ///< Hook.
};

inline constexpr int kWorldStageCount = 28;

/// The stage's name without a prefix, for example "PrePhysics".
std::string_view WorldStageName(WorldStage stage);

/// Told of every stage before it runs, also of the empty ones. Game thread.
using WorldStageObserver = std::function<void(WorldStage)>;

}  // namespace tickgraph

#endif  // TICKGRAPH_WORLD_WORLD_STAGE_H_
