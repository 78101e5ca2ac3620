#ifndef TICKGRAPH_RUN_CARD_COSTS_H_
#define TICKGRAPH_RUN_CARD_COSTS_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tickgraph/plan/frame_plan.h"

namespace tickgraph {

/// What the any-thread cards of a plan cost: as measured, or as declared until that is known.
///
///   costs.Adopt(plan);                        // a new plan
///   costs.AdoptChanges(plan, positions);      // the same with other cards in some positions
///   costs.Keep(card, measured_ns);            // counts after the next Adopt or Refresh
///
/// Measured costs are kept by slot, so that a new plan begins with them. For the game thread.
class CardCosts {
 public:
  /// Sums over the any-thread cards of the plan.
  struct Totals {
    double known_ns = 0;
    std::uint32_t known = 0;
    std::uint32_t unknown = 0;
    /// Cards that may end in a later group than they start in.
    std::uint32_t spanning = 0;
    std::uint32_t engine_stages = 0;
    std::array<std::uint32_t, kSegmentCount> in_segment = {};

    std::uint32_t count() const { return known + unknown; }
  };

  /// Takes in a plan, and what was kept meanwhile. O(cards).
  void Adopt(const FramePlan& plan);

  /// Takes in what was kept since; the plan is the one that was adopted. O(cards), O(1) where there
  /// is nothing.
  void Refresh(const FramePlan& plan) {
    if (has_news_) Adopt(plan);
  }

  /// Takes in other cards at `positions`, and at all that are new at the end. O(positions).
  void AdoptChanges(const FramePlan& plan, std::span<const std::uint32_t> positions);

  /// What a call of this card was measured to cost. In steps of a factor of √2, so that cards that
  /// cost the same by and large stay in plan order.
  void Keep(TickHandle card, double cost_ns);

  /// Nanoseconds a call, 0 = not known; also of cards of the game thread, as they declared it.
  std::span<const float> by_position() const { return cost_ns_; }
  const Totals& totals() const { return totals_; }

 private:
  struct Measured {
    std::uint32_t generation = 0;
    float ns = 0;
  };
  /// What a position adds to the totals beside its cost.
  enum Share : std::uint8_t { kCounts = 1, kSpans = 2, kIsEngineStage = 4 };

  void Put(const FramePlan& plan, std::uint32_t position);
  void AddShare(const FramePlan& plan, std::uint32_t position, bool adds);

  std::vector<float> cost_ns_;
  std::vector<std::uint8_t> shares_;
  std::vector<Measured> measured_;
  Totals totals_;
  bool has_news_ = false;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_CARD_COSTS_H_
