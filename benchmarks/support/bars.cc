#include "benchmarks/support/bars.h"

#include <iomanip>

namespace tickgraph {

void KeepingReporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.error_occurred) continue;
    const std::string name = run.run_name.function_name;
    const double nanoseconds =
        run.real_accumulated_time * 1e9 /
        static_cast<double>(run.iterations > 0 ? run.iterations : benchmark::IterationCount{1});
    if (run.run_type == Run::RT_Iteration) {
      single_[name] = nanoseconds;
    } else if (run.aggregate_name == "median") {
      median_[name] = nanoseconds;
    }
  }
  ConsoleReporter::ReportRuns(runs);
}

std::optional<double> KeepingReporter::Nanoseconds(const std::string& name) const {
  for (const auto* times : {&median_, &single_}) {
    if (const auto found = times->find(name); found != times->end()) return found->second;
  }
  return std::nullopt;
}

void Bars::AtMost(const std::string& id, const std::string& what, std::optional<double> value,
                  double limit) {
  if (!value) return;
  const bool passes = *value <= limit;
  if (!passes) ++misses_;
  out_ << std::left << std::setw(5) << id << std::setw(52) << what << std::right << std::fixed
       << std::setprecision(2) << std::setw(8) << *value << " ≤ " << limit
       << (passes ? "  PASS" : "  MISS") << '\n';
}

std::optional<double> Ratio(std::optional<double> a, std::optional<double> b) {
  if (!a || !b || *b == 0) return std::nullopt;
  return *a / *b;
}

}  // namespace tickgraph
