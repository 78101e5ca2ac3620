#ifndef TICKGRAPH_RUN_EXECUTOR_H_
#define TICKGRAPH_RUN_EXECUTOR_H_

#include <cstdint>
#include <span>

#include "tickgraph/plan/annex.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/run/card_runner.h"
#include "tickgraph/run/frame_services.h"
#include "tickgraph/run/frame_state.h"
#include "tickgraph/run/recorder.h"

namespace tickgraph {

/// What an executor works with; owned by the scheduler and alive for longer.
struct ExecutorParts {
  const FramePlan& plan;
  FrameState& state;
  CardRunner& runner;
  /// May be null.
  Recorder* recorder = nullptr;
};

/// Runs the cards of a plan, segment by segment.
///
///   executor.Adopt();                         // after the plan was made
///   executor.BeginFrame();
///   for each group: RunSegment(main), RunSegment(wait), Join(group)
///   executor.EndFrame();
///
/// All calls come from the game thread. To write another executor, implement these functions; the
/// order of game-thread cards is the plan's, any-thread cards of a segment may start when it is
/// run, and have finished when Join of their end group returns.
class Executor : public FrameServices {
 public:
  virtual ~Executor() = default;

  /// The plan is another one. No frame is running; the newcomers' annex is empty.
  virtual void Adopt() = 0;

  /// The same, where the plan has other cards at these positions, or holes, or more cards at its
  /// end, and is the same elsewhere, but that edges may lead to these cards, or no longer.
  virtual void AdoptChanges(std::span<const std::uint32_t> /*positions*/) { Adopt(); }
  virtual void BeginFrame() = 0;

  /// Starts the any-thread cards of a segment and runs its game-thread cards.
  virtual void RunSegment(Segment segment) = 0;

  /// Runs cards of the annex, in this order among the plan's cards of the segment. `with_plan`:
  /// `merged` holds the plan's cards of the segment too, and RunSegment was not called for it.
  virtual void RunMerged(Segment segment, std::span<const MergedCard> merged, bool with_plan) = 0;

  /// Waits until every any-thread card that was started and ends in or before `group` has finished.
  virtual void Join(TickGroup group) = 0;

  /// The host goes on by itself in the middle of a frame: what was released and is cheap enough to
  /// wait for the game thread waits no longer.
  virtual void Leave() {}

  /// All cards have finished.
  virtual void EndFrame() = 0;

  /// How many cards were called since BeginFrame; valid after EndFrame.
  virtual std::uint64_t cards_run() const = 0;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_EXECUTOR_H_
