#include "tests/support/snapshot_maker.h"

#include <utility>

namespace tickgraph {

TickHandle HandleAt(std::uint32_t position) { return {position + 100, 7}; }

ScheduleSnapshot MakeSnapshot(std::vector<SnapshotCard> cards, std::vector<SnapshotEdge> edges) {
  ScheduleSnapshot snapshot;
  snapshot.name = "made by hand";
  snapshot.cards = std::move(cards);
  snapshot.edges = std::move(edges);
  for (std::uint32_t position = 0; position < snapshot.cards.size(); ++position) {
    snapshot.cards[position].handle = HandleAt(position);
  }
  snapshot.IndexCards();
  return snapshot;
}

CardRun MakeRun(const ScheduleSnapshot& snapshot, std::uint32_t position, std::int64_t start_ns,
                std::int64_t end_ns, std::int32_t worker) {
  const SnapshotCard& card = snapshot.cards[position];
  return {.card = card.handle,
          .plan_key = position,
          .start_ns = start_ns,
          .end_ns = end_ns,
          .worker = worker,
          .group = card.effective_start,
          .lane = card.lane};
}

}  // namespace tickgraph
