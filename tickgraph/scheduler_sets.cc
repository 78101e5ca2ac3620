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
    for (const TickSet& outer : in) AddToSetNow(set.begin, set.end, outer, where).IgnoreError();
    for (const TickHandle prerequisite : after) {
      AddPrerequisiteNow(set.begin, prerequisite, where).IgnoreError();
    }
    return absl::OkStatus();
  }).IgnoreError();
  return set;
}

void TickScheduler::Impl::RegisterSetNow(const TickSet& set, const std::string& set_name,
                                         SourceLocation where) {
  plan_is_stale_ = true;
  cards.Insert(set.begin, {.name = set_name}, where, CardKind::kSetBegin);
  cards.Insert(set.end, {.name = set_name}, where, CardKind::kSetEnd);
  sets.AddSet(set.begin.slot, set.end.slot);
  // An empty set passes on the order that goes through it.
  edges.Add(set.begin.slot, set.end.slot, where);
  if (!in_frame) return;
  EnterFrame(set.begin.slot);
  EnterFrame(set.end.slot);
}

absl::Status TickScheduler::Impl::UnregisterSet(const TickSet& set, SourceLocation where) {
  return AskOrDo([this, set, where] {
    if (absl::Status status = CheckSet(set, "Unregister", where); !status.ok()) return status;
    sets.RemoveSet(set.begin.slot);
    Remove(set.begin);
    Remove(set.end);
    return absl::OkStatus();
  });
}

// ---- Membership --------------------------------------------------------------------------------

absl::Status TickScheduler::Impl::AddToSet(const TickLink& member, const TickSet& set,
                                           SourceLocation where) {
  return AskOrDo(
      [this, member, set, where] { return AddToSetNow(member.begin, member.end, set, where); });
}

absl::Status TickScheduler::Impl::AddToSetNow(TickHandle begin, TickHandle end, const TickSet& set,
                                              SourceLocation where) {
  constexpr const char* kFunction = "AddToSet";
  if (absl::Status status = CheckMember(begin, kFunction, where); !status.ok()) return status;
  if (absl::Status status = CheckSet(set, kFunction, where); !status.ok()) return status;
  if (absl::Status status = CheckMembership(begin, set.begin, where); !status.ok()) return status;
  if (!sets.Put(begin.slot, set.begin.slot)) return absl::OkStatus();
  AddEdge(set.begin.slot, begin.slot, where);
  AddEdge(end.slot, set.end.slot, where);
  return absl::OkStatus();
}

absl::Status TickScheduler::Impl::RemoveFromSet(const TickLink& member, const TickSet& set,
                                                SourceLocation where) {
  return AskOrDo([this, member, set, where] {
    constexpr const char* kFunction = "RemoveFromSet";
    if (absl::Status status = CheckMember(member.begin, kFunction, where); !status.ok()) {
      return status;
    }
    if (absl::Status status = CheckSet(set, kFunction, where); !status.ok()) return status;
    if (!sets.Take(member.begin.slot, set.begin.slot)) return absl::OkStatus();
    RemoveEdge(set.begin.slot, member.begin.slot);
    RemoveEdge(member.end.slot, set.end.slot);
    return absl::OkStatus();
  });
}

// ---- Checks ------------------------------------------------------------------------------------

absl::Status TickScheduler::Impl::CheckSet(const TickSet& set, const char* function,
                                           SourceLocation where) {
  if (absl::Status status = CheckLive(set.begin, function, where); !status.ok()) return status;
  if (absl::Status status = CheckLive(set.end, function, where); !status.ok()) return status;
  if (sets.IsSet(set.begin.slot) && sets.EndOf(set.begin.slot) == set.end.slot) {
    return absl::OkStatus();
  }
  return ReportNotACard(set.begin, std::string(function) + " needs a set made by RegisterSet.",
                        where);
}

absl::Status TickScheduler::Impl::CheckMember(TickHandle member, const char* function,
                                              SourceLocation where) {
  if (absl::Status status = CheckLive(member, function, where); !status.ok()) return status;
  if (cards.Record(member.slot).kind != CardKind::kSetEnd) return absl::OkStatus();
  return ReportNotACard(member, std::string(function) + " needs a card or the whole set.", where);
}

absl::Status TickScheduler::Impl::ReportNotACard(TickHandle card, std::string detail,
                                                 SourceLocation where) {
  TickError error;
  error.code = TickErrorCode::kNotACard;
  error.card = card;
  error.where = where;
  error.detail = std::move(detail);
  return Report(std::move(error));
}

absl::Status TickScheduler::Impl::ReportAgainstOwnSet(std::uint32_t member, std::uint32_t set,
                                                      const char* way_out, SourceLocation where) {
  TickError error;
  error.code = TickErrorCode::kOrderedAgainstOwnSet;
  error.card = cards.HandleOf(member);
  error.other = cards.HandleOf(set);
  error.where = where;
  error.detail = way_out;
  return Report(std::move(error));
}

absl::Status TickScheduler::Impl::CheckMembership(TickHandle member, TickHandle set,
                                                  SourceLocation where) {
  if (member == set || sets.IsInside(set.slot, member.slot)) {
    TickError error;
    error.code = TickErrorCode::kSetInsideItself;
    error.card = member;
    error.other = set;
    error.where = where;
    return Report(std::move(error));
  }
  const std::optional<OrderedPair> against = sets.HasMembers(member.slot)
                                                 ? OrderOfMembersAgainst(member.slot, set.slot)
                                                 : OrderAgainst(member.slot, set.slot);
  if (!against) return absl::OkStatus();
  return ReportAgainstOwnSet(against->first, against->second,
                             "It was not put into the set; remove the prerequisite first.", where);
}

// What comes before a set ends outside of it; what comes after begins there.
template <typename Visit>
void TickScheduler::Impl::ForEachOrdered(std::uint32_t slot, Visit&& visit) {
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
    std::uint32_t member, std::uint32_t set) {
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
    std::uint32_t member, std::uint32_t set) {
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

absl::Status TickScheduler::Impl::CheckOrder(TickHandle card, TickHandle prerequisite,
                                             SourceLocation where) {
  const CardKind later = cards.Record(card.slot).kind;
  const CardKind earlier = cards.Record(prerequisite.slot).kind;
  if (later == CardKind::kCard && earlier == CardKind::kCard) return absl::OkStatus();
  if (later == CardKind::kSetEnd || earlier == CardKind::kSetBegin) {
    return ReportNotACard(later == CardKind::kSetEnd ? card : prerequisite,
                          "prerequisites join cards and whole sets; pass the TickSet.", where);
  }
  const std::uint32_t one = card.slot;
  const std::uint32_t other = MemberOf(prerequisite.slot);
  constexpr const char* kWayOut = "The prerequisite was not added; order the members instead.";
  if (one == other || sets.IsInside(one, other)) {
    return ReportAgainstOwnSet(one, other, kWayOut, where);
  }
  if (sets.IsInside(other, one)) return ReportAgainstOwnSet(other, one, kWayOut, where);
  return absl::OkStatus();
}

}  // namespace tickgraph
