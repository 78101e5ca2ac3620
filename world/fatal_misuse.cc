#include "tickgraph/world/fatal_misuse.h"

#include <cstdio>
#include <cstdlib>

namespace tickgraph {

void FatalMisuse(std::string_view message) {
  std::fprintf(stderr, "tickgraph: %.*s\n", static_cast<int>(message.size()), message.data());
  std::abort();
}

}  // namespace tickgraph
