#include "tickgraph/source_location.h"

namespace tickgraph {

std::string ToString(SourceLocation where) {
  if (where.line == 0) return "unknown place";
  return std::string(where.file) + ":" + std::to_string(where.line);
}

}  // namespace tickgraph
