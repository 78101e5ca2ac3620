#include "tickgraph/run/newcomer_waits.h"

namespace tickgraph {

std::vector<AnnexCard*> NewcomerWaits::ChunkFinished(std::uint32_t chunk) {
  std::vector<AnnexCard*> ready;
  if (!has_cards_.load(std::memory_order_seq_cst)) return ready;
  const std::lock_guard lock(mutex_);
  std::erase_if(chunk_waits_, [&](const ChunkWait& wait) {
    if (wait.chunk != chunk) return false;
    if (--wait.card->missing == 0) ready.push_back(wait.card);
    return true;
  });
  return ready;
}

std::vector<AnnexCard*> NewcomerWaits::CardFinished(AnnexCard& card) {
  std::vector<AnnexCard*> ready;
  const std::lock_guard lock(mutex_);
  card.done = true;
  for (AnnexCard* waiting : card.waiting) {
    if (--waiting->missing == 0) ready.push_back(waiting);
  }
  return ready;
}

void NewcomerWaits::Clear() {
  if (!has_cards_.load(std::memory_order_relaxed)) return;
  chunk_waits_.clear();
  has_cards_.store(false, std::memory_order_seq_cst);
}

}  // namespace tickgraph
