#include "tickgraph/model/dot_graph_builder.h"

#include "absl/strings/str_cat.h"

namespace tickgraph::model {
namespace {

std::uint64_t Pair(std::uint32_t a, std::uint32_t b) {
  return (static_cast<std::uint64_t>(a) << 32) | b;
}

// Those that are set replace the old ones.
void Merge(const DotAttributes& attributes, DotAttributes& into) {
  for (std::size_t index = 0; index < kDotAttributeCount; ++index) {
    if (attributes.value[index] != 0) into.value[index] = attributes.value[index];
  }
}

}  // namespace

DotOperand DotGraphBuilder::EndScope(const Scope& scope) {
  for (std::size_t index = undo_.size(); index > scope.first_undo; --index) {
    const Undo& undo = undo_[index - 1];
    (undo.is_edge_default ? edge_defaults_ : node_defaults_)[undo.attribute] = undo.old_value;
  }
  undo_.resize(scope.first_undo);
  return {DotOperand::Kind::kMentioned, 0, scope.first_mention, mentioned_.size()};
}

std::uint32_t DotGraphBuilder::Mention(std::string id, std::int64_t line, std::uint32_t cluster) {
  const auto next = static_cast<std::uint32_t>(graph_.nodes.size());
  const auto [entry, is_new] = node_index_.try_emplace(id, next);
  if (is_new) {
    DotNode node;
    node.id = std::move(id);
    node.attributes = node_defaults_;
    node.line = line;
    graph_.nodes.push_back(std::move(node));
  }
  mentioned_.push_back(entry->second);
  if (cluster != kNone) JoinCluster(entry->second, cluster);
  return entry->second;
}

std::uint32_t DotGraphBuilder::FindCluster(const std::string& id, std::int64_t line) {
  const auto next = static_cast<std::uint32_t>(graph_.clusters.size());
  const auto [entry, is_new] = cluster_index_.try_emplace(id, next);
  if (is_new) graph_.clusters.push_back({id, {}, {}, line});
  return entry->second;
}

std::uint32_t DotGraphBuilder::MakeCluster(std::int64_t line) {
  return FindCluster(absl::StrCat("subgraph ", graph_.clusters.size()), line);
}

std::uint32_t DotGraphBuilder::ClusterWithId(const std::string& id) const {
  const auto found = cluster_index_.find(id);
  return found == cluster_index_.end() ? kNone : found->second;
}

void DotGraphBuilder::PutInside(std::uint32_t cluster, std::uint32_t parent) {
  if (!cluster_parents_.insert(Pair(cluster, parent)).second) return;
  graph_.clusters[cluster].parents.push_back(parent);
}

void DotGraphBuilder::PutMentionsInside(const Scope& scope, std::uint32_t cluster) {
  for (std::size_t index = scope.first_mention; index < mentioned_.size(); ++index) {
    JoinCluster(mentioned_[index], cluster);
  }
}

void DotGraphBuilder::JoinCluster(std::uint32_t node, std::uint32_t cluster) {
  std::vector<std::uint32_t>& clusters = graph_.nodes[node].clusters;
  if (!clusters.empty() && clusters.back() == cluster) return;
  if (memberships_.insert(Pair(node, cluster)).second) clusters.push_back(cluster);
}

std::uint32_t DotGraphBuilder::AddString(std::string value) {
  graph_.strings.push_back(std::move(value));
  return static_cast<std::uint32_t>(graph_.strings.size() - 1);
}

void DotGraphBuilder::Declare(std::uint32_t index, const DotAttributes& attributes,
                              std::int64_t line) {
  DotNode& node = graph_.nodes[index];
  if (!node.declared) node.line = line;
  node.declared = true;
  Merge(attributes, node.attributes);
}

void DotGraphBuilder::DeclareAll(const DotOperand& operand, const DotAttributes& attributes,
                                 std::int64_t line) {
  if (operand.kind == DotOperand::Kind::kNode) Declare(operand.index, attributes, line);
  if (operand.kind != DotOperand::Kind::kList) return;
  for (std::size_t index = operand.begin; index < operand.end; ++index) {
    Declare(mentioned_[index], attributes, line);
  }
}

void DotGraphBuilder::SetClusterAttributes(std::uint32_t cluster, const DotAttributes& attributes) {
  Merge(attributes, graph_.clusters[cluster].attributes);
}

void DotGraphBuilder::SetDefaults(bool of_edges, const DotAttributes& attributes) {
  DotAttributes& defaults = of_edges ? edge_defaults_ : node_defaults_;
  for (std::size_t index = 0; index < kDotAttributeCount; ++index) {
    if (attributes.value[index] == 0) continue;
    undo_.push_back({of_edges, static_cast<DotAttribute>(index), defaults.value[index]});
    defaults.value[index] = attributes.value[index];
  }
}

void DotGraphBuilder::Expand(const DotOperand& operand, std::vector<DotEnd>& ends) {
  ends.clear();
  if (operand.kind == DotOperand::Kind::kList) {
    for (std::size_t index = operand.begin; index < operand.end; ++index) {
      ends.push_back({mentioned_[index], false});
    }
    return;
  }
  if (operand.kind != DotOperand::Kind::kMentioned) {
    ends.push_back({operand.index, operand.kind == DotOperand::Kind::kCluster});
    return;
  }
  ++current_stamp_;
  stamp_.resize(graph_.nodes.size());
  for (std::size_t index = operand.begin; index < operand.end; ++index) {
    const std::uint32_t node = mentioned_[index];
    if (std::exchange(stamp_[node], current_stamp_) == current_stamp_) continue;
    ends.push_back({node, false});
  }
  work_ += static_cast<std::int64_t>(operand.end - operand.begin);
}

absl::Status DotGraphBuilder::AddEdges(const std::vector<DotOperand>& operands,
                                       const DotAttributes& attributes, std::int64_t line) {
  DotAttributes merged = edge_defaults_;
  Merge(attributes, merged);
  std::uint32_t list = 0;
  if (merged.value != DotAttributes{}.value) {
    graph_.edge_attributes.push_back(merged);
    list = static_cast<std::uint32_t>(graph_.edge_attributes.size() - 1);
  }
  for (std::size_t index = 0; index + 1 < operands.size(); ++index) {
    absl::Status status = AddPairs(operands[index], operands[index + 1], list, line);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status DotGraphBuilder::AddPairs(const DotOperand& from, const DotOperand& to,
                                       std::uint32_t attributes, std::int64_t line) {
  Expand(from, from_ends_);
  Expand(to, to_ends_);
  const auto pairs =
      static_cast<std::int64_t>(from_ends_.size()) * static_cast<std::int64_t>(to_ends_.size());
  const std::int64_t edges = pairs + static_cast<std::int64_t>(graph_.edges.size());
  if (edges > most_edges_ || work_ > most_work_) {
    return problems_.Fatal(
        line, absl::StrCat("more than ", most_edges_, " edges; raise the limit if that is meant"));
  }
  for (const DotEnd& first : from_ends_) {
    for (const DotEnd& second : to_ends_) {
      if (strict_ && !strict_edges_
                          .insert({Pair(first.index, first.is_cluster ? 1 : 0),
                                   Pair(second.index, second.is_cluster ? 1 : 0)})
                          .second) {
        continue;
      }
      graph_.edges.push_back({first, second, attributes, line});
    }
  }
  return absl::OkStatus();
}

}  // namespace tickgraph::model
