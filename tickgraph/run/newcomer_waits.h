#ifndef TICKGRAPH_RUN_NEWCOMER_WAITS_H_
#define TICKGRAPH_RUN_NEWCOMER_WAITS_H_

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "tickgraph/plan/annex_card.h"
#include "tickgraph/run/chunk_layout.h"

namespace tickgraph {

/// Which newcomers of a frame wait for chunks of the plan and for each other.
///
///   if (waits.Enter(card, unfinished_chunk_of)) Start(card);   // else somebody else will:
///   for (AnnexCard* ready : waits.ChunkFinished(chunk)) Start(*ready);
///   for (AnnexCard* ready : waits.CardFinished(card)) Start(*ready);
///
/// `unfinished_chunk_of(position)` names the chunk in which a card of the plan has yet to finish,
/// or ChunkLayout::kNoChunk. A chunk is marked as finished before ChunkFinished is called. From any
/// thread.
class NewcomerWaits {
 public:
  /// What `card` comes after has finished.
  template <typename UnfinishedChunkOf>
  bool IsReady(const AnnexCard& card, UnfinishedChunkOf&& unfinished_chunk_of);

  /// Notes what an any-thread card waits for; true if there is nothing.
  template <typename UnfinishedChunkOf>
  bool Enter(AnnexCard& card, UnfinishedChunkOf&& unfinished_chunk_of);

  /// Newcomers that wait for nothing else now.
  std::vector<AnnexCard*> ChunkFinished(std::uint32_t chunk);
  std::vector<AnnexCard*> CardFinished(AnnexCard& card);

  /// Forgets all; at the end of a frame.
  void Clear();

 private:
  struct ChunkWait {
    std::uint32_t chunk;
    AnnexCard* card;
  };

  std::mutex mutex_;
  std::atomic<bool> has_cards_{false};
  std::vector<ChunkWait> chunk_waits_;
};

template <typename UnfinishedChunkOf>
bool NewcomerWaits::IsReady(const AnnexCard& card, UnfinishedChunkOf&& unfinished_chunk_of) {
  const auto is_finished = [&](std::uint32_t position) {
    return unfinished_chunk_of(position) == ChunkLayout::kNoChunk;
  };
  const std::lock_guard lock(mutex_);
  return std::all_of(card.plan_prerequisites.begin(), card.plan_prerequisites.end(), is_finished) &&
         std::none_of(card.annex_prerequisites.begin(), card.annex_prerequisites.end(),
                      [](const AnnexCard* prerequisite) { return prerequisite->holds_up(); });
}

template <typename UnfinishedChunkOf>
bool NewcomerWaits::Enter(AnnexCard& card, UnfinishedChunkOf&& unfinished_chunk_of) {
  const std::lock_guard lock(mutex_);
  has_cards_.store(true, std::memory_order_seq_cst);
  const auto wait_for = [&](std::uint32_t position) {
    const std::uint32_t chunk = unfinished_chunk_of(position);
    if (chunk == ChunkLayout::kNoChunk) return;
    chunk_waits_.push_back({chunk, &card});
    ++card.missing;
  };
  for (const std::uint32_t position : card.plan_prerequisites) wait_for(position);
  // One that was enabled again must not run beside the call that its chunk may be making.
  if (card.comes_after_own_place) wait_for(card.plan_position);
  for (AnnexCard* prerequisite : card.annex_prerequisites) {
    if (!prerequisite->holds_up()) continue;
    prerequisite->waiting.push_back(&card);
    ++card.missing;
  }
  return card.missing == 0;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_RUN_NEWCOMER_WAITS_H_
