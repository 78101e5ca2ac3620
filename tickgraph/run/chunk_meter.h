#ifndef TICKGRAPH_RUN_CHUNK_METER_H_
#define TICKGRAPH_RUN_CHUNK_METER_H_

#include <cstdint>
#include <vector>

#include "tickgraph/run/card_costs.h"
#include "tickgraph/run/chunk_layout.h"
#include "tickgraph/run/chunk_state.h"

namespace tickgraph {

/// Says what the measured runs of chunks mean for the costs of cards, and for the layout.
///
///   meter.Begin(layout, states, plan, costs);
///   …                                         // frames, which measure their chunks
///   meter.KeepIn(costs, ns_per_tick);
///   if (meter.ReviewFor(…).asks_for_layout) … // make another one
///
/// Each chunk has a moving average, which is shared out among its cards as they were laid out. For
/// the game thread, between frames.
class ChunkMeter {
 public:
  struct Review {
    /// Measured cost of all chunks.
    double total_ns = 0;
    /// Costs differ from those of the layout, so that another one would be better.
    bool asks_for_layout = false;
  };

  /// Forgets the chunks before. `layout` and `states`, by chunk, live until the next Begin.
  void Begin(const ChunkLayout& layout, const ChunkState* states, const FramePlan& plan,
             const CardCosts& costs);

  /// Hands on what cards cost, also after the plan has changed.
  void KeepIn(CardCosts& costs, double ns_per_tick) const;

  /// A layout that ends up with less than `worth_calling_ns` of any-thread work is left as it is.
  Review ReviewFor(double ns_per_tick, double worth_calling_ns) const;

 private:
  /// A card of a chunk and the cost that it was laid out with; no handle for one that runs nothing.
  struct LaidCard {
    TickHandle card;
    float cost_ns = 0;
  };

  const ChunkLayout* layout_ = nullptr;
  const ChunkState* states_ = nullptr;
  /// By place in ChunkLayout::chunk_cards.
  std::vector<LaidCard> laid_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_CHUNK_METER_H_
