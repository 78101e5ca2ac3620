// How the annex decides edges and finds places.

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "tickgraph/plan/annex.h"
#include "tickgraph/plan/card_place.h"

namespace tickgraph {

// ---- Edges ------------------------------------------------------------------------------------

template <typename Visit>
void Annex::ForEachDependent(std::uint32_t slot, Visit&& visit) {
  if (IsNewcomer(slot)) {
    edges_.ForEachOut(slot, [&](std::uint32_t index) {
      if (edges_[index].counts) visit(edges_[index].to);
    });
    return;
  }
  const std::uint32_t position = plan_.position_of_slot[slot];
  // The edges of a card that came in again are those that it has now.
  for (const std::uint32_t dependent : plan_.Dependents(position)) {
    const std::uint32_t after = plan_.cards[dependent].slot;
    if (!IsNewcomer(after)) visit(after);
  }
  edges_.ForEachOut(slot, [&](std::uint32_t index) {
    const Edge& edge = edges_[index];
    if (edge.counts && IsNewcomer(edge.to)) visit(edge.to);
  });
}

template <typename Visit>
void Annex::ForEachPrerequisite(std::uint32_t slot, Visit&& visit) {
  const bool is_newcomer = IsNewcomer(slot);
  if (!is_newcomer) {
    for (const std::uint32_t position : plan_.Prerequisites(plan_.position_of_slot[slot])) {
      const std::uint32_t before = plan_.cards[position].slot;
      if (!IsNewcomer(before)) visit(before);
    }
  }
  edges_.ForEachIn(slot, [&](std::uint32_t index) {
    const Edge& edge = edges_[index];
    if (edge.counts && (is_newcomer || IsNewcomer(edge.from))) visit(edge.from);
  });
}

void Annex::MarkDependentsUnplaced(std::uint32_t slot) {
  if (cards_in_frame_.empty()) return;
  if (!IsNewcomer(slot) && plan_.PositionOfSlot(slot) == FramePlan::kNoPosition) return;
  ForEachDependent(slot, [this](std::uint32_t dependent) {
    if (AnnexCard* card = Find(dependent)) MarkUnplaced(*card);
  });
}

void Annex::EdgeGoes(std::uint32_t to) {
  may_accept_edges_ = true;
  if (AnnexCard* card = Find(to)) MarkUnplaced(*card);
}

void Annex::CardGoes(std::uint32_t slot) {
  may_accept_edges_ = true;
  if (AnnexCard* card = Find(slot)) MarkUnplaced(*card);
  MarkDependentsUnplaced(slot);
}

bool Annex::HasCounting(std::uint32_t slot, bool before) const {
  const std::uint32_t position = plan_.PositionOfSlot(slot);
  if (position != FramePlan::kNoPosition) {
    const PlanEdges planned = before ? plan_.Prerequisites(position) : plan_.Dependents(position);
    if (!planned.empty()) return true;
  }
  bool found = false;
  const auto look_at = [&](std::uint32_t index) { found = found || edges_[index].counts; };
  before ? edges_.ForEachIn(slot, look_at) : edges_.ForEachOut(slot, look_at);
  return found;
}

std::uint64_t Annex::RankOf(std::uint32_t slot) {
  if (const AnnexCard* card = Find(slot)) return card->rank;
  const std::uint32_t position = plan_.PositionOfSlot(slot);
  return position == FramePlan::kNoPosition ? 0 : PlanKeyOf(position);
}

bool Annex::MayCount(const Edge& edge) {
  if (edge.from == edge.to) return false;
  const std::uint64_t rank = RankOf(edge.from);
  if (ranks_ascend_ && rank < RankOf(edge.to)) return true;
  AnnexCard* to = Find(edge.to);
  if (to != nullptr && !HasCounting(edge.to, false)) {
    to->rank = std::max(to->rank, rank + 1);
    return true;
  }
  if (HasCounting(edge.from, true) && ClosesCycle(edge)) return false;
  ranks_ascend_ = false;
  return true;
}

bool Annex::ClosesCycle(const Edge& edge) {
  std::vector<std::uint32_t> queue = {edge.to};
  absl::flat_hash_map<std::uint32_t, bool> seen = {{edge.to, true}};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    bool is_closed = false;
    ForEachDependent(queue[next], [&](std::uint32_t dependent) {
      is_closed = is_closed || dependent == edge.from;
      if (seen.try_emplace(dependent, true).second) queue.push_back(dependent);
    });
    if (is_closed) return true;
  }
  return false;
}

