#include "tests/support/reference_plan.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <sstream>
#include <tuple>

namespace tickgraph {
namespace {

using Matrix = std::vector<std::vector<bool>>;

bool IsAllowedEnd(int group, bool engine_stage) {
  return engine_stage || (group != 1 && group != 3);
}

/// Works on one graph without cycles: each card after its prerequisites.
class Placer {
 public:
  Placer(const ReferenceGraph& graph, const std::vector<bool>& counts,
         std::vector<ReferencePlace>& places)
      : graph_(graph), counts_(counts), places_(places), is_placed_(graph.cards.size(), false) {}

  void PlaceAll() {
    bool is_changed = true;
    while (is_changed) {
      is_changed = false;
      for (std::size_t card = 0; card < graph_.cards.size(); ++card) {
        const std::vector<std::size_t> prerequisites = PrerequisitesOf(card);
        const bool is_ready = std::all_of(prerequisites.begin(), prerequisites.end(),
                                          [this](std::size_t other) { return is_placed_[other]; });
        if (is_placed_[card] || !is_ready) continue;
        Place(card);
        is_placed_[card] = true;
        is_changed = true;
      }
    }
  }

 private:
  std::vector<std::size_t> PrerequisitesOf(std::size_t card) const {
    std::vector<std::size_t> found;
    for (std::size_t edge = 0; edge < graph_.edges.size(); ++edge) {
      if (counts_[edge] && graph_.edges[edge].second == card) {
        found.push_back(graph_.edges[edge].first);
      }
    }
    return found;
  }

  /// The cards that reach `card` with nothing but disabled cards in between (rule P3).
  std::set<std::size_t> ReachedFrom(std::size_t card) const {
    std::set<std::size_t> reached;
    for (const std::size_t other : PrerequisitesOf(card)) {
      if (graph_.cards[other].enabled) {
        reached.insert(other);
      } else {
        reached.merge(ReachedFrom(other));
      }
    }
    return reached;
  }

  void Place(std::size_t number) {
    const ReferenceCard& card = graph_.cards[number];
    const std::set<std::size_t> before = ReachedFrom(number);

    int start = card.enabled ? GroupIndex(card.start) : 0;
    int end = card.enabled ? GroupIndex(card.end) : 0;
    while (card.enabled && !IsAllowedEnd(end, card.engine_stage)) --end;
    for (const std::size_t other : before) {
      start = std::max(start, GroupIndex(places_[other].start));
      end = std::max(end, GroupIndex(places_[other].end));
    }
    if (card.enabled && start != GroupIndex(card.start) && (start == 1 || start == 3)) ++start;
    end = std::max(end, start);
    while (card.enabled && !IsAllowedEnd(end, card.engine_stage)) ++end;

    int stretch = 2 * start;
    if (!card.enabled) stretch = 0;
    for (const std::size_t other : before) {
      stretch = std::max(stretch, places_[other].stretch);
      if (!card.enabled || card.lane != Lane::kGameThread) continue;
      if (graph_.cards[other].lane != Lane::kAnyThread) continue;
      const int worker_end = GroupIndex(places_[other].end);
      const bool joins_at_end_physics = start == 2 && worker_end >= 2;
      if (worker_end > start || joins_at_end_physics) {
        stretch = std::max(stretch, 2 * worker_end + 1);
      }
    }
    places_[number] = {static_cast<TickGroup>(start), static_cast<TickGroup>(end), stretch};
  }

  const ReferenceGraph& graph_;
  const std::vector<bool>& counts_;
  std::vector<ReferencePlace>& places_;
  std::vector<bool> is_placed_;
};

/// Rule P4: oldest first, and only while there is no way back.
std::vector<bool> CountingEdges(const ReferenceGraph& graph) {
  const std::size_t size = graph.cards.size();
  Matrix reaches(size, std::vector<bool>(size, false));
  for (std::size_t card = 0; card < size; ++card) reaches[card][card] = true;
  std::vector<bool> counts;
  for (const auto& [from, to] : graph.edges) {
    counts.push_back(!reaches[to][from]);
    if (!counts.back()) continue;
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t b = 0; b < size; ++b) {
        if (reaches[a][from] && reaches[to][b]) reaches[a][b] = true;
      }
    }
  }
  return counts;
}

