// What makes, fills and takes away sets of cards (rule P8).

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "tickgraph/scheduler_impl.h"

namespace tickgraph {

std::uint32_t TickScheduler::Impl::MemberOf(std::uint32_t slot) const {
  return cards.Record(slot).kind == CardKind::kSetEnd ? sets.BeginOf(slot) : slot;
}

// ---- Sets ---------------------------------------------------------------------------------------

TickSet TickScheduler::Impl::RegisterSet(const TickSetDefinition& definition,
                                         SourceLocation where) {
  const TickSet set{cards.ReserveHandle(), cards.ReserveHandle()};
  AskOrDo([this, set, name = std::string(definition.name), in = definition.in,
           after = definition.after, where] {
    RegisterSetNow(set, name, where);
    for (const TickSet& outer : in) ReportIfAny(AddToSetNow(set, outer, kLeftOut, where));
    for (const TickHandle prerequisite : after) {
      ReportIfAny(AddPrerequisiteNow(set.begin, prerequisite, kLeftOut, where));
    }
    return std::nullopt;
  });
  return set;
}

void TickScheduler::Impl::RegisterSetNow(const TickSet& set, const std::string& set_name,
                                         SourceLocation where) {
  changes_.CardChanged(set.begin.slot);
  changes_.CardChanged(set.end.slot);
  cards.Insert(set.begin, {.name = set_name}, where, CardKind::kSetBegin);
  cards.Insert(set.end, {.name = set_name}, where, CardKind::kSetEnd);
  sets.AddSet(set.begin.slot, set.end.slot);
  // An empty set passes on the order that goes through it.
  edges.Add(set.begin.slot, set.end.slot, where);
  if (!in_frame) return;
  EnterFrame(set.begin.slot);
  EnterFrame(set.end.slot);
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::UnregisterSet(const TickSet& set,
                                                                   SourceLocation where) {
  return AskOrDo([this, set, where]() -> MaybeError {
    if (MaybeError error = CheckSet(set, {}, "Unregister did nothing.", where)) return error;
    sets.RemoveSet(set.begin.slot);
    Remove(set.begin);
    Remove(set.end);
    SettleRefusedEdges();
    return std::nullopt;
  });
}

// ---- Membership --------------------------------------------------------------------------------

TickScheduler::Impl::MaybeError TickScheduler::Impl::AddToSet(const TickLink& member,
                                                              const TickSet& set,
                                                              SourceLocation where) {
  return AskOrDo([this, member, set, where] {
    return AddToSetNow(member, set, "AddToSet did nothing.", where);
  });
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::AddToSetNow(const TickLink& member,
                                                                 const TickSet& set,
                                                                 const char* outcome,
                                                                 SourceLocation where) {
  if (MaybeError error = CheckMember(member.begin, set, outcome, where)) return error;
  if (MaybeError error = CheckSet(set, member.begin, outcome, where)) return error;
  if (MaybeError error = CheckMembership(member.begin, set.begin, where)) return error;
  if (!sets.Put(member.begin.slot, set.begin.slot)) return std::nullopt;
  AddEdge(set.begin.slot, member.begin.slot, where);
  AddEdge(member.end.slot, set.end.slot, where);
  return std::nullopt;
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::RemoveFromSet(const TickLink& member,
                                                                   const TickSet& set,
                                                                   SourceLocation where) {
  return AskOrDo([this, member, set, where]() -> MaybeError {
    constexpr const char* kOutcome = "RemoveFromSet did nothing.";
    if (MaybeError error = CheckMember(member.begin, set, kOutcome, where)) return error;
    if (MaybeError error = CheckSet(set, member.begin, kOutcome, where)) return error;
    if (!sets.Take(member.begin.slot, set.begin.slot)) return std::nullopt;
    RemoveEdge(set.begin.slot, member.begin.slot);
    RemoveEdge(member.end.slot, set.end.slot);
    SettleRefusedEdges();
    return std::nullopt;
  });
}

// ---- Checks ------------------------------------------------------------------------------------

TickScheduler::Impl::MaybeError TickScheduler::Impl::CheckSet(const TickSet& set, TickHandle member,
                                                              const char* outcome,
                                                              SourceLocation where) const {
  const char* const part = member ? "set" : nullptr;
  if (MaybeError error = CheckLive({set.begin, part, member}, outcome, where)) return error;
  if (MaybeError error = CheckLive({set.end, part, member}, outcome, where)) return error;
  if (sets.IsSet(set.begin.slot) && sets.EndOf(set.begin.slot) == set.end.slot) {
    return std::nullopt;
  }
  return NotACard(set.begin, std::string("a set that RegisterSet made is needed. ") + outcome,
                  where);
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::CheckMember(TickHandle member,
                                                                 const TickSet& set,
                                                                 const char* outcome,
                                                                 SourceLocation where) const {
  if (MaybeError error = CheckLive({member, "member", set.begin}, outcome, where)) return error;
  if (cards.Record(member.slot).kind != CardKind::kSetEnd) return std::nullopt;
  return NotACard(member, std::string("a card or the whole set is needed. ") + outcome, where);
}

TickError TickScheduler::Impl::NotACard(TickHandle card, std::string detail, SourceLocation where) {
  TickError error;
  error.code = TickErrorCode::kNotACard;
  error.card = card;
  error.where = where;
  error.detail = std::move(detail);
  return error;
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::AgainstOwnSet(std::uint32_t member,
                                                                   std::uint32_t set,
                                                                   const char* way_out,
                                                                   SourceLocation where) const {
  TickError error;
  error.code = TickErrorCode::kOrderedAgainstOwnSet;
  error.card = cards.HandleOf(member);
  error.other = cards.HandleOf(set);
  error.where = where;
  error.detail = way_out;
  return error;
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::CheckMembership(TickHandle member,
                                                                     TickHandle set,
                                                                     SourceLocation where) const {
  if (member == set || sets.IsInside(set.slot, member.slot)) {
    TickError error;
    error.code = TickErrorCode::kSetInsideItself;
    error.card = member;
    error.other = set;
    error.where = where;
    return error;
  }
  const std::optional<OrderedPair> against = sets.HasMembers(member.slot)
                                                 ? OrderOfMembersAgainst(member.slot, set.slot)
                                                 : OrderAgainst(member.slot, set.slot);
  if (!against) return std::nullopt;
  return AgainstOwnSet(against->first, against->second,
                       "It was not put into the set; remove the prerequisite first.", where);
}

// What comes before a set ends outside of it; what comes after begins there.
template <typename Visit>
void TickScheduler::Impl::ForEachOrdered(std::uint32_t slot, Visit&& visit) const {
  edges.ForEachIn(slot, [&](std::uint32_t index) {
    const std::uint32_t from = edges[index].from;
    if (cards.Record(from).kind != CardKind::kSetBegin) visit(MemberOf(from));
  });
  const std::uint32_t end = sets.IsSet(slot) ? sets.EndOf(slot) : slot;
  edges.ForEachOut(end, [&](std::uint32_t index) {
    const std::uint32_t to = edges[index].to;
    if (cards.Record(to).kind != CardKind::kSetEnd) visit(to);
  });
}

std::optional<TickScheduler::Impl::OrderedPair> TickScheduler::Impl::OrderAgainst(
    std::uint32_t member, std::uint32_t set) const {
  absl::flat_hash_set<std::uint32_t> ordered;
  ForEachOrdered(member, [&](std::uint32_t other) {
    if (sets.IsSet(other)) ordered.insert(other);
  });
  if (ordered.empty()) return std::nullopt;
  if (ordered.contains(set)) return std::pair(member, set);
  for (const std::uint32_t outer : sets.SetsAround(set)) {
    if (ordered.contains(outer)) return std::pair(member, outer);
  }
  return std::nullopt;
}

std::optional<TickScheduler::Impl::OrderedPair> TickScheduler::Impl::OrderOfMembersAgainst(
    std::uint32_t member, std::uint32_t set) const {
  std::vector<std::uint32_t> around = sets.SetsAround(set);
  around.push_back(set);
  for (const std::uint32_t outer : around) {
    std::optional<std::uint32_t> against;
    ForEachOrdered(outer, [&](std::uint32_t ordered) {
      if (ordered == member || sets.IsInside(ordered, member)) against = ordered;
    });
    if (against) return std::pair(*against, outer);
  }
  return std::nullopt;
}

TickScheduler::Impl::MaybeError TickScheduler::Impl::CheckOrder(TickHandle card,
                                                                TickHandle prerequisite,
                                                                SourceLocation where) const {
  const CardKind later = cards.Record(card.slot).kind;
  const CardKind earlier = cards.Record(prerequisite.slot).kind;
  if (later == CardKind::kCard && earlier == CardKind::kCard) return std::nullopt;
  if (later == CardKind::kSetEnd || earlier == CardKind::kSetBegin) {
    return NotACard(later == CardKind::kSetEnd ? card : prerequisite,
                    "prerequisites join cards and whole sets; pass the TickSet.", where);
  }
  const std::uint32_t one = card.slot;
  const std::uint32_t other = MemberOf(prerequisite.slot);
  constexpr const char* kWayOut = "The prerequisite was not added; order the members instead.";
  if (one == other || sets.IsInside(one, other)) {
    return AgainstOwnSet(one, other, kWayOut, where);
  }
  if (sets.IsInside(other, one)) return AgainstOwnSet(other, one, kWayOut, where);
  return std::nullopt;
}

}  // namespace tickgraph
