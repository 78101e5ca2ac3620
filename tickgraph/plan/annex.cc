#include "tickgraph/plan/annex.h"

#include <algorithm>
#include <utility>

namespace tickgraph {
namespace {

bool RunsLater(const AnnexCard* a, const AnnexCard* b) { return b->key < a->key; }

/// The annex cards of one segment that wait for each other, and those that are ready.
class ReadyCards {
 public:
  explicit ReadyCards(std::vector<AnnexCard*> picked) : cards_(std::move(picked)) {
    for (AnnexCard* card : cards_) is_picked_[card] = true;
    for (AnnexCard* card : cards_) {
      for (AnnexCard* prerequisite : card->annex_prerequisites) {
        if (is_picked_.contains(prerequisite)) After(prerequisite, card);
      }
    }
  }

  /// `card` waits for `item`, an annex card or the address of a plan position's waiting list.
  void After(const void* item, AnnexCard* card) {
    waiting_for_[item].push_back(card);
    ++missing_[card];
  }

  void Start() {
    for (AnnexCard* card : cards_) {
      if (!missing_.contains(card)) Push(card);
    }
  }

  void Finished(const void* item) {
    const auto found = waiting_for_.find(item);
    if (found == waiting_for_.end()) return;
    for (AnnexCard* card : found->second) {
      if (--missing_[card] == 0) Push(card);
    }
  }

  bool empty() const { return heap_.empty(); }
  const AnnexCard& first() const { return *heap_.front(); }
  AnnexCard* Pop() {
    std::pop_heap(heap_.begin(), heap_.end(), RunsLater);
    AnnexCard* card = heap_.back();
    heap_.pop_back();
    return card;
  }

 private:
  void Push(AnnexCard* card) {
    heap_.push_back(card);
    std::push_heap(heap_.begin(), heap_.end(), RunsLater);
  }

