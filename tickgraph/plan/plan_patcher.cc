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

bool IsSameGap(const Insertion& a, const Insertion& b) {
  return a.gap == b.gap && a.segment == b.segment;
}

/// The first of those before `end` that come into the same gap as the last of them.
std::size_t BeginOfGroup(std::span<const Insertion> insertions, std::size_t end) {
  std::size_t begin = end - 1;
  while (begin > 0 && IsSameGap(insertions[begin - 1], insertions[end - 1])) --begin;
  return begin;
}

}  // namespace

bool PlanPatcher::Patch(CardStore& cards, EdgeStore& edges, const PlanChanges& changes,
                        FramePlan& plan) {
  const PatchParts parts = {cards, edges, plan};
  if (changes.is_many() || changes.may_open_cycle()) return false;
  if (changes.edges_went()) ForgetRemovedEdges(edges, changes);
  if (!DecideEdges(parts)) return false;
  plan.position_of_slot.resize(cards.slot_count(), FramePlan::kNoPosition);
  if (!changed_.Find(cards, edges, plan, changes.touched(), Limit(plan))) return false;
  positions_.clear();
  has_laid_out_ = false;
  TakeOutChanged(plan);
  FindInsertions(parts);
  Insert(parts);
  NoteDemotions(parts);
  changed_.Clear();
  ++plan.version;
  return true;
}

void PlanPatcher::ForgetRemovedEdges(EdgeStore& edges, const PlanChanges& changes) {
  // A hub may have been noted for each of its edges.
  for (const auto& slots : {changes.touched(), changes.losers()}) {
    for (const std::uint32_t slot : slots) {
      if (slot >= is_noted_.size()) is_noted_.resize(slot + std::size_t{1});
      if (!is_noted_[slot]) edges.Forget(slot);
      is_noted_[slot] = true;
    }
  }
  for (const auto& slots : {changes.touched(), changes.losers()}) {
    for (const std::uint32_t slot : slots) is_noted_[slot] = false;
  }
}

bool PlanPatcher::DecideEdges(const PatchParts& parts) {
  EdgeStore& edges = parts.edges;
  if (!NewEdges(parts.cards, edges, parts.plan).CloseNoCycle(Limit(parts.plan))) return false;
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
    if (!plan.demoted_by.empty()) plan.demoted_by.erase(plan.cards[position].slot);
    plan.TakeOut(position);
    positions_.push_back(position);
  }
  for (const ChangedCard& card : changed_.cards()) {
    if (card.old_position == FramePlan::kNoPosition) continue;
    plan.TakeOut(card.old_position);
    positions_.push_back(card.old_position);
  }
  for (Segment segment = 0; segment < kSegmentCount; ++segment) plan.TrimSegment(segment);
}

void PlanPatcher::FindInsertions(const PatchParts& parts) {
  std::array<bool, kSegmentCount> has_changed = {};
  for (const ChangedCard& card : changed_.cards()) has_changed[card.place.segment] = true;
  insertions_.clear();
  for (Segment segment = 0; segment < kSegmentCount; ++segment) {
    if (has_changed[segment]) merge_.Run(parts, changed_, segment, insertions_);
  }
}

// From the last gap to the first, so that making room does not move a gap that is still to come.
void PlanPatcher::Insert(const PatchParts& parts) {
  const FramePlan& plan = parts.plan;
  std::size_t end = insertions_.size();
  while (end > 0) {
    const std::size_t begin = BeginOfGroup(insertions_, end);
    if (!MakeRoom(parts, {insertions_.data() + begin, end - begin})) {
      LayOut(parts, {insertions_.data(), end});
      return;
    }
    end = begin;
  }
  std::uint32_t positions = 0;
  for (std::size_t segment = 0; segment < kSegmentCount; ++segment) {
    positions += plan.segment_end[segment] - plan.segment_begin[segment];
  }
  if (positions - plan.card_count > HolesAllowed(plan.card_count)) LayOut(parts, {});
}

void PlanPatcher::PutGroup(const PatchParts& parts, std::span<const Insertion> group,
                           std::uint32_t position) {
  for (const Insertion& insertion : group) {
    const ChangedCard& card = *changed_.Of(insertion.slot);
    parts.plan.Put(position++, card.slot, card.place, parts.cards);
  }
}

