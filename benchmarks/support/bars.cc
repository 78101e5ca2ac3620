#include "benchmarks/support/bars.h"

#include <iomanip>
#include <sstream>

namespace tickgraph {
namespace {

std::string Verdict(const char* comparison, double limit, bool passes) {
  std::ostringstream text;
  text << comparison << ' ' << std::fixed << std::setprecision(3) << limit
       << (passes ? "  PASS" : "  MISS");
  return text.str();
}

}  // namespace

void Bars::AtMost(const std::string& id, const std::string& what, std::optional<double> value,
                  double limit) {
  if (value) Print(id, what, *value, Verdict("≤", limit, *value <= limit));
}

void Bars::AtLeast(const std::string& id, const std::string& what, std::optional<double> value,
                   double limit) {
  if (value) Print(id, what, *value, Verdict("≥", limit, *value >= limit));
}

void Bars::Info(const std::string& id, const std::string& what, std::optional<double> value) {
  if (value) Print(id, what, *value, "INFO");
}

void Bars::Print(const std::string& id, const std::string& what, double value,
                 const std::string& verdict) {
  out_ << std::left << std::setw(5) << id << std::setw(60) << what << std::right << std::fixed
       << std::setprecision(3) << std::setw(12) << value << ' ' << verdict << '\n';
}

std::optional<double> Ratio(std::optional<double> a, std::optional<double> b) {
  if (!a || !b || *b == 0) return std::nullopt;
  return *a / *b;
}

std::optional<double> Difference(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return std::nullopt;
  return *a - *b;
}

}  // namespace tickgraph
