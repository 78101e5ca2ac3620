#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_KEEPING_REPORTER_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_KEEPING_REPORTER_H_

#include <benchmark/benchmark.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tickgraph {

/// Keeps what was measured, beside printing it; medians where there are several repetitions.
///
/// With TICKGRAPH_BENCH_FASTEST=1 in the environment the time of a benchmark is that of its fastest
/// iteration: what the machine could do, had it nothing else to do. Bars are meant for medians.
class KeepingReporter : public benchmark::ConsoleReporter {
 public:
  KeepingReporter();
  void ReportRuns(const std::vector<Run>& runs) override;

  /// Nanoseconds of one iteration: the median of all where the benchmark kept them (see measure.h),
  /// else the mean. Nothing where the benchmark did not run.
  std::optional<double> Nanoseconds(const std::string& name) const;

  /// A counter of a benchmark; nothing where it did not run or has no such counter.
  std::optional<double> Counter(const std::string& name, const std::string& counter) const;

 private:
  using Values = std::map<std::pair<std::string, std::string>, double>;

  std::optional<double> Find(const std::string& name, const std::string& value) const;

  std::string statistic_;
  Values single_;
  Values median_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_KEEPING_REPORTER_H_
