#include "benchmarks/support/keeping_reporter.h"

#include <cstdlib>

#include "benchmarks/support/measure.h"

namespace tickgraph {
namespace {

/// No counter has this name.
constexpr char kTime[] = "";

bool IsFastestWanted() {
  const char* wanted = std::getenv("TICKGRAPH_BENCH_FASTEST");
  return wanted != nullptr && wanted == std::string("1");
}

}  // namespace

KeepingReporter::KeepingReporter()
    : ConsoleReporter(OO_Tabular),
      statistic_(IsFastestWanted() ? kFastestCounter : kMedianCounter) {}

void KeepingReporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.error_occurred) continue;
    const bool is_single = run.run_type == Run::RT_Iteration;
    if (!is_single && run.aggregate_name != "median") continue;
    Values& values = is_single ? single_ : median_;
    const std::string& name = run.run_name.function_name;
    const benchmark::IterationCount iterations = run.iterations > 0 ? run.iterations : 1;
    values[{name, kTime}] = run.real_accumulated_time * 1e9 / static_cast<double>(iterations);
    for (const auto& [counter, value] : run.counters) values[{name, counter}] = value;
  }
  ConsoleReporter::ReportRuns(runs);
}

std::optional<double> KeepingReporter::Find(const std::string& name,
                                            const std::string& value) const {
  for (const Values* values : {&median_, &single_}) {
    if (const auto found = values->find({name, value}); found != values->end()) {
      return found->second;
    }
  }
  return std::nullopt;
}

std::optional<double> KeepingReporter::Nanoseconds(const std::string& name) const {
  if (const auto kept = Find(name, statistic_)) return kept;
  return Find(name, kTime);
}

std::optional<double> KeepingReporter::Counter(const std::string& name,
                                               const std::string& counter) const {
  return Find(name, counter);
}

}  // namespace tickgraph
