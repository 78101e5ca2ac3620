#include "tickgraph/model/dot_graph.h"

namespace tickgraph::model {
namespace {

constexpr std::array<std::string_view, kDotAttributeCount> kAttributeNames = {"label",
                                                                              "tooltip",
                                                                              "group",
                                                                              "end_group",
                                                                              "lane",
                                                                              "cost_us",
                                                                              "state",
                                                                              "cooling_s",
                                                                              "dir",
                                                                              "lhead",
                                                                              "ltail",
                                                                              "cluster",
                                                                              "name",
                                                                              "owner",
                                                                              "order",
                                                                              "tie_key",
                                                                              "high_priority",
                                                                              "engine_stage",
                                                                              "dedicated_server",
                                                                              "count",
                                                                              "missing",
                                                                              "source",
                                                                              "sets",
                                                                              "position",
                                                                              "marker"};

}  // namespace

std::optional<DotAttribute> ParseDotAttribute(std::string_view name) {
  for (std::size_t index = 0; index < kAttributeNames.size(); ++index) {
    if (kAttributeNames[index] == name) return static_cast<DotAttribute>(index);
  }
  return std::nullopt;
}

std::string_view DotAttributeName(DotAttribute attribute) {
  return kAttributeNames[static_cast<std::size_t>(attribute)];
}

}  // namespace tickgraph::model
