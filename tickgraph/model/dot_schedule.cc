#include "tickgraph/model/dot_schedule.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tickgraph/absl_strings.h"
#include "tickgraph/model/dot_card.h"
#include "tickgraph/model/dot_graph.h"
#include "tickgraph/model/dot_parser.h"
#include "tickgraph/model/dot_text.h"
#include "tickgraph/model/source_table.h"

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
      : graph_(std::move(graph)), problems_(problems), sources_(schedule_.source_files) {}

  absl::StatusOr<Schedule> Build();

 private:
  void FindDialect();
  std::vector<std::uint32_t> ClustersInOrder() const;
  absl::Status AddSet(std::uint32_t cluster);
  absl::Status AddParents();
  absl::Status AddListedSets(const DotAttributes& attributes, std::int64_t line,
                             std::uint64_t member, std::vector<std::uint32_t>& sets);
  absl::Status AddNode(const DotNode& node);
  std::optional<std::uint32_t> FindMarkedSet(const DotNode& node) const;
  absl::Status AddEdge(const DotEdge& edge);
  ScheduleEndpoint Endpoint(const DotEdge& edge, DotEnd end, DotAttribute cluster_attribute);
  void AddMembership(ScheduleEdge& edge);

  DotGraph graph_;
  ReadProblems& problems_;
  Schedule schedule_;
  SourceTable sources_;
  bool bevy_ = false;
  // Some node has a tick group, so `group` is not Graphviz's own attribute here.
  bool names_tick_groups_ = false;
  // By cluster; kNoSet for the boxes of tick groups.
  std::vector<std::uint32_t> set_of_cluster_;
  absl::flat_hash_map<std::string, std::uint32_t> set_of_cluster_id_;
  std::vector<ScheduleEndpoint> endpoint_of_node_;
  absl::flat_hash_set<std::pair<std::uint64_t, std::uint32_t>> memberships_;
};

absl::StatusOr<Schedule> DotScheduleBuilder::Build() {
  schedule_.format = ScheduleFormat::kDot;
  FindDialect();
  set_of_cluster_.assign(graph_.clusters.size(), kNoSet);
  for (const std::uint32_t cluster : ClustersInOrder()) {
    if (absl::Status status = AddSet(cluster); !status.ok()) return status;
  }
  if (absl::Status status = AddParents(); !status.ok()) return status;
  for (const DotNode& node : graph_.nodes) {
    if (absl::Status status = AddNode(node); !status.ok()) return status;
  }
  schedule_.edges.reserve(graph_.edges.size());
  for (const DotEdge& edge : graph_.edges) {
    if (absl::Status status = AddEdge(edge); !status.ok()) return status;
  }
  return std::move(schedule_);
}

void DotScheduleBuilder::FindDialect() {
  bevy_ = std::any_of(graph_.nodes.begin(), graph_.nodes.end(), [](const DotNode& node) {
    return node.id.starts_with(kBevyMarkerPrefix) || node.id.starts_with(kBevySystemPrefix);
  });
  names_tick_groups_ =
      std::any_of(graph_.nodes.begin(), graph_.nodes.end(), [this](const DotNode& node) {
        const auto group = graph_.Find(node.attributes, DotAttribute::kGroup);
        return graph_.Find(node.attributes, DotAttribute::kEndGroup).has_value() ||
               (group.has_value() && ParseTickGroup(*group).has_value());
      });
}

// Our own writer numbers its clusters, because boxes in boxes come in another order than sets.
std::vector<std::uint32_t> DotScheduleBuilder::ClustersInOrder() const {
  std::vector<std::uint32_t> clusters(graph_.clusters.size());
  std::iota(clusters.begin(), clusters.end(), 0U);
  std::vector<std::uint32_t> position(graph_.clusters.size());
  for (const std::uint32_t cluster : clusters) {
    const auto value = graph_.Find(graph_.clusters[cluster].attributes, DotAttribute::kPosition);
    if (!value.has_value() || !absl::SimpleAtoi(ToAbsl(*value), &position[cluster])) {
      return clusters;
    }
  }
  std::stable_sort(clusters.begin(), clusters.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return position[a] < position[b]; });
  return clusters;
}

absl::Status DotScheduleBuilder::AddSet(std::uint32_t cluster_index) {
  const DotCluster& cluster = graph_.clusters[cluster_index];
  ScheduleSet set;
  set.source_id = cluster.id;
  set.name = DotName(graph_, cluster.attributes, cluster.id);
  if (IsGroupBox(cluster.id, set.name)) return absl::OkStatus();
  if (const auto tooltip = graph_.Find(cluster.attributes, DotAttribute::kTooltip)) {
    set.full_name = DecodeDotLabel(*tooltip, cluster.id);
  }
  set.line = cluster.line;
  absl::Status status = ReadDotSource(graph_, cluster.attributes, "set", cluster.line, sources_,
                                      problems_, set.source);
  const auto index = static_cast<std::uint32_t>(schedule_.sets.size());
  set_of_cluster_[cluster_index] = index;
  set_of_cluster_id_.emplace(cluster.id, index);
  schedule_.sets.push_back(std::move(set));
  return status;
}

