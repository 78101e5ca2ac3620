#include "tests/support/soak.h"

#include <algorithm>
#include <cstdlib>

namespace tickgraph {

int SoakScale(int full) {
  const char* text = std::getenv("TICKGRAPH_SOAK");
  const double factor = text != nullptr ? std::strtod(text, nullptr) : 0.01;
  return std::max(1, static_cast<int>(full * factor));
}

std::uint32_t SoakSeed() {
  const char* text = std::getenv("TICKGRAPH_SOAK_SEED");
  return text != nullptr ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) : 0;
}

}  // namespace tickgraph