void Annex::DecideEdges(const Settling& settling, bool with_refused) {
  std::vector<std::uint32_t> undecided;
  const auto note = [&](std::uint32_t index) {
    const Edge& edge = edges_[index];
    const auto in_frame = [this](std::uint32_t slot) {
      return by_slot_.contains(slot) || plan_.PositionOfSlot(slot) != FramePlan::kNoPosition;
    };
    const bool is_of_newcomer = IsNewcomer(edge.from) || IsNewcomer(edge.to);
    const bool may_count = !edge.counts && !edge.removed && is_of_newcomer;
    if (may_count && in_frame(edge.from) && in_frame(edge.to)) undecided.push_back(index);
  };
  const auto note_edges_of = [&](const AnnexCard& card) {
    if (card.follows_newcomer || card.withdrawn) return;
    edges_.ForEachIn(card.card.slot, note);
    edges_.ForEachOut(card.card.slot, note);
  };
  if (with_refused && has_refused_edges_) {
    for (const AnnexCard& card : cards_in_frame_) note_edges_of(card);
  } else {
    for (const AnnexCard* card : new_cards_) note_edges_of(*card);
    for (const std::uint32_t index : new_edges_) note(index);
  }
  new_cards_.clear();
  new_edges_.clear();
  std::sort(undecided.begin(), undecided.end());
  undecided.erase(std::unique(undecided.begin(), undecided.end()), undecided.end());
  has_refused_edges_ = has_refused_edges_ && !with_refused;
  for (const std::uint32_t index : undecided) {
    Edge& edge = edges_[index];
    edge.counts = MayCount(edge);
    if (!edge.counts) {
      has_refused_edges_ = true;
      continue;
    }
    if (AnnexCard* to = Find(edge.to)) {
      MarkUnplaced(*to);
      HoldBack(*to, edge.from, settling);
    }
    follows_.push_back(index);
  }
}

bool Annex::LeavesInPlace(const AnnexCard& card, std::uint32_t position) const {
  const PlannedTick& place = plan_.places[position];
  if (card.place.start > place.start || card.place.end > place.end) return false;
  const Segment segment = place.segment;
  if (card.lane == Lane::kGameThread) return card.place.segment < segment;
  return GroupIndex(FinishGroup(card.place)) < GroupOf(segment);
}

bool Annex::MayReturn(const AnnexCard& card, const Settling& settling) const {
  if (!card.was_in_place || card.keeps_turn) return false;
  const bool is_ahead = card.number >= settling.first_taken ||
                        plan_.places[card.plan_position].segment >= settling.first_open;
  return is_ahead && std::all_of(card.annex_prerequisites.begin(), card.annex_prerequisites.end(),
                                 [&](const AnnexCard* prerequisite) {
                                   return prerequisite->keeps_turn ||
                                          LeavesInPlace(*prerequisite, card.plan_position);
                                 });
}

std::uint64_t Annex::TurnOf(std::uint32_t slot) {
  if (const AnnexCard* card = Find(slot)) {
    const bool is_game_thread = card->lane == Lane::kGameThread || !card->placed_as_running;
    return is_game_thread ? card->plan_key : 0;
  }
  const std::uint32_t position = plan_.position_of_slot[slot];
  return plan_.lanes[position] == PlanLane::kAnyThread ? 0 : PlanKeyOf(position);
}

