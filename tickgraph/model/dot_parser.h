#ifndef TICKGRAPH_MODEL_DOT_PARSER_H_
#define TICKGRAPH_MODEL_DOT_PARSER_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "tickgraph/model/dot_graph.h"
#include "tickgraph/model/read_problems.h"

namespace tickgraph::model {

/// Reads the first graph of a DOT text: node, edge, attribute and subgraph statements, defaults
/// with their scopes, chains `a -> b -> c`, groups `{a b} -> c`, ports, `strict`.
///
/// A subgraph is a cluster if its name begins with "cluster" or it says cluster=true; an edge that
/// ends at a cluster is kept as one edge, one that ends at another subgraph becomes an edge for
/// each node. Subgraphs may be nested deeply: the open ones lie on a stack of our own.
///
/// Errors: those of `problems`; in both modes where `most_edges` is not enough, and where more than
/// four million subgraphs lie in each other. Linear in the text
/// and the edges.
absl::StatusOr<DotGraph> ParseDot(std::string_view text, std::int64_t most_edges,
                                  ReadProblems& problems);

}  // namespace tickgraph::model

#endif  // TICKGRAPH_MODEL_DOT_PARSER_H_
