#include "tickgraph/plan/plan_patcher.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tickgraph/plan/card_place.h"
#include "tickgraph/plan/new_edges.h"

namespace tickgraph {
namespace {

/// Room behind a segment of so many cards.
std::uint32_t RoomFor(std::uint32_t cards) { return cards == 0 ? 0 : cards / 4 + 8; }

/// Holes that do not matter among so many cards.
std::uint32_t HolesAllowed(std::uint32_t cards) { return cards / 4 + 64; }

}  // namespace

bool PlanPatcher::Patch(CardStore& cards, EdgeStore& edges, const PlanChanges& changes,
                        FramePlan& plan, bool has_ignored_edges) {
  const bool may_accept_edges = has_ignored_edges && changes.edges_went();
  if (changes.is_many() || may_accept_edges || !DecideEdges(cards, edges, changes, plan)) {
    return false;
  }
  plan.position_of_slot.resize(cards.slot_count(), FramePlan::kNoPosition);
  if (!changed_.Find(cards, edges, plan, changes.touched(), Limit(plan))) return false;
  TakeOutChanged(plan);
  FindInsertions(cards, edges, plan);
  Insert(cards, plan);
  NoteDemotions(cards, edges, plan);
  changed_.Clear();
  ++plan.version;
  return true;
}

bool PlanPatcher::DecideEdges(const CardStore& cards, EdgeStore& edges, const PlanChanges& changes,
                              const FramePlan& plan) const {
  for (const std::uint32_t slot : changes.touched()) edges.Forget(slot);
  for (const std::uint32_t slot : changes.losers()) edges.Forget(slot);
  if (!NewEdges(cards, edges, plan).CloseNoCycle(Limit(plan))) return false;
  for (std::uint32_t index = edges.first_unplanned(); index < edges.size(); ++index) {
    Edge& edge = edges[index];
    edge.in_plan = edge.counts = !edge.removed;
    edge.reported = false;
  }
  edges.AllArePlanned();
  return true;
}

void PlanPatcher::TakeOutChanged(FramePlan& plan) {
  for (const std::uint32_t position : changed_.gone()) {
    plan.demoted_by.erase(plan.cards[position].slot);
    plan.TakeOut(position);
  }
  for (const ChangedCard& card : changed_.cards()) {
    if (card.old_position != FramePlan::kNoPosition) plan.TakeOut(card.old_position);
  }
  for (Segment segment = 0; segment < kSegmentCount; ++segment) plan.TrimSegment(segment);
}

void PlanPatcher::FindInsertions(const CardStore& cards, const EdgeStore& edges,
                                 const FramePlan& plan) {
  std::array<std::vector<ChangedCard*>, kSegmentCount> by_segment;
  for (ChangedCard& card : changed_.cards()) by_segment[card.place.segment].push_back(&card);
  insertions_.clear();
  OrderMerge merge(cards, edges, plan, changed_);
  for (Segment segment = 0; segment < kSegmentCount; ++segment) {
    if (by_segment[segment].empty()) continue;
    for (ChangedCard* card : by_segment[segment]) merge.Add(*card);
    merge.Run(segment, insertions_);
  }
}

// From the last gap to the first, so that making room does not move a gap that is still to come.
void PlanPatcher::Insert(CardStore& cards, FramePlan& plan) {
  std::size_t end = insertions_.size();
  while (end > 0) {
    std::size_t begin = end - 1;
    const auto segment_of = [&](std::size_t at) {
      return changed_.Of(insertions_[at].slot)->place.segment;
    };
    while (begin > 0 && insertions_[begin - 1].gap == insertions_[end - 1].gap &&
           segment_of(begin - 1) == segment_of(end - 1)) {
      --begin;
    }
    const std::span<const Insertion> group(insertions_.data() + begin, end - begin);
    if (!MakeRoom(plan, group, cards)) {
      LayOut(plan, {insertions_.data(), end}, cards);
      return;
    }
    end = begin;
  }
  std::uint32_t holes = 0;
  for (std::size_t segment = 0; segment < kSegmentCount; ++segment) {
    holes += plan.segment_end[segment] - plan.segment_begin[segment];
  }
  holes -= plan.card_count;
  if (holes > HolesAllowed(plan.card_count)) LayOut(plan, {}, cards);
}

void PlanPatcher::PutGroup(FramePlan& plan, std::span<const Insertion> group,
                           std::uint32_t position, CardStore& cards) {
  for (const Insertion& insertion : group) {
    const ChangedCard& card = *changed_.Of(insertion.slot);
    plan.Put(position++, card.slot, card.place, cards);
  }
}

bool PlanPatcher::MakeRoom(FramePlan& plan, std::span<const Insertion> group, CardStore& cards) {
  const std::size_t segment = changed_.Of(group.front().slot)->place.segment;
  const std::uint32_t gap = group.front().gap;
  const std::uint32_t begin = plan.segment_begin[segment];
  const std::uint32_t end = plan.segment_end[segment];
  const std::uint32_t room_end = plan.segment_begin[segment + 1];
  const auto needed = static_cast<std::uint32_t>(group.size());

  std::uint32_t first = gap;
  while (first > begin && gap - first < needed && plan.IsHole(first - 1)) --first;
  std::uint32_t found = gap - first;
  std::uint32_t last = gap;
  while (found < needed) {
    if (last == room_end || last - gap > kReach + needed) return false;
    if (last >= end || plan.IsHole(last)) ++found;
    ++last;
  }
  // What lies in [gap, last) is moved to its end.
  std::uint32_t to = last;
  for (std::uint32_t from = std::min(last, end); from-- > gap;) {
    if (!plan.IsHole(from)) plan.Move(from, --to, cards);
  }
  plan.segment_end[segment] = std::max(end, last);
  PutGroup(plan, group, first, cards);
  return true;
}

void PlanPatcher::LayOut(FramePlan& plan, std::span<const Insertion> insertions, CardStore& cards) {
  FramePlan::Layout old = plan.TakeLayout();
  std::array<std::uint32_t, kSegmentCount> live = {};
  for (const Insertion& insertion : insertions) {
    ++live[changed_.Of(insertion.slot)->place.segment];
  }
  for (std::size_t segment = 0; segment < kSegmentCount; ++segment) {
    for (std::uint32_t at = old.segment_begin[segment]; at < old.segment_end[segment]; ++at) {
      live[segment] += old.cards[at] ? 1 : 0;
    }
    plan.segment_begin[segment + 1] =
        plan.segment_begin[segment] + live[segment] + RoomFor(live[segment]);
  }
  plan.MakeHoles(plan.segment_begin[kSegmentCount]);
  auto next = insertions.begin();
  for (std::size_t segment = 0; segment < kSegmentCount; ++segment) {
    std::uint32_t position = plan.segment_begin[segment];
    const auto insert_before = [&](std::uint32_t gap) {
      for (; next != insertions.end() && next->gap <= gap &&
             changed_.Of(next->slot)->place.segment == segment;
           ++next) {
        PutGroup(plan, {&*next, 1}, position++, cards);
      }
    };
    for (std::uint32_t at = old.segment_begin[segment]; at < old.segment_end[segment]; ++at) {
      insert_before(at);
      if (old.cards[at]) plan.PutBack(position++, old, at, cards);
    }
    insert_before(old.segment_end[segment]);
    plan.segment_end[segment] = position;
  }
}

void PlanPatcher::NoteDemotions(const CardStore& cards, const EdgeStore& edges, FramePlan& plan) {
  const auto place_of = [&](std::uint32_t slot) {
    return plan.places[plan.position_of_slot[slot]];
  };
  for (const ChangedCard& card : changed_.cards()) {
    const auto cause = CauseOfDemotion(cards, edges, card.slot, card.place, place_of);
    if (cause) {
      plan.demoted_by[card.slot] = *cause;
    } else if (!plan.demoted_by.empty()) {
      plan.demoted_by.erase(card.slot);
    }
  }
}

}  // namespace tickgraph