bool Annex::ComesFirst(std::uint32_t slot, std::uint64_t turn, const Settling& settling) {
  const auto was_waited_for = [&](const PlannedTick& place) {
    return GroupIndex(FinishGroup(place)) < GroupOf(static_cast<Segment>(settling.first_open - 1));
  };
  std::vector<std::uint32_t> queue = {slot};
  absl::flat_hash_set<std::uint32_t> seen = {slot};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::uint32_t here = queue[next];
    bool has_body = false;
    bool comes_first = false;
    if (const AnnexCard* card = Find(here)) {
      if (!card->released) return false;
      has_body = card->placed_as_running;
      comes_first = card->lane == Lane::kGameThread ? card->reached || card->plan_key < turn
                                                    : was_waited_for(card->place);
    } else {
      const std::uint32_t position = plan_.position_of_slot[here];
      has_body = plan_.lanes[position] != PlanLane::kBodiless;
      comes_first = plan_.lanes[position] == PlanLane::kGameThread
                        ? PlanKeyOf(position) < turn || !settling.can_follow(position)
                        : was_waited_for(plan_.places[position]);
    }
    if (has_body && !comes_first) return false;
    if (has_body) continue;
    ForEachPrerequisite(here, [&](std::uint32_t before) {
      if (seen.insert(before).second) queue.push_back(before);
    });
  }
  return true;
}

bool Annex::FollowsWorkInTurn(const AnnexCard& card) {
  return std::any_of(card.annex_prerequisites.begin(), card.annex_prerequisites.end(),
                     [](const AnnexCard* prerequisite) {
                       return prerequisite->keeps_turn && !prerequisite->passes_in_place;
                     });
}

void Annex::KeepTurn(AnnexCard& card) {
  card.keeps_turn = true;
  card.place = plan_.places[card.plan_position];
}

void Annex::Follow(AnnexCard& card, std::uint32_t slot, Settling& settling,
                   std::vector<AnnexCard*>* ready) {
  if (card.withdrawn || card.passes_in_place) return;
  AnnexCard* dependent = Find(slot);
  const bool is_released =
      dependent != nullptr
          ? dependent->released
          : plan_.places[plan_.position_of_slot[slot]].segment < settling.first_open;
  if (is_released && card.released && ComesFirst(card.card.slot, TurnOf(slot), settling)) {
    return;
  }
  if (dependent != nullptr) {
    if (dependent->reached && dependent->placed_as_running) return;
    const bool stays = dependent->keeps_turn && LeavesInPlace(card, dependent->plan_position);
    if (!stays && FollowsNow(*dependent, card)) MarkUnplaced(*dependent);
    if (!card.released && dependent->released) Withdraw(*dependent);
    return;
  }
  const std::uint32_t position = plan_.position_of_slot[slot];
  if (LeavesInPlace(card, position)) return;
  // Order passes through a card without a body whenever it comes; what depends on a card that was
  // taken over has not started either.
  const bool may_pass = plan_.lanes[position] == PlanLane::kBodiless ||
                        (card.follows_newcomer && card.placed_as_running);
  if (!may_pass && !settling.can_follow(position)) return;
  AnnexCard& taken = TakeOverCard(position, card.keeps_turn, settling.take_over);
  if (ready == nullptr) return;
  unplaced_.pop_back();
  AwaitPlaces(taken, *ready);
  ForEachDependent(slot, [&](std::uint32_t next) {
    AnnexCard* follower = Find(next);
    if (follower == nullptr || !follower->is_unplaced) return;
    taken.placed_after.push_back(follower);
    ++follower->unplaced_before;
  });
}

bool Annex::FollowsNow(AnnexCard& card, const AnnexCard& prerequisite) {
  const bool loses_turn = card.keeps_turn && !prerequisite.keeps_turn;
  const bool changes = loses_turn || card.passes_in_place;
  card.passes_in_place = false;
  if (loses_turn) card.keeps_turn = false;
  return changes;
}

AnnexCard& Annex::TakeOverCard(std::uint32_t position, bool keeps_turn, const TakeOver& take_over) {
  take_over(position, true);
  AnnexCard& card = Add(plan_.cards[position].slot, TickGroup::kPrePhysics);
  card.follows_newcomer = true;
  card.placed_as_running = plan_.lanes[position] != PlanLane::kBodiless;
  card.is_counted = card.placed_as_running;
  card.keeps_turn = keeps_turn;
  card.was_in_place = true;
  return card;
}

void Annex::Withdraw(AnnexCard& card) {
  card.withdrawn = has_withdrawn_ = true;
  AnnexCard& again = Add(card.card.slot, card.earliest);
  again.spawner = card.spawner;
  again.placed_as_running = card.placed_as_running;
  again.is_counted = card.is_counted;
  again.follows_newcomer = card.follows_newcomer;
}

