#include "tests/model/random_schedule.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>

#include "tests/support/awkward_names.h"

namespace tickgraph::model {
namespace {

bool IsInside(const Schedule& schedule, std::uint32_t inner, std::uint32_t outer) {
  if (inner == outer) return true;
  for (const std::uint32_t parent : schedule.sets[inner].parents) {
    if (IsInside(schedule, parent, outer)) return true;
  }
  return false;
}

std::vector<std::uint32_t> Ends(const Schedule& schedule, const ScheduleEndpoint& endpoint) {
  if (endpoint.is_set()) return MembersOf(schedule, endpoint.index);
  return {endpoint.index};
}

}  // namespace

Schedule MakeRandomSchedule(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  Schedule schedule;
  const std::size_t sets = below(6);
  const std::size_t cards = 1 + below(12);
  for (std::uint32_t set = 0; set < sets; ++set) {
    schedule.sets.emplace_back();
    schedule.sets.back().name = "set" + std::to_string(set);
    for (std::uint32_t parent = 0; parent < set; ++parent) {
      if (below(3) == 0) schedule.sets.back().parents.push_back(parent);
    }
  }
  for (std::uint32_t card = 0; card < cards; ++card) {
    schedule.cards.emplace_back();
    schedule.cards.back().name = "card" + std::to_string(card);
    for (std::uint32_t set = 0; set < sets; ++set) {
      if (below(4) == 0) schedule.cards.back().sets.push_back(set);
    }
  }
  const std::size_t edges = below(10);
  const bool may_have_cycles = below(4) == 0;
  for (std::size_t edge = 0; edge < edges; ++edge) {
    ScheduleEdge added;
    for (ScheduleEndpoint* end : {&added.from, &added.to}) {
      const bool is_set = sets > 0 && below(2) == 0;
      end->kind = is_set ? ScheduleEndpoint::Kind::kSet : ScheduleEndpoint::Kind::kCard;
      end->index = below(is_set ? sets : cards);
    }
    if (!may_have_cycles && !added.from.is_set() && !added.to.is_set() &&
        added.from.index > added.to.index) {
      std::swap(added.from, added.to);
    }
    schedule.edges.push_back(added);
  }
  return schedule;
}

Schedule MakeRandomDetailedSchedule(std::uint32_t seed) {
  Schedule schedule = MakeRandomSchedule(seed);
  std::mt19937_64 random(seed);
  const std::vector<std::string> names = AwkwardNames();
  const auto chance = [&](unsigned one_in) { return random() % one_in == 0; };
  const auto name = [&] { return names[random() % names.size()]; };
  const auto group = [&] { return static_cast<TickGroup>(random() % kTickGroupCount); };
  const auto number = [&] { return std::ldexp(static_cast<double>(random() >> 11), -30); };
  schedule.file = name();
  schedule.source_files = {"move.cc", name(), "a:1"};
  const auto source = [&]() -> ScheduleSource {
    if (chance(2)) return {};
    return {1 + static_cast<std::uint32_t>(random() % 3), static_cast<std::uint32_t>(random())};
  };
  // Part of the ids are awkward, too; a number makes them differ.
  std::uint32_t ids = 0;
  const auto id = [&] { return (chance(2) ? name() : "id ") + std::to_string(ids++); };
  for (std::uint32_t set = 0; set < schedule.sets.size(); ++set) {
    ScheduleSet& made = schedule.sets[set];
    made.name = name();
    if (chance(2)) made.full_name = name();
    made.source_id = id();
    made.source = source();
    // A set that lies inside itself, through others or at once.
    if (chance(8)) made.parents.push_back(static_cast<std::uint32_t>(schedule.sets.size() - 1));
    std::sort(made.parents.begin(), made.parents.end(), std::greater<>());
    made.parents.erase(std::unique(made.parents.begin(), made.parents.end()), made.parents.end());
  }
  for (ScheduleCard& card : schedule.cards) {
    card.name = name();
    if (chance(2)) card.full_name = name();
    card.source_id = id();
    if (chance(2)) card.owner = name();
    if (chance(2)) card.start = group();
    if (chance(3)) card.end = group();
    if (chance(2)) card.lane = chance(2) ? Lane::kGameThread : Lane::kAnyThread;
    card.high_priority = chance(4);
    if (chance(2)) card.order = static_cast<std::int32_t>(random());
    if (chance(3)) card.tie_key = random();
    card.allow_on_dedicated_server = !chance(4);
    card.engine_stage = chance(6);
    card.state = static_cast<CardState>(random() % 3);
    if (chance(3)) card.cooling_seconds = number();
    if (chance(2)) card.cost_us = number();
    if (chance(4)) card.count = static_cast<std::int64_t>(random() >> 1);
    card.missing = chance(8);
    card.source = source();
    if (chance(2)) std::reverse(card.sets.begin(), card.sets.end());
  }
  for (ScheduleEdge& edge : schedule.edges) edge.source = source();
  for (std::uint32_t card = 0; card < schedule.cards.size(); ++card) {
    if (schedule.cards[card].sets.empty() || !chance(3)) continue;
    ScheduleEdge edge;
    edge.kind = ScheduleEdge::Kind::kMembership;
    edge.from.index = card;
    edge.to = {ScheduleEndpoint::Kind::kSet, schedule.cards[card].sets.back()};
    edge.source = source();
    schedule.edges.push_back(edge);
  }
  if (chance(3)) schedule.declared.registered = static_cast<std::int64_t>(random() >> 1);
  if (chance(3)) schedule.declared.enabled = 0;
  if (chance(3)) schedule.declared.disabled = 7;
  if (chance(3)) schedule.published = {{4, number(), number()}, {0, 0, 0}};
  return schedule;
}

std::vector<std::uint32_t> MembersOf(const Schedule& schedule, std::uint32_t set) {
  std::vector<std::uint32_t> members;
  for (std::uint32_t card = 0; card < schedule.cards.size(); ++card) {
    for (const std::uint32_t direct : schedule.cards[card].sets) {
      if (!IsInside(schedule, direct, set)) continue;
      members.push_back(card);
      break;
    }
  }
  return members;
}

std::set<std::pair<std::uint32_t, std::uint32_t>> MultiplyOut(const Schedule& schedule,
                                                              const ScheduleGraphCheck& check) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t index = 0; index < schedule.edges.size(); ++index) {
    const ScheduleEdge& edge = schedule.edges[index];
    if (edge.kind != ScheduleEdge::Kind::kOrder || check.is_void_edge[index]) continue;
    for (const std::uint32_t from : Ends(schedule, edge.from)) {
      for (const std::uint32_t to : Ends(schedule, edge.to)) {
        if (from != to) pairs.insert({from, to});
      }
    }
  }
  return pairs;
}

}  // namespace tickgraph::model
