#include "tests/support/soak.h"

#include <algorithm>
#include <cstdlib>

namespace tickgraph {

int SoakScale(int full) {
  const char* text = std::getenv("TICKGRAPH_SOAK");
  const double factor = text != nullptr ? std::strtod(text, nullptr) : 0.01;
  return std::max(1, static_cast<int>(full * factor));
}

}  // namespace tickgraph
