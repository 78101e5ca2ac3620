#include "tickgraph/run/chunk_meter.h"

#include <algorithm>
#include <cstddef>

namespace tickgraph {
namespace {

/// Costs that have changed by less than this factor do not replace a layout.
constexpr double kChangeFactor = 2;

/// Chunks that take much longer than they should are cut anew where they have this share of all
/// any-thread time.
constexpr double kTooLongShare = 0.125;

}  // namespace

void ChunkMeter::Begin(const ChunkLayout& layout, const ChunkState* states, const FramePlan& plan,
                       const CardCosts& costs) {
  layout_ = &layout;
  states_ = states;
  laid_.reserve(layout.chunk_cards.capacity());
  laid_.clear();
  for (const std::uint32_t position : layout.chunk_cards) {
    const bool has_body = plan.lanes[position] != PlanLane::kBodiless;
    laid_.push_back(has_body ? LaidCard{plan.cards[position], costs.by_position()[position]}
                             : LaidCard());
  }
}

void ChunkMeter::KeepIn(CardCosts& costs, double ns_per_tick) const {
  if (layout_ == nullptr) return;
  for (std::size_t index = 0; index < layout_->chunks.size(); ++index) {
    const Chunk& chunk = layout_->chunks[index];
    if (chunk.bodies == 0 || states_[index].average_ticks == 0) continue;
    const double measured_ns = states_[index].average_ticks * ns_per_tick;
    const bool is_known = chunk.cost_ns > 0;
    const double factor =
        measured_ns / (is_known ? chunk.cost_ns : static_cast<float>(chunk.bodies));
    for (std::uint32_t at = chunk.begin; at < chunk.end; ++at) {
      const auto [card, laid_ns] = laid_[at];
      if (card) costs.Keep(card, factor * (is_known ? laid_ns : 1));
    }
  }
}

ChunkMeter::Review ChunkMeter::ReviewFor(double ns_per_tick, double worth_calling_ns) const {
  Review review;
  double laid_ns = 0;
  std::size_t measured_chunks = 0;
  bool is_known = true;
  double too_long_ns = 0;
  for (std::size_t index = 0; index < layout_->chunks.size(); ++index) {
    const Chunk& chunk = layout_->chunks[index];
    const double cost_ns = states_[index].average_ticks * ns_per_tick;
    if (chunk.bodies == 0 || cost_ns == 0) continue;
    ++measured_chunks;
    review.total_ns += cost_ns;
    laid_ns += chunk.cost_ns;
    is_known = is_known && chunk.cost_ns > 0;
    const bool is_too_long = chunk.bodies > 1 && cost_ns > 2 * ChunkLayout::kTargetChunkNs &&
                             cost_ns > kChangeFactor * chunk.cost_ns;
    if (is_too_long) too_long_ns += cost_ns;
  }
  const bool is_cheaper = !is_known || kChangeFactor * review.total_ns < laid_ns;
  const bool is_dearer = !is_known || review.total_ns > kChangeFactor * laid_ns;
  const bool is_too_short =
      measured_chunks > 8 &&
      review.total_ns < ChunkLayout::kTargetChunkNs / 3 * static_cast<double>(measured_chunks);
  const bool is_worth_it = std::max(review.total_ns, laid_ns) >= worth_calling_ns;
  // Among thousands of chunks some were always interrupted; a new layout costs more than they do.
  const bool are_many_too_long = too_long_ns > kTooLongShare * review.total_ns;
  review.asks_for_layout = are_many_too_long || (is_too_short && is_cheaper) ||
                           (is_worth_it && (is_cheaper || is_dearer));
  return review;
}

}  // namespace tickgraph
