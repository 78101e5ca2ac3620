#ifndef TICKGRAPH_TICK_SET_H_
#define TICKGRAPH_TICK_SET_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "tickgraph/tick_handle.h"

namespace tickgraph {

/// Names a set of cards. Edges may end at a set: what comes after it comes after every member, what
/// it comes after comes before every member.
///
///   TickSet ai = scheduler.RegisterSet({.name = "ai", .after = {input}});
///   scheduler.Register({.name = "think", .in = {ai}, .run = Think});
///   scheduler.Register({.name = "camera", .after = {ai}, .run = Follow});
///
/// Rules
/// - A card may be in several sets, and a set in other sets.
/// - A set is two cards that run nothing, its begin and its end; they are not counted as cards and
///   put nobody into a later group than the cards around them do.
/// - An empty set passes on the order that goes through it.
struct TickSet {
  TickHandle begin = {};
  TickHandle end = {};

  /// False for a default-made set; true says nothing about whether the set still exists.
  explicit constexpr operator bool() const { return static_cast<bool>(begin); }
  /// As a prerequisite a set is its end: `.after = {ai}`.
  constexpr operator TickHandle() const { return end; }
  friend constexpr bool operator==(const TickSet&, const TickSet&) = default;
};

/// What stands behind a handle: a card, or one of the two ends of a set.
enum class CardKind : std::uint8_t { kCard, kSetBegin, kSetEnd };

struct TickSetDefinition {
  /// For messages and exports; may hold anything and need not be unique.
  std::string_view name = {};
  /// The sets that this one lies in.
  std::vector<TickSet> in = {};
  /// Cards and sets that have finished before the first member starts.
  std::vector<TickHandle> after = {};
};

/// A card or a set, as a link of TickScheduler::Chain.
struct TickLink {
  constexpr TickLink(TickHandle card) : begin(card), end(card) {}
  constexpr TickLink(const TickSet& set) : begin(set.begin), end(set.end) {}

  TickHandle begin;
  TickHandle end;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_TICK_SET_H_
