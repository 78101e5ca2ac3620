#include "tickgraph/model/dot_schedule.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/card_values.h"
#include "tickgraph/model/dot_graph.h"
#include "tickgraph/model/dot_parser.h"
#include "tickgraph/model/dot_text.h"

namespace tickgraph::model {
namespace {

constexpr std::uint32_t kNoSet = 0xFFFFFFFF;
constexpr std::string_view kMarkerPrefix = "set_marker_";
constexpr std::string_view kBevyMarkerPrefix = "set_marker_node_";
constexpr std::string_view kBevySystemPrefix = "node_System";

// Our own writer draws a box around the cards of each tick group, which is no set:
// cluster_4 with the label PostPhysics.
bool IsGroupBox(std::string_view id, std::string_view label) {
  const auto group = ParseTickGroup(label);
  return group.has_value() && id == absl::StrCat("cluster_", GroupIndex(*group));
}

class DotScheduleBuilder {
 public:
  DotScheduleBuilder(DotGraph graph, ReadProblems& problems)
      : graph_(std::move(graph)), problems_(problems) {}

  absl::StatusOr<Schedule> Build();

 private:
  void FindDialect();
  void AddSet(const DotCluster& cluster);
  void AddParents();
  absl::Status AddNode(const DotNode& node);
  absl::Status ReadAttributes(const DotNode& node, ScheduleCard& card);
  std::optional<std::uint32_t> FindMarkedSet(const DotNode& node) const;
  std::string Label(const DotAttributes& attributes, std::string_view id) const;
  void AddEdge(const DotEdge& edge);
  ScheduleEndpoint Endpoint(const DotEdge& edge, DotEnd end, DotAttribute cluster_attribute);
  void AddMembership(ScheduleEdge& edge);

