#ifndef TICKGRAPH_RUN_CARD_RUNNER_H_
#define TICKGRAPH_RUN_CARD_RUNNER_H_

#include <cstdint>
#include <span>

#include "tickgraph/plan/annex_card.h"
#include "tickgraph/plan/frame_plan.h"
#include "tickgraph/run/frame_services.h"
#include "tickgraph/run/frame_state.h"
#include "tickgraph/run/recorder.h"
#include "tickgraph/tick_context.h"

namespace tickgraph {

/// Calls cards: the inner loop of every executor.
///
/// Catches exceptions at the card, tests the skip bit, fetches the object of a later card into the
/// cache, and records the time of each call if asked to. Several threads may run different cards
/// at once, each under its own worker number.
class CardRunner {
 public:
  /// `recorder` may be null.
  CardRunner(FrameState& state, FailureListener& failures, Recorder* recorder)
      : state_(state), failures_(failures), recorder_(recorder) {}

  /// For the frame that begins: what all contexts have in common.
  void BeginFrame(TickScheduler& scheduler, FrameServices& services, const FramePlan& plan,
                  double delta, std::uint64_t frame);

  /// Runs the cards at positions list[begin, end), in this order; returns how many were called.
  /// What follows in `list` is fetched ahead: it should be this thread's too, for a fetched object
  /// is taken away from others. Unless null, `took_ticks` gets what each call took in clock ticks,
  /// by position.
  std::uint32_t RunList(std::span<const std::uint32_t> list, std::uint32_t begin, std::uint32_t end,
                        int worker, float* took_ticks = nullptr);

  /// Fetches the objects of the first cards of a list that is about to be run.
  void FetchFirst(std::span<const std::uint32_t> list) const;

  /// Runs the cards at positions [begin, end); returns how many were called.
  std::uint32_t RunRange(std::uint32_t begin, std::uint32_t end, int worker,
                         float* took_ticks = nullptr);

  /// Runs a card of the annex; returns how many were called, 0 or 1.
  std::uint32_t RunAnnex(AnnexCard& card, int worker);

 private:
  /// How many cards ahead an object is fetched.
  static constexpr std::uint32_t kPrefetchDistance = 12;

  /// Cards [begin, end) of a list of `size`, of which position_at tells the positions.
  struct Part {
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t size;
  };
  template <typename PositionAt>
  std::uint32_t Run(const Part& part, PositionAt position_at, int worker, float* took_ticks);
  template <bool kTimed, typename PositionAt>
  std::uint32_t RunLoop(const Part& part, PositionAt position_at, const TickContext& context,
                        float* took_ticks);
  TickContext ContextFor(int worker) const;
  /// It was called in an earlier place in this frame, and came in again since.
  bool HasRun(const AnnexCard& card) const;

  FrameState& state_;
  FailureListener& failures_;
  Recorder* recorder_;
  const FramePlan* plan_ = nullptr;
  TickContext prototype_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_CARD_RUNNER_H_
