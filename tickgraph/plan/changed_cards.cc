#include "tickgraph/plan/changed_cards.h"

#include "tickgraph/plan/card_place.h"

namespace tickgraph {

bool ChangedCards::Find(const CardStore& cards, const EdgeStore& edges, const FramePlan& plan,
                        std::span<const std::uint32_t> touched, std::size_t limit) {
  Clear();
  index_of_slot_.resize(cards.slot_count(), kNone);
  for (const std::uint32_t slot : touched) Touch(cards, plan, slot);
  return FindPlaces(cards, edges, plan, limit) && AddFollowers(cards, edges, plan, limit);
}

void ChangedCards::Clear() {
  for (const std::uint32_t slot : marked_) index_of_slot_[slot] = kNone;
  marked_.clear();
  cards_.clear();
  gone_.clear();
}

void ChangedCards::Touch(const CardStore& cards, const FramePlan& plan, std::uint32_t slot) {
  if (index_of_slot_[slot] != kNone) return;
  const bool is_live = cards.Record(slot).live;
  std::uint32_t position = plan.PositionOfSlot(slot);
  if (position != FramePlan::kNoPosition &&
      (!is_live || plan.cards[position] != cards.HandleOf(slot))) {
    gone_.push_back(position);
    position = FramePlan::kNoPosition;
  }
  if (is_live) {
    Add(cards, plan, slot, position);
  } else {
    index_of_slot_[slot] = kOnlyGone;
    marked_.push_back(slot);
  }
}

ChangedCard& ChangedCards::Add(const CardStore& cards, const FramePlan& plan, std::uint32_t slot,
                               std::uint32_t position) {
  index_of_slot_[slot] = static_cast<std::uint32_t>(cards_.size());
  marked_.push_back(slot);
  ChangedCard& card = cards_.emplace_back();
  card.slot = slot;
  card.old_position = position;
  if (position != FramePlan::kNoPosition) card.place = card.old_place = plan.places[position];
  card.key = cards.KeyOf(slot);
  return card;
}

// Looks at a card again whenever one before it got another place. Without a cycle that comes to an
// end, mostly at once, as cards are touched in the order in which they came.
bool ChangedCards::FindPlaces(const CardStore& cards, const EdgeStore& edges, const FramePlan& plan,
                              std::size_t limit) {
  const auto place_of = [&](std::uint32_t slot) {
    const ChangedCard* card = Of(slot);
    return card != nullptr ? card->place : plan.places[plan.position_of_slot[slot]];
  };
  // A plan is built with one look at each card and edge.
  const std::size_t max_looks = plan.card_count + edges.live_count() + limit;
  std::size_t looks = 0;
  queue_.clear();
  for (std::uint32_t index = 0; index < cards_.size(); ++index) {
    queue_.push_back(index);
    cards_[index].is_queued = true;
  }
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const std::uint32_t index = queue_[next];
    cards_[index].is_queued = false;
    const std::uint32_t slot = cards_[index].slot;
    std::size_t edges_in = 0;
    const PlannedTick place = PlaceOf(cards, edges, slot, [&](std::uint32_t before) {
      ++edges_in;
      return place_of(before);
    });
    looks += 1 + edges_in;
    if (looks > max_looks) return false;
    if (place == cards_[index].place) continue;
    cards_[index].place = place;
    ForEachPlannedOut(edges, slot, [&](std::uint32_t after) {
      ChangedCard* card = Of(after);
      if (card == nullptr) card = &Add(cards, plan, after, plan.position_of_slot[after]);
      if (card->is_queued) return;
      card->is_queued = true;
      queue_.push_back(index_of_slot_[after]);
    });
  }
  return true;
}

bool ChangedCards::AddFollowers(const CardStore& cards, const EdgeStore& edges,
                                const FramePlan& plan, std::size_t limit) {
  for (std::size_t next = 0; next < cards_.size(); ++next) {
    if (cards_.size() > limit) return false;
    const ChangedCard card = cards_[next];
    const bool was_there = card.old_position != FramePlan::kNoPosition;
    ForEachPlannedOut(edges, card.slot, [&](std::uint32_t after) {
      if (Of(after) != nullptr) return;
      const std::uint32_t position = plan.position_of_slot[after];
      const Segment segment = plan.places[position].segment;
      const bool follows =
          segment == card.place.segment || (was_there && segment == card.old_place.segment);
      if (follows) Add(cards, plan, after, position);
    });
  }
  return true;
}

}  // namespace tickgraph
