#include "tests/model/random_schedule.h"

#include <random>

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