void Annex::HoldBack(AnnexCard& card, std::uint32_t prerequisite, const Settling& settling) {
  if (!card.released || (card.reached && card.placed_as_running)) return;
  if (!ComesFirst(prerequisite, TurnOf(card.card.slot), settling)) Withdraw(card);
}

bool Annex::TakeOverAwaited(Settling& settling) {
  std::vector<std::uint32_t> awaited;
  const auto add = [&](std::uint32_t position, Segment segment) {
    const Segment its_segment = plan_.places[position].segment;
    const bool is_off_game_thread = plan_.lanes[position] != PlanLane::kGameThread;
    if (!is_off_game_thread || its_segment != segment || its_segment < settling.first_open) return;
    if (Find(plan_.cards[position].slot) == nullptr) awaited.push_back(position);
  };
  for (const AnnexCard* card : settling.placed) {
    if (card->released || card->withdrawn) continue;
    for (const std::uint32_t position : card->plan_prerequisites) {
      add(position, card->place.segment);
    }
  }
  settling.placed.clear();
  bool took_any = false;
  for (std::size_t next = 0; next < awaited.size(); ++next) {
    const std::uint32_t position = awaited[next];
    const std::uint32_t slot = plan_.cards[position].slot;
    if (Find(slot) != nullptr) continue;
    AnnexCard& card = TakeOverCard(position, true, settling.take_over);
    card.passes_in_place = !card.placed_as_running;
    took_any = true;
    const Segment segment = plan_.places[position].segment;
    for (const std::uint32_t other : plan_.Prerequisites(position)) add(other, segment);
  }
  return took_any;
}

void Annex::FindPrerequisites(AnnexCard& card) {
  card.plan_prerequisites.clear();
  card.annex_prerequisites.clear();
  ForEachPrerequisite(card.card.slot, [&](std::uint32_t slot) {
    if (AnnexCard* other = Find(slot)) {
      card.annex_prerequisites.push_back(other);
    } else if (const std::uint32_t position = plan_.PositionOfSlot(slot);
               position != FramePlan::kNoPosition) {
      card.plan_prerequisites.push_back(position);
    }
  });
  if (card.comes_after_earlier != nullptr) {
    card.annex_prerequisites.push_back(card.comes_after_earlier);
  }
  const auto came_before = [](const AnnexCard* a, const AnnexCard* b) {
    return a->number < b->number;
  };
  std::sort(card.annex_prerequisites.begin(), card.annex_prerequisites.end(), came_before);
  card.annex_prerequisites.erase(
      std::unique(card.annex_prerequisites.begin(), card.annex_prerequisites.end()),
      card.annex_prerequisites.end());
}

void Annex::PlaceCard(AnnexCard& card, Segment segment) {
  const CardRecord& record = cards_.Record(card.card.slot);
  GroupRules rules;
  for (const std::uint32_t position : card.plan_prerequisites) rules.Add(plan_.places[position]);
  for (const AnnexCard* prerequisite : card.annex_prerequisites) rules.Add(prerequisite->place);
  card.comes_after_own_place = card.plan_position != FramePlan::kNoPosition &&
                               !card.follows_newcomer && card.comes_after_earlier == nullptr &&
                               plan_.lanes[card.plan_position] == PlanLane::kAnyThread;
  if (card.comes_after_own_place) rules.Add(plan_.places[card.plan_position]);
  DeclaredTick declared = DeclaredOf(record);
  declared.runs = card.placed_as_running;
  declared.earliest = card.earliest;
  card.lane = declared.runs ? record.lane : Lane::kAnyThread;
  card.place = card.keeps_turn ? plan_.places[card.plan_position] : rules.Place(declared);
  if (card.place.segment < segment) {
    // It could have run earlier, but came later or was held back.
    declared.earliest = std::max(card.earliest, static_cast<TickGroup>(GroupOf(segment)));
    card.place = rules.Place(declared);
    card.place.segment = std::max(card.place.segment, segment);
    if (declared.runs) return;
    // Order that passes late: what comes after it starts in the group in which it passes.
    card.place.start = std::max(card.place.start, static_cast<TickGroup>(GroupOf(segment)));
    card.place.end = std::max(card.place.end, card.place.start);
  }
}