  std::vector<AnnexCard*> cards_;
  absl::flat_hash_map<const AnnexCard*, bool> is_picked_;
  absl::flat_hash_map<const void*, std::vector<AnnexCard*>> waiting_for_;
  absl::flat_hash_map<const AnnexCard*, std::uint32_t> missing_;
  std::vector<AnnexCard*> heap_;
};

}  // namespace

void Annex::Clear() {
  cards_in_frame_.clear();
  by_slot_.clear();
  waiting_.clear();
  last_key_ = 0;
  is_changed_ = false;
  has_refused_edges_ = false;
}

AnnexCard& Annex::Add(std::uint32_t slot, TickGroup earliest) {
  AnnexCard& card = cards_in_frame_.emplace_back();
  const CardRecord& record = cards_.Record(slot);
  card.card = cards_.HandleOf(slot);
  card.entry = EntryOf(cards_.Delegate(slot));
  // A card of the plan may have been unregistered before it is taken over.
  const bool runs = record.runs();
  card.lane = runs ? record.lane : Lane::kAnyThread;
  card.engine_stage = record.engine_stage;
  card.key = cards_.KeyOf(slot);
  card.cost_ns = record.cost_ns;
  card.earliest = earliest;
  card.plan_position = plan_.PositionOf(card.card);
  card.placed_as_running = runs;
  card.skip.store(!runs, std::memory_order_relaxed);
  by_slot_[slot] = &card;
  waiting_.push_back(&card);
  is_changed_ = true;
  return card;
}

void Annex::Remove(AnnexCard& card) {
  card.withdrawn = true;
  std::erase(waiting_, &card);
  by_slot_.erase(card.card.slot);
  is_changed_ = true;
}

AnnexCard* Annex::Find(std::uint32_t slot) {
  const auto found = by_slot_.find(slot);
  return found == by_slot_.end() ? nullptr : found->second;
}

bool Annex::IsNewcomer(std::uint32_t slot) {
  const AnnexCard* card = Find(slot);
  return card != nullptr && !card->follows_newcomer;
}

template <typename Visit>
void Annex::ForEachDependent(std::uint32_t slot, Visit&& visit) {
  if (IsNewcomer(slot)) {
    edges_.ForEachOut(slot, [&](std::uint32_t index) {
      if (edges_[index].counts) visit(edges_[index].to);
    });
    return;
  }
  const std::uint32_t position = plan_.position_of_slot[slot];
  for (const std::uint32_t dependent : plan_.dependents[position]) {
    visit(plan_.cards[dependent].slot);
  }
  edges_.ForEachOut(slot, [&](std::uint32_t index) {
    const Edge& edge = edges_[index];
    if (edge.counts && IsNewcomer(edge.to)) visit(edge.to);
  });
}

bool Annex::HasCounting(std::uint32_t slot, bool before) const {
  const std::uint32_t position = plan_.PositionOfSlot(slot);
  if (position != FramePlan::kNoPosition) {
    const RowLists& lists = before ? plan_.prerequisites : plan_.dependents;
    if (!lists[position].empty()) return true;
  }
  bool found = false;
  const auto look_at = [&](std::uint32_t index) { found = found || edges_[index].counts; };
  before ? edges_.ForEachIn(slot, look_at) : edges_.ForEachOut(slot, look_at);
  return found;
}

bool Annex::ClosesCycle(const Edge& edge) {
  if (edge.from == edge.to) return true;
  // Most newcomers have nothing before them or nothing after them yet.
  if (!HasCounting(edge.from, true) || !HasCounting(edge.to, false)) return false;
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

void Annex::DecideEdges() {
  std::vector<std::uint32_t> undecided;
  const auto note = [&](std::uint32_t index) {
    const Edge& edge = edges_[index];
    const auto in_frame = [this](std::uint32_t slot) {
      return by_slot_.contains(slot) || plan_.PositionOfSlot(slot) != FramePlan::kNoPosition;
    };
    if (!edge.counts && in_frame(edge.from) && in_frame(edge.to)) undecided.push_back(index);
  };
  for (AnnexCard& card : cards_in_frame_) {
    if (card.follows_newcomer || card.withdrawn) continue;
    edges_.ForEachIn(card.card.slot, note);
    edges_.ForEachOut(card.card.slot, note);
  }
  std::sort(undecided.begin(), undecided.end());
  undecided.erase(std::unique(undecided.begin(), undecided.end()), undecided.end());
  has_refused_edges_ = false;
  for (const std::uint32_t index : undecided) {
    const bool counts = !ClosesCycle(edges_[index]);
    edges_[index].counts = counts;
    if (!counts) has_refused_edges_ = true;
  }
}

bool Annex::LeavesInPlace(const AnnexCard& card, std::uint32_t position) const {
  const PlannedTick& place = plan_.places[position];
  if (card.place.start > place.start || card.place.end > place.end) return false;
  const Segment segment = place.segment;
  if (card.lane == Lane::kGameThread) return card.place.segment < segment;
  return GroupIndex(FinishGroup(card.place)) < GroupOf(segment);
}

bool Annex::TakeOverFollowers(const CanFollow& can_follow, const TakeOver& take_over) {
  bool took_any = false;
  for (std::size_t next = 0; next < cards_in_frame_.size(); ++next) {
    const AnnexCard& card = cards_in_frame_[next];
    if (card.withdrawn || card.passes_in_place) continue;
    ForEachDependent(card.card.slot, [&](std::uint32_t slot) {
      if (AnnexCard* dependent = Find(slot)) {
        if (dependent->reached && dependent->placed_as_running) return;
        const bool stays = dependent->keeps_turn && LeavesInPlace(card, dependent->plan_position);
        took_any = (!stays && FollowsNow(*dependent, card)) || took_any;
        if (card.released || !dependent->released) return;
        Withdraw(*dependent);
        took_any = true;
        return;
      }
      const std::uint32_t position = plan_.position_of_slot[slot];
      if (LeavesInPlace(card, position)) return;
      // Order passes through a card without a body whenever it comes; what depends on a card that
      // was taken over has not started either.
      const bool may_pass = plan_.lanes[position] == PlanLane::kBodiless ||
                            (card.follows_newcomer && card.placed_as_running);
      if (!may_pass && !can_follow(position)) return;
      TakeOverCard(position, card.keeps_turn, take_over);
      took_any = true;
    });
  }
  return took_any;
}

bool Annex::GiveBackUnmoved(Segment first_open, const TakeOver& take_over) {
  bool gave_any = false;
  for (std::size_t index = 0; index < cards_in_frame_.size(); ++index) {
    AnnexCard& card = cards_in_frame_[index];
    if (!card.was_in_place || card.keeps_turn || card.withdrawn || card.released) continue;
    const bool may_still_come =
        index >= first_taken_ || plan_.places[card.plan_position].segment >= first_open;
    const auto leaves = [&](const AnnexCard* other) {
      return LeavesInPlace(*other, card.plan_position);
    };
    const auto& before = card.annex_prerequisites;
    if (!may_still_come || !std::all_of(before.begin(), before.end(), leaves)) continue;
    Remove(card);
    take_over(card.plan_position, !cards_.Record(card.card.slot).runs());
    gave_any = true;
  }
  return gave_any;
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
  // As far as it is known now, so that most of what follows is found in the same pass.
  FindPrerequisites(card);
  PlaceCard(card, settling_);
  return card;
}

void Annex::Withdraw(AnnexCard& card) {
  card.withdrawn = true;
  AnnexCard& again = Add(card.card.slot, card.earliest);
  again.spawner = card.spawner;
  again.placed_as_running = card.placed_as_running;
  again.is_counted = card.is_counted;
  again.follows_newcomer = card.follows_newcomer;
}

bool Annex::TakeOverAwaited(Segment first_open, const TakeOver& take_over) {
  std::vector<std::uint32_t> awaited;
  const auto add = [&](std::uint32_t position, Segment segment) {
    const Segment its_segment = plan_.places[position].segment;
    const bool is_off_game_thread = plan_.lanes[position] != PlanLane::kGameThread;
    if (!is_off_game_thread || its_segment != segment || its_segment < first_open) return;
    if (Find(plan_.cards[position].slot) == nullptr) awaited.push_back(position);
  };
  for (const AnnexCard& card : cards_in_frame_) {
    if (card.released || card.withdrawn) continue;
    for (const std::uint32_t position : card.plan_prerequisites) add(position, card.place.segment);
  }
  bool took_any = false;
  for (std::size_t next = 0; next < awaited.size(); ++next) {
    const std::uint32_t position = awaited[next];
    if (Find(plan_.cards[position].slot) != nullptr) continue;
    AnnexCard& card = TakeOverCard(position, true, take_over);
    card.passes_in_place = !card.placed_as_running;
    took_any = true;
    const Segment segment = plan_.places[position].segment;
    for (const std::uint32_t other : plan_.prerequisites[position]) add(other, segment);
  }
  return took_any;
}

void Annex::FindPrerequisites(AnnexCard& card) {
  card.plan_prerequisites.clear();
  card.annex_prerequisites.clear();
  const auto add = [&](std::uint32_t slot) {
    if (AnnexCard* other = Find(slot)) {
      card.annex_prerequisites.push_back(other);
    } else if (const std::uint32_t position = plan_.PositionOfSlot(slot);
               position != FramePlan::kNoPosition) {
      card.plan_prerequisites.push_back(position);
    }
  };
  if (card.follows_newcomer) {
    for (const std::uint32_t position : plan_.prerequisites[card.plan_position]) {
      const std::uint32_t slot = plan_.cards[position].slot;
      if (!IsNewcomer(slot)) add(slot);
    }
  }
  edges_.ForEachIn(card.card.slot, [&](std::uint32_t index) {
    const Edge& edge = edges_[index];
    if (!edge.counts) return;
    if (!card.follows_newcomer || IsNewcomer(edge.from)) add(edge.from);
  });
  const auto by_address = [](const AnnexCard* a, const AnnexCard* b) { return a < b; };
  std::sort(card.annex_prerequisites.begin(), card.annex_prerequisites.end(), by_address);
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
                               !card.follows_newcomer &&
                               plan_.lanes[card.plan_position] == PlanLane::kAnyThread;
  if (card.comes_after_own_place) rules.Add(plan_.places[card.plan_position]);
  DeclaredTick declared;
  declared.start = record.start;
  declared.end = record.end;
  declared.lane = record.lane;
  declared.engine_stage = record.engine_stage;
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

void Annex::FindPlaces(Segment segment) {
  for (AnnexCard* card : waiting_) FindPrerequisites(*card);

  absl::flat_hash_map<const AnnexCard*, std::uint32_t> missing;
  absl::flat_hash_map<const AnnexCard*, std::vector<AnnexCard*>> dependents;
  std::vector<AnnexCard*> order;
  order.reserve(waiting_.size());
  for (AnnexCard* card : waiting_) {
    std::uint32_t unplaced = 0;
    for (const AnnexCard* prerequisite : card->annex_prerequisites) {
      if (prerequisite->released) continue;
      dependents[prerequisite].push_back(card);
      ++unplaced;
    }
    if (unplaced == 0) {
      order.push_back(card);
    } else {
      missing[card] = unplaced;
    }
  }
  for (std::size_t next = 0; next < order.size(); ++next) {
    AnnexCard& card = *order[next];
    PlaceCard(card, segment);
    for (AnnexCard* dependent : dependents[&card]) {
      if (--missing[dependent] == 0) order.push_back(dependent);
    }
  }
  waiting_ = std::move(order);
}

void Annex::Settle(Segment segment, Segment first_open, const CanFollow& can_follow,
                   const TakeOver& take_over) {
  const bool is_late = std::any_of(waiting_.begin(), waiting_.end(), [=](const AnnexCard* card) {
    return card->place.segment < segment;
  });
  if (!is_changed_ && !is_late) return;
  settling_ = segment;
  DecideEdges();
  first_taken_ = cards_in_frame_.size();
  do {
    FindPlaces(segment);
  } while (TakeOverFollowers(can_follow, take_over) || GiveBackUnmoved(first_open, take_over) ||
           TakeOverAwaited(first_open, take_over));
  is_changed_ = false;
}

bool Annex::HasWaiting(Segment segment) const {
  return std::any_of(waiting_.begin(), waiting_.end(),
                     [=](const AnnexCard* card) { return card->place.segment <= segment; });
}

const AnnexCard& Annex::FirstWaiting(Segment segment) const {
  return **std::find_if(waiting_.begin(), waiting_.end(),
                        [=](const AnnexCard* card) { return card->place.segment <= segment; });
}

void Annex::SkipWaiting(Segment segment) {
  for (AnnexCard* card : waiting_) {
    if (card->place.segment > segment) continue;
    card->skip.store(true, std::memory_order_relaxed);
    card->lane = Lane::kAnyThread;
  }
}

void Annex::Release(AnnexCard& card, std::vector<MergedCard>& merged) {
  card.released = true;
  card.plan_key = ++last_key_;
  merged.push_back({FramePlan::kNoPosition, &card});
}

void Annex::MergeWithPlan(Segment segment, const std::vector<AnnexCard*>& picked,
                          std::vector<MergedCard>& merged) {
  const std::uint32_t begin = plan_.segment_begin[segment];
  const std::uint32_t end = plan_.segment_begin[segment + std::size_t{1}];
  if (begin > 0) last_key_ = std::max(last_key_, PlanKeyOf(begin - 1));
  // Those that keep their turns come when the walk through the plan reaches them.
  std::vector<AnnexCard*> free = picked;
  std::erase_if(free, [](const AnnexCard* card) { return card->keeps_turn; });
  ReadyCards ready(free);
  for (AnnexCard* card : free) {
    for (const AnnexCard* other : card->annex_prerequisites) {
      const bool keeps_turn = other->keeps_turn && !other->released;
      if (keeps_turn) ready.After(&plan_.cards[other->plan_position], card);
    }
    for (const std::uint32_t position : card->plan_prerequisites) {
      if (position >= begin && position < end) ready.After(&plan_.cards[position], card);
    }
  }
  ready.Start();
  for (std::uint32_t position = begin; position < end; ++position) {
    const std::uint32_t slot = plan_.cards[position].slot;
    AnnexCard* stand_in = Find(slot);
    if (stand_in != nullptr && (stand_in->released || !stand_in->keeps_turn)) continue;
    const SortKey key = cards_.KeyOf(slot);
    while (!ready.empty() && ready.first().key < key) {
      AnnexCard* card = ready.Pop();
      Release(*card, merged);
      ready.Finished(card);
    }
    last_key_ = std::max(last_key_, PlanKeyOf(position));
    if (stand_in != nullptr) {
      Release(*stand_in, merged);
    } else {
      merged.push_back({position, nullptr});
    }
    ready.Finished(&plan_.cards[position]);
  }
  while (!ready.empty()) {
    AnnexCard* card = ready.Pop();
    Release(*card, merged);
    ready.Finished(card);
  }
}

bool Annex::TakeSegment(Segment segment, bool with_plan, bool with_newcomers,
                        std::vector<MergedCard>& merged) {
  merged.clear();
  std::vector<AnnexCard*> picked;
  std::erase_if(waiting_, [&](AnnexCard* card) {
    const bool has_turn = with_newcomers || card->keeps_turn;
    if (card->place.segment > segment || !has_turn) return false;
    picked.push_back(card);
    return true;
  });
  if (picked.empty()) return false;

  const std::uint32_t end = plan_.segment_begin[segment + std::size_t{1}];
  const bool plan_has_cards = with_plan && plan_.segment_begin[segment] < end;
  const bool all_come_after = std::all_of(picked.begin(), picked.end(), [&](const AnnexCard* card) {
    return !card->keeps_turn && plan_.segment_last_key[segment] < card->key;
  });
  if (plan_has_cards && !all_come_after) {
    MergeWithPlan(segment, picked, merged);
    return true;
  }
  if (end > 0) last_key_ = std::max(last_key_, PlanKeyOf(end - 1));
  ReadyCards ready(std::move(picked));
  ready.Start();
  while (!ready.empty()) {
    AnnexCard* card = ready.Pop();
    Release(*card, merged);
    ready.Finished(card);
  }
  return false;
}

}  // namespace tickgraph