/// Rule L2, literally.
std::vector<std::size_t> OrderOf(const ReferenceGraph& graph, const std::vector<bool>& counts,
                                 const std::vector<ReferencePlace>& places) {
  const std::size_t size = graph.cards.size();
  std::vector<bool> is_taken(size, false);
  std::vector<std::size_t> order;
  const auto key = [&](std::size_t number) {
    const ReferenceCard& card = graph.cards[number];
    return std::tuple(!card.high_priority, card.order, card.tie_key, number);
  };
  for (int stretch = 0; stretch < 2 * kTickGroupCount; ++stretch) {
    while (true) {
      std::size_t best = size;
      for (std::size_t card = 0; card < size; ++card) {
        if (is_taken[card] || places[card].stretch != stretch) continue;
        bool is_ready = true;
        for (std::size_t edge = 0; edge < graph.edges.size(); ++edge) {
          if (!counts[edge] || graph.edges[edge].second != card) continue;
          is_ready = is_ready && is_taken[graph.edges[edge].first];
        }
        if (is_ready && (best == size || key(card) < key(best))) best = card;
      }
      if (best == size) break;
      is_taken[best] = true;
      order.push_back(best);
    }
  }
  return order;
}

}  // namespace

ReferencePlan::ReferencePlan(const ReferenceGraph& graph)
    : counts(CountingEdges(graph)), places(graph.cards.size()) {
  Placer(graph, counts, places).PlaceAll();
  order = OrderOf(graph, counts, places);
}

ReferenceGraph RandomGraph(std::mt19937& random, std::size_t cards, std::size_t edges,
                           bool with_cycles) {
  constexpr std::array kStarts = {TickGroup::kPrePhysics, TickGroup::kPrePhysics,
                                  TickGroup::kDuringPhysics, TickGroup::kPostPhysics,
                                  TickGroup::kPostUpdateWork};
  constexpr std::array kEngineStarts = {TickGroup::kStartPhysics, TickGroup::kEndPhysics};
  const auto below = [&random](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  ReferenceGraph graph;
  for (std::size_t number = 0; number < cards; ++number) {
    ReferenceCard card;
    card.engine_stage = below(10) == 0;
    card.start = card.engine_stage ? kEngineStarts[below(2)] : kStarts[below(kStarts.size())];
    const std::size_t first_end = static_cast<std::size_t>(GroupIndex(card.start));
    const bool has_late_end = below(3) == 0;
    card.end = has_late_end ? static_cast<TickGroup>(first_end + below(6 - first_end)) : card.start;
    card.lane = below(2) == 0 ? Lane::kGameThread : Lane::kAnyThread;
    card.high_priority = below(5) == 0;
    card.order = static_cast<std::int32_t>(below(3)) - 1;
    card.tie_key = below(4) == 0 ? below(cards) : number;
    card.enabled = below(6) != 0;
    graph.cards.push_back(card);
  }
  // Numbers and ranks do not grow together, so that edges also lead against the registration.
  std::vector<std::size_t> ranks(cards);
  std::iota(ranks.begin(), ranks.end(), std::size_t{0});
  std::shuffle(ranks.begin(), ranks.end(), random);
  std::set<std::pair<std::size_t, std::size_t>> known;
  for (std::size_t tries = 0; tries < edges; ++tries) {
    std::size_t from = below(cards);
    std::size_t to = below(cards);
    if (!with_cycles) {
      if (from == to) continue;
      if (ranks[from] > ranks[to]) std::swap(from, to);
    }
    if (known.emplace(from, to).second) graph.edges.emplace_back(from, to);
  }
  return graph;
}

std::string DescribeGraph(const ReferenceGraph& graph) {
  std::ostringstream text;
  for (std::size_t number = 0; number < graph.cards.size(); ++number) {
    const ReferenceCard& card = graph.cards[number];
    text << number << ": [" << GroupIndex(card.start) << "," << GroupIndex(card.end) << "] "
         << (card.lane == Lane::kGameThread ? "game" : "any") << " order " << card.order << " tie "
         << card.tie_key << (card.high_priority ? " high" : "")
         << (card.engine_stage ? " engine" : "") << (card.enabled ? "" : " disabled") << "\n";
  }
  for (const auto& [from, to] : graph.edges) text << from << " -> " << to << "\n";
  return text.str();
}

}  // namespace tickgraph
