#include "benchmarks/support/measure.h"

#include <algorithm>
#include <utility>

namespace tickgraph {

void CountCards(benchmark::State& state, std::size_t cards) {
  using benchmark::Counter;
  state.counters["s_per_card"] =
      Counter(static_cast<double>(cards), Counter::kIsIterationInvariantRate | Counter::kInvert);
}

double MedianOf(std::vector<double> samples) {
  if (samples.empty()) return 0;
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  return *middle;
}

void KeepSamples(benchmark::State& state, std::vector<double> samples) {
  if (samples.empty()) return;
  const auto [fastest, longest] = std::minmax_element(samples.begin(), samples.end());
  state.counters[kFastestCounter] = *fastest;
  state.counters[kLongestCounter] = *longest;
  state.counters[kMedianCounter] = MedianOf(std::move(samples));
}

}  // namespace tickgraph