absl::Status DotScheduleBuilder::AddParents() {
  for (std::size_t cluster = 0; cluster < graph_.clusters.size(); ++cluster) {
    const std::uint32_t set = set_of_cluster_[cluster];
    if (set == kNoSet) continue;
    const std::uint64_t member = (std::uint64_t{1} << 32) | set;
    std::vector<std::uint32_t>& parents = schedule_.sets[set].parents;
    const DotCluster& from_file = graph_.clusters[cluster];
    absl::Status status = AddListedSets(from_file.attributes, from_file.line, member, parents);
    if (!status.ok()) return status;
    for (const std::uint32_t around : from_file.parents) {
      const std::uint32_t parent = set_of_cluster_[around];
      if (parent == kNoSet || !memberships_.insert({member, parent}).second) continue;
      parents.push_back(parent);
    }
  }
  return absl::OkStatus();
}

absl::Status DotScheduleBuilder::AddListedSets(const DotAttributes& attributes, std::int64_t line,
                                               std::uint64_t member,
                                               std::vector<std::uint32_t>& sets) {
  const auto list = graph_.Find(attributes, DotAttribute::kSets);
  if (!list.has_value()) return absl::OkStatus();
  for (const absl::string_view id : absl::StrSplit(ToAbsl(*list), ' ', absl::SkipEmpty())) {
    const auto found = set_of_cluster_id_.find(id);
    if (found == set_of_cluster_id_.end()) {
      absl::Status status =
          problems_.Report(line, absl::StrCat("sets: no cluster is called ",
                                              QuotedName(std::string_view(id.data(), id.size()))));
      if (!status.ok()) return status;
    } else if (memberships_.insert({member, found->second}).second) {
      sets.push_back(found->second);
    }
  }
  return absl::OkStatus();
}

std::optional<std::uint32_t> DotScheduleBuilder::FindMarkedSet(const DotNode& node) const {
  if (graph_.Find(node.attributes, DotAttribute::kMarker) == "true" && !node.clusters.empty()) {
    const std::uint32_t set = set_of_cluster_[node.clusters.front()];
    return set == kNoSet ? std::nullopt : std::optional(set);
  }
  if (!bevy_ || !node.id.starts_with(kBevyMarkerPrefix)) return std::nullopt;
  const std::string cluster_id = absl::StrCat("cluster", node.id.substr(kMarkerPrefix.size()));
  if (const auto found = set_of_cluster_id_.find(cluster_id); found != set_of_cluster_id_.end()) {
    return found->second;
  }
  if (node.clusters.empty()) return std::nullopt;
  const std::uint32_t set = set_of_cluster_[node.clusters.front()];
  return set == kNoSet ? std::nullopt : std::optional(set);
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
  card.name = DotName(graph_, node.attributes, node.id);
  if (const std::size_t second_line = card.name.find("\nIn multiple sets, ");
      bevy_ && second_line != std::string::npos) {
    card.name.resize(second_line);
  }
  absl::Status status = AddListedSets(node.attributes, node.line, index, card.sets);
  for (const std::uint32_t cluster : node.clusters) {
    const std::uint32_t set = set_of_cluster_[cluster];
    if (set == kNoSet || !memberships_.insert({index, set}).second) continue;
    card.sets.push_back(set);
  }
  card.line = node.line;
  if (bevy_ && !node.declared) {
    card.missing = true;
    problems_.Note(ScheduleFinding::Kind::kMissingCard, node.line,
                   absl::StrCat("an edge ends at ", QuotedName(node.id),
                                ", which the file does not declare; it orders others but does "
                                "not run"));
  }
  status.Update(ReadDotCard(graph_, node, names_tick_groups_, sources_, problems_, card));
  schedule_.cards.push_back(std::move(card));
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

absl::Status DotScheduleBuilder::AddEdge(const DotEdge& from_file) {
  for (const DotEnd& end : {from_file.from, from_file.to}) {
    if (!end.is_cluster || set_of_cluster_[end.index] != kNoSet) continue;
    problems_.Note(ScheduleFinding::Kind::kDoubt, from_file.line,
                   "an edge ends at the box of a tick group, which is no set; it is left out");
    return absl::OkStatus();
  }
  ScheduleEdge edge;
  edge.from = Endpoint(from_file, from_file.from, DotAttribute::kTail);
  edge.to = Endpoint(from_file, from_file.to, DotAttribute::kHead);
  edge.line = from_file.line;
  const auto direction =
      graph_.Find(graph_.edge_attributes[from_file.attributes], DotAttribute::kDir);
  if (direction == "back") {
    // The arrow is drawn from the head to the tail. lhead and ltail still name the ends.
    std::swap(edge.from, edge.to);
  } else if (direction == "both") {
    problems_.Note(ScheduleFinding::Kind::kDoubt, edge.line,
                   "an edge with dir=both points both ways, which would be a cycle; it is read as "
                   "order from its tail to its head");
  } else if (direction == "none") {
    if (edge.from.is_set() || edge.to.is_set()) {
      AddMembership(edge);
    } else {
      problems_.Note(ScheduleFinding::Kind::kDoubt, edge.line,
                     "an edge with dir=none joins two cards; it is read as order");
    }
  }
  absl::Status status = ReadDotSource(graph_, graph_.edge_attributes[from_file.attributes], "edge",
                                      from_file.line, sources_, problems_, edge.source);
  schedule_.edges.push_back(edge);
  return status;
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
