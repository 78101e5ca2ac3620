#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_MEASURE_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_MEASURE_H_

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace tickgraph {

/// Nanoseconds, of all iterations: the median, the fastest and the longest.
inline constexpr char kMedianCounter[] = "median_ns";
inline constexpr char kFastestCounter[] = "fastest_ns";
inline constexpr char kLongestCounter[] = "longest_ns";

/// Adds the time that one of `cards` takes to what is printed.
void CountCards(benchmark::State& state, std::size_t cards);

/// The median of `samples`; 0 where there are none.
double MedianOf(std::vector<double> samples);

/// Sets the counters above from nanoseconds.
void KeepSamples(benchmark::State& state, std::vector<double> samples);

/// Measures frames one after the other. The clock is read every 20 µs, so that one stretch in which
/// the system had other things to do does not spoil all.
template <typename Frame>
void MeasureFrames(benchmark::State& state, std::size_t cards, Frame&& frame) {
  using Clock = std::chrono::steady_clock;
  using Nanoseconds = std::chrono::duration<double, std::nano>;
  Clock::time_point start = Clock::now();
  frame();
  const auto batch = static_cast<int>(20'000 / Nanoseconds(Clock::now() - start).count()) + 1;
  std::vector<double> samples;
  int frames = 0;
  start = Clock::now();
  for (auto _ : state) {
    frame();
    if (++frames < batch) continue;
    const Clock::time_point end = Clock::now();
    samples.push_back(Nanoseconds(end - start).count() / frames);
    frames = 0;
    start = end;
  }
  KeepSamples(state, std::move(samples));
  CountCards(state, cards);
}

/// Measures `frame` alone, with `prepare` before and `settle` after each; keeps the median, because
/// one iteration that the system interrupted may cost as much as a hundred others. For benchmarks
/// with UseManualTime.
template <typename Prepare, typename Frame, typename Settle>
void MeasureApart(benchmark::State& state, Prepare&& prepare, Frame&& frame, Settle&& settle) {
  std::vector<double> samples;
  for (auto _ : state) {
    prepare();
    const auto start = std::chrono::steady_clock::now();
    frame();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    settle();
    state.SetIterationTime(seconds.count());
    samples.push_back(seconds.count() * 1e9);
  }
  KeepSamples(state, std::move(samples));
}

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_MEASURE_H_
