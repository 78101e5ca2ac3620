#ifndef TICKGRAPH_OBSERVE_PERCENTILE_H_
#define TICKGRAPH_OBSERVE_PERCENTILE_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace tickgraph {

/// The nearest-rank percentile: the smallest sample that at least `percent` % of all samples do
/// not exceed. `percent` 0 … 100, where 0 gives the smallest and 100 the largest; no samples give
/// T(). Takes a copy to reorder. Any thread; does not block; O(n).
template <typename T>
T Percentile(std::vector<T> samples, double percent) {
  if (samples.empty()) return T();
  const double count = static_cast<double>(samples.size());
  const double rank = std::ceil(std::clamp(percent, 0.0, 100.0) / 100.0 * count - 1e-9);
  const std::size_t index = rank < 1 ? 0 : static_cast<std::size_t>(rank) - 1;
  const auto place = samples.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(samples.begin(), place, samples.end());
  return *place;
}

}  // namespace tickgraph

#endif  // TICKGRAPH_OBSERVE_PERCENTILE_H_
