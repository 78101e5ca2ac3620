#include "tickgraph/plan/order_merge.h"

#include <algorithm>

#include "tickgraph/plan/card_place.h"

namespace tickgraph {
namespace {

bool HasLargerKey(const ChangedCard* a, const ChangedCard* b) { return b->key < a->key; }
bool StartsLater(const ChangedCard* a, const ChangedCard* b) { return b->earliest < a->earliest; }

}  // namespace

void OrderMerge::CountPrerequisites(ChangedCard& card, Segment segment) const {
  card.missing = 0;
  card.earliest = plan_.segment_begin[segment];
  ForEachPlannedIn(edges_, card.slot, [&](std::uint32_t before) {
    if (const ChangedCard* other = changed_.Of(before)) {
      card.missing += other->place.segment == segment ? 1 : 0;
      return;
    }
    const std::uint32_t position = plan_.position_of_slot[before];
    if (plan_.places[position].segment == segment) {
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

void OrderMerge::Run(Segment segment, std::vector<Insertion>& insertions) {
  cursor_ = plan_.segment_begin[segment];
  for (ChangedCard* card : added_) {
    CountPrerequisites(*card, segment);
    if (card->missing == 0) BecomeReady(*card);
  }
  added_.clear();
  while (!ready_.empty() || !waiting_.empty()) {
    if (ready_.empty()) cursor_ = waiting_.front()->earliest;
    TakeThoseReached();
    const std::uint32_t gap = plan_.FirstLater(cursor_, segment, ready_.front()->key, cards_);
    if (!waiting_.empty() && waiting_.front()->earliest <= gap) {
      // One that becomes ready on the way may have a smaller key.
      cursor_ = waiting_.front()->earliest;
      continue;
    }
    cursor_ = gap;
    const ChangedCard& card = PopFirst();
    insertions.push_back({gap, card.slot});
    ForEachPlannedOut(edges_, card.slot, [&](std::uint32_t after) {
      ChangedCard* other = changed_.Of(after);
      if (other == nullptr || other->place.segment != segment || --other->missing != 0) return;
      BecomeReady(*other);
    });
  }
}

}  // namespace tickgraph
