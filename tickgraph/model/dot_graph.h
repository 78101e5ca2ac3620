#ifndef TICKGRAPH_MODEL_DOT_GRAPH_H_
#define TICKGRAPH_MODEL_DOT_GRAPH_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tickgraph::model {

/// The attributes that mean something to a schedule; all others are about drawing.
enum class DotAttribute : std::uint8_t {
  kLabel,
  kTooltip,
  kGroup,
  kEndGroup,
  kLane,
  kCostUs,
  kState,
  kCoolingS,
  kDir,
  kHead,
  kTail,
  kCluster,
  kName,
  kOwner,
  kOrder,
  kTieKey,
  kHighPriority,
  kEngineStage,
  kDedicatedServer,
  kCount,
  kMissing,
  kSource,
  /// The clusters around a node or a cluster, ids with blanks between them.
  kSets,
  /// Of a cluster among all of them.
  kPosition,
  /// The node stands for the cluster that it is in.
  kMarker,
};

inline constexpr std::size_t kDotAttributeCount = 25;

/// The attribute with this name; nothing for those about drawing.
std::optional<DotAttribute> ParseDotAttribute(std::string_view name);

/// The name of an attribute, "cost_us".
std::string_view DotAttributeName(DotAttribute attribute);

/// Values of attributes: positions in DotGraph::strings, 0 = not set.
struct DotAttributes {
  std::array<std::uint32_t, kDotAttributeCount> value = {};

  std::uint32_t& operator[](DotAttribute attribute) {
    return value[static_cast<std::size_t>(attribute)];
  }
  std::uint32_t operator[](DotAttribute attribute) const {
    return value[static_cast<std::size_t>(attribute)];
  }
};

struct DotNode {
  std::string id;
  DotAttributes attributes;
  /// The clusters in which the node is mentioned, innermost only.
  std::vector<std::uint32_t> clusters;
  /// It has a statement of its own, and is not only the end of an edge.
  bool declared = false;
  std::int64_t line = 0;
};

struct DotCluster {
  std::string id;
  DotAttributes attributes;
  std::vector<std::uint32_t> parents;
  std::int64_t line = 0;
};

/// An end of an edge: a node or a whole cluster.
struct DotEnd {
  std::uint32_t index = 0;
  bool is_cluster = false;
};

struct DotEdge {
  DotEnd from;
  DotEnd to;
  /// Position in DotGraph::edge_attributes; the edges of one statement share it.
  std::uint32_t attributes = 0;
  std::int64_t line = 0;
};

/// The content of a DOT file before anybody asks what it means.
struct DotGraph {
  std::vector<DotNode> nodes;
  std::vector<DotCluster> clusters;
  std::vector<DotEdge> edges;
  std::vector<DotAttributes> edge_attributes = {DotAttributes{}};
  /// Values of attributes; the first is not used.
  std::vector<std::string> strings = {std::string()};

  /// The value, or nothing where the attribute is not set.
  std::optional<std::string_view> Find(const DotAttributes& attributes,
                                       DotAttribute attribute) const {
    const std::uint32_t index = attributes[attribute];
    if (index == 0) return std::nullopt;
    return std::string_view(strings[index]);
  }
};

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DOT_GRAPH_H_
