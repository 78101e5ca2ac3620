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
  unplaced_.clear();
  new_edges_.clear();
  new_cards_.clear();
  follows_.clear();
  settled_segment_ = 0;
  last_key_ = 0;
  may_accept_edges_ = has_withdrawn_ = has_refused_edges_ = false;
  ranks_ascend_ = true;
}

AnnexCard& Annex::Add(std::uint32_t slot, TickGroup earliest) {
  MarkDependentsUnplaced(slot);
  AnnexCard& card = cards_in_frame_.emplace_back();
  card.number = cards_in_frame_.size() - 1;
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
  card.rank = RankOf(slot);
  card.placed_as_running = runs;
  card.skip.store(!runs, std::memory_order_relaxed);
  AnnexCard*& in_slot = by_slot_[slot];
  if (in_slot != nullptr && in_slot->card == card.card) {
    const bool may_be_called = in_slot->released && !in_slot->withdrawn &&
                               in_slot->placed_as_running && in_slot->lane == Lane::kAnyThread;
    card.comes_after_earlier = may_be_called ? in_slot : in_slot->comes_after_earlier;
  }
  in_slot = &card;
  waiting_.push_back(&card);
  new_cards_.push_back(&card);
  MarkUnplaced(card);
  return card;
}

void Annex::Remove(AnnexCard& card) {
  MarkDependentsUnplaced(card.card.slot);
  MarkUnplaced(card);
  card.withdrawn = has_withdrawn_ = true;
  by_slot_.erase(card.card.slot);
  if (card.rank != RankOf(card.card.slot)) ranks_ascend_ = false;
}

AnnexCard* Annex::Find(std::uint32_t slot) {
  const auto found = by_slot_.find(slot);
  return found == by_slot_.end() ? nullptr : found->second;
}

bool Annex::IsNewcomer(std::uint32_t slot) {
  const AnnexCard* card = Find(slot);
  return card != nullptr && !card->follows_newcomer;
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
  const std::uint32_t end = plan_.segment_end[segment];
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
    if (plan_.IsHole(position)) continue;
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

  const std::uint32_t end = plan_.segment_end[segment];
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