void Annex::MarkLateUnplaced(Segment segment) {
  for (AnnexCard* card : waiting_) {
    if (card->place.segment < segment) MarkUnplaced(*card);
  }
}

std::vector<AnnexCard*> Annex::TakeUnplaced() {
  std::vector<AnnexCard*> cards;
  const auto add = [&](AnnexCard& card) {
    if (card.is_unplaced || card.released || card.withdrawn) return;
    card.is_unplaced = true;
    cards.push_back(&card);
  };
  for (AnnexCard* card : unplaced_) add(*card);
  unplaced_.clear();
  for (std::size_t next = 0; next < cards.size(); ++next) {
    ForEachDependent(cards[next]->card.slot, [&](std::uint32_t slot) {
      if (AnnexCard* dependent = Find(slot)) add(*dependent);
    });
  }
  return cards;
}

void Annex::AwaitPlaces(AnnexCard& card, std::vector<AnnexCard*>& ready) {
  card.is_unplaced = true;
  card.unplaced_before = 0;
  FindPrerequisites(card);
  for (AnnexCard* prerequisite : card.annex_prerequisites) {
    if (!prerequisite->is_unplaced) continue;
    prerequisite->placed_after.push_back(&card);
    ++card.unplaced_before;
  }
  if (card.unplaced_before == 0) ready.push_back(&card);
}

void Annex::PlaceAll(Settling& settling) {
  while (!unplaced_.empty()) {
    std::vector<AnnexCard*> ready;
    for (AnnexCard* card : TakeUnplaced()) AwaitPlaces(*card, ready);
    for (std::size_t next = 0; next < ready.size(); ++next) {
      AnnexCard& card = *ready[next];
      card.is_unplaced = false;
      // One before it may have been taken over or given back since.
      FindPrerequisites(card);
      PlaceCard(card, settling.segment);
      const bool may_return = MayReturn(card, settling);
      if (may_return && !FollowsWorkInTurn(card)) {
        Remove(card);
        settling.take_over(card.plan_position, !cards_.Record(card.card.slot).runs());
      } else {
        if (may_return) KeepTurn(card);
        settling.placed.push_back(&card);
        ForEachDependent(card.card.slot,
                         [&](std::uint32_t slot) { Follow(card, slot, settling, &ready); });
      }
      for (AnnexCard* after : card.placed_after) {
        if (--after->unplaced_before == 0) ready.push_back(after);
      }
      card.placed_after.clear();
    }
  }
}

void Annex::DecideNewEdges(Segment first_open, const CanFollow& can_follow) {
  const TakeOver take_over = [](std::uint32_t /*position*/, bool /*is_taken*/) {};
  DecideEdges({settled_segment_, first_open, can_follow, take_over, 0, {}}, false);
}

void Annex::Settle(Segment segment, Segment first_open, const CanFollow& can_follow,
                   const TakeOver& take_over) {
  if (cards_in_frame_.empty()) return;
  if (segment != settled_segment_) MarkLateUnplaced(segment);
  const bool may_accept_edges = std::exchange(may_accept_edges_, false) && has_refused_edges_;
  const bool has_new_edges = !new_edges_.empty() || !follows_.empty();
  if (unplaced_.empty() && !has_new_edges && !may_accept_edges) return;
  settled_segment_ = segment;
  Settling settling = {segment, first_open, can_follow, take_over, cards_in_frame_.size(), {}};
  DecideEdges(settling, true);
  const std::vector<std::uint32_t> follows = std::exchange(follows_, {});
  do {
    PlaceAll(settling);
    for (const std::uint32_t index : follows) {
      const Edge& edge = edges_[index];
      AnnexCard* from = edge.removed ? nullptr : Find(edge.from);
      if (from != nullptr) Follow(*from, edge.to, settling, nullptr);
    }
  } while (!unplaced_.empty() || TakeOverAwaited(settling));
  if (std::exchange(has_withdrawn_, false)) {
    std::erase_if(waiting_, [](const AnnexCard* card) { return card->withdrawn; });
  }
}

}  // namespace tickgraph