  DotGraph graph_;
  ReadProblems& problems_;
  Schedule schedule_;
  bool bevy_ = false;
  // By cluster; kNoSet for the boxes of tick groups.
  std::vector<std::uint32_t> set_of_cluster_;
  absl::flat_hash_map<std::string, std::uint32_t> set_of_cluster_id_;
  std::vector<ScheduleEndpoint> endpoint_of_node_;
  absl::flat_hash_set<std::pair<std::uint64_t, std::uint32_t>> memberships_;
};

absl::StatusOr<Schedule> DotScheduleBuilder::Build() {
  schedule_.format = ScheduleFormat::kDot;
  FindDialect();
  for (const DotCluster& cluster : graph_.clusters) AddSet(cluster);
  AddParents();
  for (const DotNode& node : graph_.nodes) {
    if (absl::Status status = AddNode(node); !status.ok()) return status;
  }
  schedule_.edges.reserve(graph_.edges.size());
  for (const DotEdge& edge : graph_.edges) AddEdge(edge);
  return std::move(schedule_);
}

void DotScheduleBuilder::FindDialect() {
  bevy_ = std::any_of(graph_.nodes.begin(), graph_.nodes.end(), [](const DotNode& node) {
    return node.id.starts_with(kBevyMarkerPrefix) || node.id.starts_with(kBevySystemPrefix);
  });
}

void DotScheduleBuilder::AddSet(const DotCluster& cluster) {
  ScheduleSet set;
  set.source_id = cluster.id;
  set.name = Label(cluster.attributes, cluster.id);
  if (IsGroupBox(cluster.id, set.name)) {
    set_of_cluster_.push_back(kNoSet);
    return;
  }
  if (const auto tooltip = graph_.Find(cluster.attributes, DotAttribute::kTooltip)) {
    set.full_name = DecodeDotLabel(*tooltip, cluster.id);
  }
  set.line = cluster.line;
  const auto index = static_cast<std::uint32_t>(schedule_.sets.size());
  set_of_cluster_.push_back(index);
  set_of_cluster_id_.emplace(cluster.id, index);
  schedule_.sets.push_back(std::move(set));
}

void DotScheduleBuilder::AddParents() {
  for (std::size_t cluster = 0; cluster < graph_.clusters.size(); ++cluster) {
    const std::uint32_t set = set_of_cluster_[cluster];
    if (set == kNoSet) continue;
    for (const std::uint32_t around : graph_.clusters[cluster].parents) {
      const std::uint32_t parent = set_of_cluster_[around];
      if (parent == kNoSet) continue;
      schedule_.sets[set].parents.push_back(parent);
      memberships_.insert({(std::uint64_t{1} << 32) | set, parent});
    }
  }
}

std::string DotScheduleBuilder::Label(const DotAttributes& attributes, std::string_view id) const {
  const auto label = graph_.Find(attributes, DotAttribute::kLabel);
  if (!label.has_value() || label->empty()) return std::string(id);
  return DecodeDotLabel(*label, id);
}

std::optional<std::uint32_t> DotScheduleBuilder::FindMarkedSet(const DotNode& node) const {
  if (!bevy_ || !node.id.starts_with(kBevyMarkerPrefix)) return std::nullopt;
  const std::string cluster_id = absl::StrCat("cluster", node.id.substr(kMarkerPrefix.size()));
  if (const auto found = set_of_cluster_id_.find(cluster_id); found != set_of_cluster_id_.end()) {
    return found->second;
  }
  if (node.clusters.empty()) return std::nullopt;
  return set_of_cluster_[node.clusters.front()];
}

absl::Status DotScheduleBuilder::AddNode(const DotNode& node) {
  if (const auto set = FindMarkedSet(node); set.has_value()) {
    endpoint_of_node_.push_back({ScheduleEndpoint::Kind::kSet, *set});
    return absl::OkStatus();
  }
  const auto index = static_cast<std::uint32_t>(schedule_.cards.size());
  endpoint_of_node_.push_back({ScheduleEndpoint::Kind::kCard, index});
  ScheduleCard card;
  card.source_id = node.id;
  card.name = Label(node.attributes, node.id);
  if (const std::size_t second_line = card.name.find("\nIn multiple sets, ");
      bevy_ && second_line != std::string::npos) {
    card.name.resize(second_line);
  }
  for (const std::uint32_t cluster : node.clusters) {
    const std::uint32_t set = set_of_cluster_[cluster];
    if (set == kNoSet) continue;
    card.sets.push_back(set);
    memberships_.insert({index, set});
  }
  card.line = node.line;
  if (bevy_ && !node.declared) {
    card.missing = true;
    problems_.Note(ScheduleFinding::Kind::kMissingCard, node.line,
                   absl::StrCat("an edge ends at ", QuotedName(node.id),
                                ", which the file does not declare; it orders others but does "
                                "not run"));
  }
  absl::Status status = ReadAttributes(node, card);
  schedule_.cards.push_back(std::move(card));
  return status;
}

absl::Status DotScheduleBuilder::ReadAttributes(const DotNode& node, ScheduleCard& card) {
  const auto find = [&](DotAttribute attribute) { return graph_.Find(node.attributes, attribute); };
  const auto bad = [&](std::string_view attribute, std::string_view value, std::string_view want) {
    return problems_.Report(
        node.line, absl::StrCat("card ", QuotedName(card.name), ": ", ToAbsl(attribute), " is ",
                                QuotedName(value), ", expected ", ToAbsl(want)));
  };
  if (const auto tooltip = find(DotAttribute::kTooltip)) {
    card.full_name = DecodeDotLabel(*tooltip, node.id);
  }
  for (const bool is_end : {false, true}) {
    const auto value = find(is_end ? DotAttribute::kEndGroup : DotAttribute::kGroup);
    if (!value.has_value()) continue;
    (is_end ? card.end : card.start) = ParseTickGroup(*value);
    if (ParseTickGroup(*value).has_value()) continue;
    // Graphviz itself has a layout attribute of this name.
    problems_.Note(ScheduleFinding::Kind::kDoubt, node.line,
                   absl::StrCat("card ", QuotedName(card.name), ": ", QuotedName(*value),
                                " is not a tick group and is ignored"));
  }
  absl::Status status;
  if (const auto value = find(DotAttribute::kLane); value.has_value()) {
    card.lane = ParseLane(*value);
    if (!card.lane.has_value()) status.Update(bad("lane", *value, "GameThread or AnyThread"));
  }
  if (const auto value = find(DotAttribute::kCostUs); value.has_value()) {
    card.cost_us = ParseDuration(*value);
    if (!card.cost_us.has_value()) {
      status.Update(bad("cost_us", *value, "a number of microseconds, not negative"));
    }
  }
  if (const auto value = find(DotAttribute::kState); value.has_value()) {
    const auto state = ParseCardState(*value);
    card.state = state.value_or(CardState::kEnabled);
    if (!state.has_value()) status.Update(bad("state", *value, "enabled, cooling or disabled"));
  }
  if (const auto value = find(DotAttribute::kCoolingS); value.has_value()) {
    const auto seconds = ParseDuration(*value);
    card.cooling_seconds = seconds.value_or(0);
    if (!seconds.has_value()) {
      status.Update(bad("cooling_s", *value, "a number of seconds, not negative"));
    }
  }
  return status;
}

ScheduleEndpoint DotScheduleBuilder::Endpoint(const DotEdge& edge, DotEnd end,
                                              DotAttribute cluster_attribute) {
  if (end.is_cluster) return {ScheduleEndpoint::Kind::kSet, set_of_cluster_[end.index]};
  const DotAttributes& attributes = graph_.edge_attributes[edge.attributes];
  const auto cluster = graph_.Find(attributes, cluster_attribute);
  if (!cluster.has_value() || cluster->empty()) return endpoint_of_node_[end.index];
  const auto found = set_of_cluster_id_.find(std::string(*cluster));
  if (found != set_of_cluster_id_.end()) return {ScheduleEndpoint::Kind::kSet, found->second};
  problems_.Note(ScheduleFinding::Kind::kDoubt, edge.line,
                 absl::StrCat("no cluster is called ", QuotedName(*cluster),
                              "; the edge ends at the node instead"));
  return endpoint_of_node_[end.index];
}

void DotScheduleBuilder::AddEdge(const DotEdge& from_file) {
  for (const DotEnd& end : {from_file.from, from_file.to}) {
    if (!end.is_cluster || set_of_cluster_[end.index] != kNoSet) continue;
    problems_.Note(ScheduleFinding::Kind::kDoubt, from_file.line,
                   "an edge ends at the box of a tick group, which is no set; it is left out");
    return;
  }
  ScheduleEdge edge;
  edge.from = Endpoint(from_file, from_file.from, DotAttribute::kTail);
  edge.to = Endpoint(from_file, from_file.to, DotAttribute::kHead);
  edge.line = from_file.line;
  const auto direction =
      graph_.Find(graph_.edge_attributes[from_file.attributes], DotAttribute::kDir);
  if (direction.has_value() && *direction == "none") {
    if (edge.from.is_set() || edge.to.is_set()) {
      AddMembership(edge);
    } else {
      problems_.Note(ScheduleFinding::Kind::kDoubt, edge.line,
                     "an edge with dir=none joins two cards; it is read as order");
    }
  }
  schedule_.edges.push_back(edge);
}

void DotScheduleBuilder::AddMembership(ScheduleEdge& edge) {
  if (!edge.to.is_set()) std::swap(edge.from, edge.to);
  edge.kind = ScheduleEdge::Kind::kMembership;
  const std::uint64_t member =
      (std::uint64_t{edge.from.is_set() ? 1U : 0U} << 32) | edge.from.index;
  if (!memberships_.insert({member, edge.to.index}).second) return;
  if (edge.from.is_set()) {
    schedule_.sets[edge.from.index].parents.push_back(edge.to.index);
  } else {
    schedule_.cards[edge.from.index].sets.push_back(edge.to.index);
  }
}

}  // namespace

absl::StatusOr<Schedule> ReadDotSchedule(std::string_view text, std::int64_t most_edges,
                                         ReadProblems& problems) {
  absl::StatusOr<DotGraph> graph = ParseDot(text, most_edges, problems);
  if (!graph.ok()) return graph.status();
  return DotScheduleBuilder(*std::move(graph), problems).Build();
}

}  // namespace tickgraph::model
