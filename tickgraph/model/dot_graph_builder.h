#ifndef TICKGRAPH_MODEL_DOT_GRAPH_BUILDER_H_
#define TICKGRAPH_MODEL_DOT_GRAPH_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "tickgraph/model/dot_graph.h"
#include "tickgraph/model/read_problems.h"

namespace tickgraph::model {

/// One side of an arrow: a node, a cluster, the nodes mentioned in a subgraph, or a list of nodes
/// with commas between them, in which one may stand twice.
struct DotOperand {
  enum class Kind : std::uint8_t { kNode, kCluster, kMentioned, kList };
  Kind kind = Kind::kNode;
  std::uint32_t index = 0;
  /// Of the mentions, for kMentioned and kList.
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Makes a DotGraph of the statements that the parser has understood: nodes and clusters by id,
/// defaults with their scopes, and edges multiplied out.
///
///   DotGraphBuilder builder(most_edges, most_work, problems);
///   builder.BeginScope();  …  builder.Mention("a", line, cluster);  …  builder.EndScope(scope);
///   DotGraph graph = builder.TakeGraph();
class DotGraphBuilder {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// What a pair of braces has seen and changed.
  struct Scope {
    std::size_t first_mention = 0;
    std::size_t first_undo = 0;
  };

  /// `most_work` bounds the mentions that edges between subgraphs look at.
  DotGraphBuilder(std::int64_t most_edges, std::int64_t most_work, ReadProblems& problems)
      : most_edges_(most_edges), most_work_(most_work), problems_(problems) {}

  /// The graph is strict: of equal edges the first stays.
  void KeepEdgesOnce() { strict_ = true; }

  Scope BeginScope() const { return {mentioned_.size(), undo_.size()}; }
  /// Takes back the defaults of the scope. Gives the nodes that it mentioned.
  DotOperand EndScope(const Scope& scope);
  /// A list of the nodes that are mentioned next, as many as its `end` is moved on.
  DotOperand BeginList() const {
    return {DotOperand::Kind::kList, 0, mentioned_.size(), mentioned_.size()};
  }
  /// No scope will ask for what was mentioned so far.
  void ForgetMentions() { mentioned_.clear(); }

  /// The node with this id, made with the defaults of now where there is none; it is put into
  /// `cluster`, unless that is kNone.
  std::uint32_t Mention(std::string id, std::int64_t line, std::uint32_t cluster);
  /// The cluster with this id, made where there is none.
  std::uint32_t FindCluster(const std::string& id, std::int64_t line);
  /// A cluster without an id of its own.
  std::uint32_t MakeCluster(std::int64_t line);
  /// The cluster with this id, or kNone.
  std::uint32_t ClusterWithId(const std::string& id) const;
  void PutInside(std::uint32_t cluster, std::uint32_t parent);
  /// Puts the nodes that a scope has mentioned into a cluster.
  void PutMentionsInside(const Scope& scope, std::uint32_t cluster);

  /// Keeps a value; the result is for DotAttributes.
  std::uint32_t AddString(std::string value);
  /// The node has a statement of its own.
  void Declare(std::uint32_t node, const DotAttributes& attributes, std::int64_t line);
  /// The node, or the nodes of the list, have a statement of their own.
  void DeclareAll(const DotOperand& operand, const DotAttributes& attributes, std::int64_t line);
  void SetClusterAttributes(std::uint32_t cluster, const DotAttributes& attributes);
  void SetDefaults(bool of_edges, const DotAttributes& attributes);
  /// `a -> b -> c`. An error in both modes where there are too many.
  absl::Status AddEdges(const std::vector<DotOperand>& operands, const DotAttributes& attributes,
                        std::int64_t line);

  const DotGraph& graph() const { return graph_; }
  DotGraph TakeGraph() { return std::move(graph_); }

 private:
  struct Undo {
    bool is_edge_default = false;
    DotAttribute attribute = DotAttribute::kLabel;
    std::uint32_t old_value = 0;
  };

  void JoinCluster(std::uint32_t node, std::uint32_t cluster);
  void Expand(const DotOperand& operand, std::vector<DotEnd>& ends);
  absl::Status AddPairs(const DotOperand& from, const DotOperand& to, std::uint32_t attributes,
                        std::int64_t line);

  std::int64_t most_edges_;
  std::int64_t most_work_;
  std::int64_t work_ = 0;
  ReadProblems& problems_;
  bool strict_ = false;
  DotGraph graph_;

  std::vector<std::uint32_t> mentioned_;
  DotAttributes node_defaults_;
  DotAttributes edge_defaults_;
  std::vector<Undo> undo_;

  absl::flat_hash_map<std::string, std::uint32_t> node_index_;
  absl::flat_hash_map<std::string, std::uint32_t> cluster_index_;
  absl::flat_hash_set<std::uint64_t> memberships_;
  absl::flat_hash_set<std::uint64_t> cluster_parents_;
  absl::flat_hash_set<std::pair<std::uint64_t, std::uint64_t>> strict_edges_;

  std::vector<std::uint32_t> stamp_;
  std::uint32_t current_stamp_ = 0;
  std::vector<DotEnd> from_ends_;
  std::vector<DotEnd> to_ends_;
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DOT_GRAPH_BUILDER_H_