bool PlanPatcher::MakeRoom(const PatchParts& parts, std::span<const Insertion> group) {
  FramePlan& plan = parts.plan;
  const std::size_t segment = group.front().segment;
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
    if (!plan.IsHole(from)) plan.Move(from, --to, parts.cards);
  }
  plan.segment_end[segment] = std::max(end, last);
  for (std::uint32_t at = first; at < last; ++at) positions_.push_back(at);
  PutGroup(parts, group, first);
  return true;
}

void PlanPatcher::LayOut(const PatchParts& parts, std::span<const Insertion> insertions) {
  has_laid_out_ = true;
  FramePlan& plan = parts.plan;
  const FramePlan::Layout old = plan.TakeLayout();
  // Where cards came among others, more will come.
  const std::uint32_t for_each =
      insertions.empty()
          ? 0
          : std::min(kRoomForEach,
                     plan.card_count / 8 / static_cast<std::uint32_t>(insertions.size()));
  const auto room_behind = [&](std::size_t at) -> std::uint32_t {
    const Insertion& last = insertions[at];
    const bool is_last = at + 1 == insertions.size() || !IsSameGap(insertions[at + 1], last);
    if (!is_last || last.gap == old.segment_end[last.segment]) return 0;
    return static_cast<std::uint32_t>(at + 1 - BeginOfGroup(insertions, at + 1)) * for_each;
  };
  std::array<std::uint32_t, kSegmentCount> live = {};
  std::array<std::uint32_t, kSegmentCount> room = {};
  for (std::size_t at = 0; at < insertions.size(); ++at) {
    const Segment segment = insertions[at].segment;
    ++live[segment];
    room[segment] += room_behind(at);
  }
  for (std::size_t segment = 0; segment < kSegmentCount; ++segment) {
    for (std::uint32_t at = old.segment_begin[segment]; at < old.segment_end[segment]; ++at) {
      live[segment] += old.cards[at] ? 1 : 0;
    }
    plan.segment_begin[segment + 1] = plan.segment_begin[segment] + live[segment] +
                                      live[segment] / kRunLength + RoomFor(live[segment]) +
                                      room[segment];
  }
  plan.MakeHoles(plan.segment_begin[kSegmentCount]);
  auto next = insertions.begin();
  for (std::size_t segment = 0; segment < kSegmentCount; ++segment) {
    // Position of the next card: after each run there is a hole.
    std::uint32_t position = plan.segment_begin[segment];
    std::uint32_t run_room = kRunLength;
    const auto advance = [&](std::uint32_t count) {
      position += count;
      run_room -= count;
      if (run_room > 0) return;
      ++position;
      run_room = kRunLength;
    };
    const std::uint32_t end = old.segment_end[segment];
    std::uint32_t at = old.segment_begin[segment];
    while (true) {
      for (; next != insertions.end() && next->segment == segment && next->gap <= at; ++next) {
        PutGroup(parts, {&*next, 1}, position);
        advance(1);
        position += room_behind(static_cast<std::size_t>(next - insertions.begin()));
      }
      if (at == end) break;
      if (!old.cards[at]) {
        ++at;
        continue;
      }
      const bool is_next_here = next != insertions.end() && next->segment == segment;
      const std::uint32_t stop = std::min({end, at + run_room, is_next_here ? next->gap : end});
      std::uint32_t count = 1;
      while (at + count < stop && old.cards[at + count]) ++count;
      plan.PutBack(position, old, at, count);
      at += count;
      advance(count);
    }
    plan.segment_end[segment] = position;
    plan.TrimSegment(static_cast<Segment>(segment));
  }
}

void PlanPatcher::NoteDemotions(const PatchParts& parts) {
  FramePlan& plan = parts.plan;
  const auto place_of = [&](std::uint32_t slot) {
    return plan.places[plan.position_of_slot[slot]];
  };
  for (const ChangedCard& card : changed_.cards()) {
    const auto cause = CauseOfDemotion(parts.cards, parts.edges, card.slot, card.place, place_of);
    if (cause) {
      plan.demoted_by[card.slot] = *cause;
    } else if (!plan.demoted_by.empty()) {
      plan.demoted_by.erase(card.slot);
    }
  }
}

}  // namespace tickgraph
