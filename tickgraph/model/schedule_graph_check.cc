#include "tickgraph/model/schedule_graph_check.h"

#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/set_hierarchy.h"

namespace tickgraph::model {
namespace {

class GraphChecker {
 public:
  explicit GraphChecker(const Schedule& schedule)
      : schedule_(schedule),
        hierarchy_(schedule),
        walk_(hierarchy_, OrderedSets(schedule)),
        edges_of_set_(schedule.sets.size()),
        stamp_(schedule.sets.size()) {
    check_.is_void_edge.resize(schedule.edges.size());
  }

  ScheduleGraphCheck Check();

 private:
  static std::vector<bool> OrderedSets(const Schedule& schedule);
  void ReportSetsInsideThemselves();
  void CheckSetAgainstSetsAround();
  void CheckCardsAgainstOwnSets();
  void CheckSharedCards();
  void StampSetsAround(std::span<const std::uint32_t> sets);
  bool IsStamped(std::uint32_t set) const { return stamp_[set] == current_stamp_; }
  void Void(std::size_t edge, ScheduleFinding::Kind kind, std::string text);
  const std::string& NameOf(const ScheduleEndpoint& endpoint) const {
    return endpoint.is_set() ? schedule_.sets[endpoint.index].name
                             : schedule_.cards[endpoint.index].name;
  }

  const Schedule& schedule_;
  SetHierarchy hierarchy_;
  SetWalk walk_;
  // Order edges that leave a set for another.
  std::vector<std::vector<std::uint32_t>> edges_of_set_;
  std::vector<std::uint32_t> stamp_;
  std::uint32_t current_stamp_ = 0;
  ScheduleGraphCheck check_;
};

std::vector<bool> GraphChecker::OrderedSets(const Schedule& schedule) {
  std::vector<bool> ordered(schedule.sets.size());
  for (const ScheduleEdge& edge : schedule.edges) {
    if (edge.kind != ScheduleEdge::Kind::kOrder) continue;
    if (edge.from.is_set()) ordered[edge.from.index] = true;
    if (edge.to.is_set()) ordered[edge.to.index] = true;
  }
  return ordered;
}

ScheduleGraphCheck GraphChecker::Check() {
  ReportSetsInsideThemselves();
  CheckSetAgainstSetsAround();
  CheckCardsAgainstOwnSets();
  CheckSharedCards();
  return std::move(check_);
}

void GraphChecker::ReportSetsInsideThemselves() {
  for (const std::uint32_t set : hierarchy_.sets_inside_themselves()) {
    check_.findings.push_back(
        {ScheduleFinding::Kind::kSetInsideItself, schedule_.sets[set].line,
         absl::StrCat("set ", QuotedName(schedule_.sets[set].name),
                      " lies inside itself; the membership that closes the circle is ignored")});
  }
}

void GraphChecker::Void(std::size_t edge, ScheduleFinding::Kind kind, std::string text) {
  if (check_.is_void_edge[edge]) return;
  check_.is_void_edge[edge] = true;
  check_.findings.push_back({kind, schedule_.edges[edge].line, std::move(text)});
}

void GraphChecker::StampSetsAround(std::span<const std::uint32_t> sets) {
  ++current_stamp_;
  walk_.Visit(sets, [this](std::uint32_t set) { stamp_[set] = current_stamp_; });
}

void GraphChecker::CheckSetAgainstSetsAround() {
  std::vector<std::vector<std::uint32_t>> touching(schedule_.sets.size());
  for (std::uint32_t index = 0; index < schedule_.edges.size(); ++index) {
    const ScheduleEdge& edge = schedule_.edges[index];
    if (edge.kind != ScheduleEdge::Kind::kOrder || !edge.from.is_set() || !edge.to.is_set()) {
      continue;
    }
    touching[edge.from.index].push_back(index);
    touching[edge.to.index].push_back(index);
  }
  for (std::uint32_t set = 0; set < touching.size(); ++set) {
    if (touching[set].empty()) continue;
    StampSetsAround(std::span(&set, 1));
    for (const std::uint32_t index : touching[set]) {
      const ScheduleEdge& edge = schedule_.edges[index];
      const std::uint32_t other = edge.from.index == set ? edge.to.index : edge.from.index;
      if (!IsStamped(other)) {
        if (edge.from.index == set) edges_of_set_[set].push_back(index);
        continue;
      }
      Void(index, ScheduleFinding::Kind::kOrderedAgainstOwnSet,
           absl::StrCat("set ", QuotedName(schedule_.sets[set].name), " is ordered against ",
                        set == other ? "itself" : "the set that it is in, ",
                        set == other ? "" : QuotedName(schedule_.sets[other].name),
                        "; the edge is ignored"));
    }
  }
}

void GraphChecker::CheckCardsAgainstOwnSets() {
  // By class, so that the sets around many equal cards are walked once.
  std::vector<std::vector<std::uint32_t>> edges_of_class(hierarchy_.class_count());
  const auto card_end = [](const ScheduleEdge& edge) {
    return edge.from.is_set() ? edge.to : edge.from;
  };
  for (std::uint32_t index = 0; index < schedule_.edges.size(); ++index) {
    const ScheduleEdge& edge = schedule_.edges[index];
    if (edge.kind != ScheduleEdge::Kind::kOrder || edge.from.is_set() == edge.to.is_set()) continue;
    edges_of_class[hierarchy_.class_of(card_end(edge).index)].push_back(index);
  }
  for (std::uint32_t card_class = 0; card_class < edges_of_class.size(); ++card_class) {
    if (edges_of_class[card_class].empty()) continue;
    StampSetsAround(hierarchy_.class_sets(card_class));
    for (const std::uint32_t index : edges_of_class[card_class]) {
      const ScheduleEdge& edge = schedule_.edges[index];
      const ScheduleEndpoint set = edge.from.is_set() ? edge.from : edge.to;
      if (!IsStamped(set.index)) continue;
      Void(index, ScheduleFinding::Kind::kOrderedAgainstOwnSet,
           absl::StrCat("card ", QuotedName(NameOf(card_end(edge))),
                        " is ordered against the set that it is in, ", QuotedName(NameOf(set)),
                        "; the edge is ignored"));
    }
  }
}

void GraphChecker::CheckSharedCards() {
  std::vector<std::uint32_t> around;
  for (std::uint32_t card_class = 0; card_class < hierarchy_.class_count(); ++card_class) {
    ++current_stamp_;
    around.clear();
    walk_.Visit(hierarchy_.class_sets(card_class), [&](std::uint32_t set) {
      stamp_[set] = current_stamp_;
      around.push_back(set);
    });
    for (const std::uint32_t set : around) {
      for (const std::uint32_t index : edges_of_set_[set]) {
        const ScheduleEdge& edge = schedule_.edges[index];
        if (!IsStamped(edge.to.index)) continue;
        Void(index, ScheduleFinding::Kind::kOrderedSetsShareCard,
             absl::StrCat("set ", QuotedName(NameOf(edge.from)), " comes before set ",
                          QuotedName(NameOf(edge.to)),
                          ", but a card is in both; the edge is ignored"));
      }
    }
  }
}

}  // namespace

ScheduleGraphCheck CheckScheduleGraph(const Schedule& schedule) {
  return GraphChecker(schedule).Check();
}

}  // namespace tickgraph::model
