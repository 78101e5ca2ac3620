#ifndef TICKGRAPH_BENCHMARKS_SUPPORT_BARS_H_
#define TICKGRAPH_BENCHMARKS_SUPPORT_BARS_H_

#include <benchmark/benchmark.h>

#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace tickgraph {

/// Keeps what was measured, beside printing it; medians where there are several repetitions.
class KeepingReporter : public benchmark::ConsoleReporter {
 public:
  KeepingReporter() : ConsoleReporter(OO_Tabular) {}
  void ReportRuns(const std::vector<Run>& runs) override;

  /// Nanoseconds of one iteration; nothing where the benchmark did not run.
  std::optional<double> Nanoseconds(const std::string& name) const;

 private:
  std::map<std::string, double> single_;
  std::map<std::string, double> median_;
};

/// The bars of docs/performance.md: a line for each that was measured, beginning with its id and
/// ending in PASS or MISS.
///
///   Bars bars(std::cout);
///   bars.AtMost("B1a", "W1_100000 tiny 1 thread / loop(b)", measured / loop_b, 2.0);
///
/// What was not measured, because a filter left it out, has no line.
class Bars {
 public:
  explicit Bars(std::ostream& out) : out_(out) {}

  void AtMost(const std::string& id, const std::string& what, std::optional<double> value,
              double limit);
  int misses() const { return misses_; }

 private:
  std::ostream& out_;
  int misses_ = 0;
};

/// `a` / `b`, where both were measured.
std::optional<double> Ratio(std::optional<double> a, std::optional<double> b);

}  // namespace tickgraph

#endif  // TICKGRAPH_BENCHMARKS_SUPPORT_BARS_H_
