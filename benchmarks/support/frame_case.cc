#include "benchmarks/support/frame_case.h"

#include <algorithm>

namespace tickgraph {

std::optional<double> FrameCase::BoundOfTwo(std::optional<double> loop_b) const {
  if (!loop_b) return std::nullopt;
  const auto cards = static_cast<double>(size());
  const double bound = std::max({cards / 2, static_cast<double>(workload.LongestChain()),
                                 static_cast<double>(workload.OnGameThread())});
  return *loop_b * bound / cards;
}

}  // namespace tickgraph
