#include "tickgraph/plan/order_merge.h"

#include <algorithm>

#include "tickgraph/plan/card_place.h"

namespace tickgraph {
namespace {

bool HasLargerKey(const ChangedCard* a, const ChangedCard* b) { return b->key < a->key; }
bool StartsLater(const ChangedCard* a, const ChangedCard* b) { return b->earliest < a->earliest; }

}  // namespace

void OrderMerge::CountPrerequisites(const PatchParts& parts, ChangedCards& changed,
                                    ChangedCard& card) {
  const Segment segment = card.place.segment;
  card.missing = 0;
  card.earliest = parts.plan.segment_begin[segment];
  ForEachPlannedIn(parts.edges, card.slot, [&](std::uint32_t before) {
    if (const ChangedCard* other = changed.Of(before)) {
      card.missing += other->place.segment == segment ? 1 : 0;
      return;
    }
    const std::uint32_t position = parts.plan.position_of_slot[before];
    if (parts.plan.places[position].segment == segment) {
      card.earliest = std::max(card.earliest, position + 1);
    }
  });
}

void OrderMerge::BecomeReady(ChangedCard& card) {
  if (card.earliest <= cursor_) {
    ready_.push_back(&card);
    std::push_heap(ready_.begin(), ready_.end(), HasLargerKey);
  } else {
    waiting_.push_back(&card);
    std::push_heap(waiting_.begin(), waiting_.end(), StartsLater);
  }
}

void OrderMerge::TakeThoseReached() {
  while (!waiting_.empty() && waiting_.front()->earliest <= cursor_) {
    std::pop_heap(waiting_.begin(), waiting_.end(), StartsLater);
    ChangedCard& card = *waiting_.back();
    waiting_.pop_back();
    BecomeReady(card);
  }
}

ChangedCard& OrderMerge::PopFirst() {
  std::pop_heap(ready_.begin(), ready_.end(), HasLargerKey);
  ChangedCard& card = *ready_.back();
  ready_.pop_back();
  return card;
}

void OrderMerge::Run(const PatchParts& parts, ChangedCards& changed, Segment segment,
                     std::vector<Insertion>& insertions) {
  cursor_ = parts.plan.segment_begin[segment];
  for (ChangedCard& card : changed.cards()) {
    if (card.place.segment != segment) continue;
    CountPrerequisites(parts, changed, card);
    if (card.missing == 0) BecomeReady(card);
  }
  while (!ready_.empty() || !waiting_.empty()) {
    if (ready_.empty()) cursor_ = waiting_.front()->earliest;
    TakeThoseReached();
    const SortKey& key = ready_.front()->key;
    const std::uint32_t gap = parts.plan.FirstLater(cursor_, segment, key, parts.cards);
    if (!waiting_.empty() && waiting_.front()->earliest <= gap) {
      // One that becomes ready on the way may have a smaller key.
      cursor_ = waiting_.front()->earliest;
      continue;
    }
    cursor_ = gap;
    const ChangedCard& card = PopFirst();
    insertions.push_back({gap, card.slot, segment});
    ForEachPlannedOut(parts.edges, card.slot, [&](std::uint32_t after) {
      ChangedCard* other = changed.Of(after);
      if (other == nullptr || other->place.segment != segment || --other->missing != 0) return;
      BecomeReady(*other);
    });
  }
}

}  // namespace tickgraph
