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
class KeepingReporter : public benchmark::ConsoleReporter {
 public:
  KeepingReporter() : ConsoleReporter(OO_Tabular) {}
  void ReportRuns(const std::vector<Run>& runs) override;

  /// Nanoseconds of one iteration: the median of all where the benchmark kept them apart (see
  /// measure.h), else the mean. Nothing where the benchmark did not run.
  std::optional<double> Nanoseconds(const std::string& name) const;

  /// A counter of a benchmark; nothing where it did not run or has no such counter.
  std::optional<double> Counter(const std::string& name, const std::string& counter) const;

 private:
  using Values = std::map<std::pair<std::string, std::string>, double>;

  std::optional<double> Find(const std::string& name, const std::string& value) const;

  Values single_;
  Values median_;
};

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_KEEPING_REPORTER_H_
