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
  card.later = FramePlan::kNoPosition;
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

ChangedCard& OrderMerge::First() {
  const bool is_late =
      next_ == first_.size() || (!ready_.empty() && ready_.front()->key < first_[next_]->key);
  return is_late ? *ready_.front() : *first_[next_];
}

void OrderMerge::Pop(const ChangedCard& first) {
  if (next_ < first_.size() && &first == first_[next_]) {
    ++next_;
    return;
  }
  std::pop_heap(ready_.begin(), ready_.end(), HasLargerKey);
  ready_.pop_back();
}

void OrderMerge::Start(const PatchParts& parts, ChangedCards& changed, Segment segment) {
  cursor_ = parts.plan.segment_begin[segment];
  first_.clear();
  next_ = 0;
  for (ChangedCard& card : changed.cards()) {
    if (card.place.segment != segment) continue;
    CountPrerequisites(parts, changed, card);
    if (card.missing > 0) continue;
    if (card.earliest <= cursor_) {
      first_.push_back(&card);
    } else {
      BecomeReady(card);
    }
  }
  const auto has_smaller_key = [](const ChangedCard* a, const ChangedCard* b) {
    return a->key < b->key;
  };
  if (!std::is_sorted(first_.begin(), first_.end(), has_smaller_key)) {
    std::sort(first_.begin(), first_.end(), has_smaller_key);
  }
}

void OrderMerge::Run(const PatchParts& parts, ChangedCards& changed, Segment segment,
                     std::vector<Insertion>& insertions) {
  Start(parts, changed, segment);
  while (IsAnyReady() || !waiting_.empty()) {
    if (!IsAnyReady()) cursor_ = waiting_.front()->earliest;
    TakeThoseReached();
    ChangedCard& card = First();
    if (card.later == FramePlan::kNoPosition || card.later < cursor_) {
      card.later = parts.plan.FirstLater(cursor_, segment, card.key, parts.cards);
    }
    const std::uint32_t gap = card.later;
    if (!waiting_.empty() && waiting_.front()->earliest <= gap) {
      // One that becomes ready on the way may have a smaller key.
      cursor_ = waiting_.front()->earliest;
      continue;
    }
    cursor_ = gap;
    Pop(card);
    insertions.push_back({gap, card.slot, segment});
    ForEachPlannedOut(parts.edges, card.slot, [&](std::uint32_t after) {
      ChangedCard* other = changed.Of(after);
      if (other == nullptr || other->place.segment != segment || --other->missing != 0) return;
      BecomeReady(*other);
    });
  }
}

}  // namespace tickgraph
